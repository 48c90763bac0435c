// The reference of the API: requests sent from the page, the members of a schema where it is named, and colours.

const SHOWN_HEADERS = ["Content-Type", "ETag", "RateLimit-Policy", "Retry-After", "X-Request-Id"];
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b|\b(?:true|false|null)\b/g;
// A key that was typed once stays for the other operations, until the page is left.
let key = "";

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function addButton(example, text, click, className = "") {
  const button = element("button", { type: "button", className }, text);
  button.addEventListener("click", () => click(button));
  example.querySelector(".label").append(button);
}

/** Trying an operation. */

function tryIt(example) {
  const form = example.querySelector("form") ?? addForm(example);
  form.querySelector("input, textarea, button").focus();
}

/** Add the form of an operation, filled in as in an example. */
function addForm(example) {
  const operation = example.closest(".operation");
  const form = operation.querySelector("template").content.firstElementChild.cloneNode(true);
  const { body, key: keyField } = form.elements;
  const values = example.dataset.path.split("/");
  for (const [at, part] of operation.dataset.path.split("/").entries()) {
    if (part.startsWith("{")) form.elements[part.slice(1, -1)].value = values[at];
  }
  if (body) body.value = example.querySelector("pre .json").textContent;
  if (keyField) {
    keyField.value = key;
    keyField.addEventListener("input", () => (key = keyField.value));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, operation.dataset);
  });
  example.querySelector("pre").after(form);
  return form;
}

async function send(form, { method, path, mediaType }) {
  const fields = new FormData(form);
  const address = path.replace(/{(\w+)}/, (_, name) => encodeURIComponent(fields.get(name)));
  const headers = {};
  if (mediaType) headers["Content-Type"] = mediaType;
  headers.Accept = fields.get("accept") ?? "application/json, */*;q=0.5";
  if (fields.get("key")) headers.Authorization = `Bearer ${fields.get("key")}`;
  const result = form.querySelector(".result");
  result.replaceChildren(element("p", {}, "Sent; waiting for the answer."));
  try {
    const answer = await fetch(address, { method, headers, body: fields.get("body") ?? undefined });
    result.replaceChildren(...shownAnswer(answer, await answer.text()));
  } catch {
    result.replaceChildren(element("p", { className: "failed" }, "The service could not be reached."));
  }
}

function shownAnswer(answer, text) {
  const status = element("strong", { className: answer.ok ? "" : "failed" }, `${answer.status} ${answer.statusText}`);
  const headers = SHOWN_HEADERS.filter((name) => answer.headers.has(name));
  const listed = headers.flatMap((name) => [
    element("dt", {}, name),
    element("dd", {}, element("code", {}, answer.headers.get(name))),
  ]);
  const shown = [element("p", {}, status), element("dl", {}, ...listed)];
  return text ? [...shown, shownBody(laidOut(answer, text))] : shown;
}

function shownBody(text) {
  const region = { className: "long", tabIndex: 0, role: "region", ariaLabel: "Answer of the service" };
  const body = element("pre", region, element("code", {}, text));
  colour(body.firstChild);
  return body;
}

/** JSON with a line for each member; a list of plain values has one line. */
function laidOut(answer, text) {
  if (!/^application\/(problem\+)?json/.test(answer.headers.get("Content-Type"))) return text;
  const spread = JSON.stringify(JSON.parse(text), null, 2);
  return spread.replaceAll(/\[[^[\]{}]+\]/g, (list) => list.replaceAll(/,\n\s*/g, ", ").replaceAll(/\n\s*/g, ""));
}

/** Copying a command. */

async function copyIt(example, button) {
  await navigator.clipboard.writeText(`${example.querySelector("pre").textContent}\n`);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** The members of a schema, below the member that names it. */

function addInset(link) {
  const members = document.getElementById(link.hash.slice(1))?.querySelector(":scope > dl");
  const place = link.closest("dt")?.nextElementSibling;
  if (!members || !place) return;
  const inset = element("details", { className: "inset" }, element("summary", {}, `Members of ${link.textContent}`));
  inset.addEventListener("toggle", () => fillInset(inset, members), { once: true });
  place.append(inset);
}

function fillInset(inset, members) {
  const copied = members.cloneNode(true);
  copied.querySelectorAll(".inset").forEach((each) => each.remove());
  inset.append(copied);
  copied.querySelectorAll("dt a").forEach(addInset);
}

/** Colours of JSON, as ranges: they add nothing to the page. */

function colour(code) {
  if (!globalThis.CSS?.highlights) return;
  const text = code.firstChild;
  for (const found of text.data.matchAll(TOKENS)) {
    const range = new StaticRange({
      startContainer: text,
      startOffset: found.index,
      endContainer: text,
      endOffset: found.index + (found[1] ?? found[0]).length,
    });
    highlightOf(found[1] ? (found[2] ? "json-name" : "json-text") : "json-value").add(range);
  }
}

function highlightOf(name) {
  if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
  return CSS.highlights.get(name);
}

/** Where the reader is. */

function markPlace(links) {
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.findLast((each) => each.isIntersecting);
      if (!entry) return;
      for (const link of links) link.ariaCurrent = link.hash === `#${entry.target.id}` ? "true" : null;
      document.querySelector(".aside [aria-current]")?.scrollIntoView({ block: "nearest" });
    },
    { rootMargin: "-10% 0px -80%" },
  );
  for (const section of document.querySelectorAll("main section[id]")) seen.observe(section);
}

for (const example of document.querySelectorAll(".operation .example")) {
  addButton(example, "Try it", () => tryIt(example), "first");
  if (navigator.clipboard) addButton(example, "Copy", (button) => copyIt(example, button));
}
document.querySelectorAll("main dt a").forEach(addInset);
document.querySelectorAll(".json").forEach(colour);
markPlace(document.querySelectorAll(".aside li a"));
