// The service in WebAssembly: CPython, the modules of the service, and a function that answers requests. `make site`
// writes above this how many bytes are to be LOADED.
/* global LOADED */

import { loadPyodide } from "./pyodide.mjs";

const ask = globalThis.fetch;
let received = 0;

globalThis.fetch = async (...request) => {
  const response = await ask(...request);
  const counted = new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      postMessage({ loaded: Math.min(1, received / LOADED) });
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(counted), { status, statusText, headers });
};

async function started() {
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: new URL(".", import.meta.url).href }),
    fetch(new URL("service.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  postMessage({ loaded: 1 });
  python.unpackArchive(modules, "zip", { extractDir: "/arbiter" });
  python.runPython("import sys; sys.path.insert(0, '/arbiter')");
  return python.pyimport("in_page").answered;
}

const starting = started();

onmessage = async ({ data: { number, method, path, accept, body } }) => {
  try {
    const answered = await starting;
    const answer = answered(method, path, accept, body.toWellFormed());
    const [status, type, content] = answer.toJs();
    answer.destroy();
    postMessage({ number, status, type, content });
  } catch (error) {
    postMessage({ number, failed: String(error) });
  }
};
