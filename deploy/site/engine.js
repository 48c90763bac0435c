// Has this page answer itself: what it would ask of a server goes to a worker, in which the service runs. `make site`
// puts this ahead of the scripts of each page, and writes above this the SERVER that commands to copy name instead.
/* global SERVER */

(() => {
  const own = document.currentScript.src;
  const home = new URL("..", own);
  const ask = fetch.bind(globalThis);
  const waiting = new Map();
  let count = 0;
  let worker;

  document.documentElement.dataset.server = SERVER;

  globalThis.fetch = (resource, options = {}) => {
    const { origin, pathname } = new URL(resource, location.origin);
    if (origin !== location.origin || !pathname.startsWith("/v1/")) return ask(resource, options);
    worker ??= started();
    count += 1;
    const { method = "GET", headers, body = "" } = options;
    const accept = new Headers(headers).get("Accept") ?? "";
    worker.postMessage({ number: count, method, path: decodeURIComponent(pathname), accept, body });
    return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
  };

  function started() {
    const bar = progressBar();
    const engine = new Worker(new URL("worker.js", own), { type: "module" });
    engine.onmessage = ({ data: { loaded, number, failed, content, ...headers } }) => {
      if (loaded !== undefined) return bar.show(loaded);
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (failed) return fail(failed, reject);
      bar.end();
      return resolve(new Response(content, { status: headers.status, headers: { "Content-Type": headers.type } }));
    };
    engine.onerror = ({ message }) => fail(message, ...[...waiting.values()].map(({ reject }) => reject));

    /** Whoever waits is told; the next question loads the engine anew. */
    function fail(why, ...rejects) {
      bar.fail();
      engine.terminate();
      worker = undefined;
      for (const reject of rejects) reject(new TypeError(why));
      waiting.clear();
    }
    return engine;
  }

  /** What shows how much of the engine has come, at the foot of the page, until the first answer. */
  function progressBar() {
    const line = document.createElement("p");
    const words = document.createElement("span");
    const bar = document.createElement("progress");
    line.style.cssText =
      "position: sticky; bottom: 0; margin: 0; padding: 0.75em 1em; color: #fff; background: #0f3b30";
    line.setAttribute("role", "status");
    bar.setAttribute("aria-label", "the engine");
    words.textContent = "The engine comes once, and stays in this browser. ";
    line.append(words, bar);
    document.body.append(line);
    return {
      show: (share) => {
        bar.value = share;
        if (share < 1) return;
        words.textContent = "The engine starts. ";
        bar.removeAttribute("value");
      },
      end: () => line.remove(),
      fail: () => line.replaceChildren("The engine did not load. Check the connection, and load this page again."),
    };
  }

  // Scripts link to paths of the service, which are folders beside this page's here.
  addEventListener(
    "click",
    ({ target }) => {
      const link = target.closest?.("a[href^='/']");
      if (link) link.href = new URL(`.${link.getAttribute("href")}`, home);
    },
    { capture: true },
  );

  navigator.serviceWorker?.register(new URL("offline.js", home)).catch(() => {});
})();
