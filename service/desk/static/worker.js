// The desk without a network, once it was open: its pages and files are kept. The service writes above this the HOME of
// the files, the FILES and the PAGES; new files make a new worker.
/* global HOME, FILES, PAGES */

const PATIENCE = 3000; // milliseconds before a kept page is shown instead of one that does not come

addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

async function keep() {
  const cache = await caches.open(HOME);
  await cache.addAll([...PAGES, ...FILES]);
}

addEventListener("activate", (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== HOME).map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (PAGES.includes(pathname)) event.respondWith(page(event.request, pathname));
  else if (pathname.startsWith("/desk/static/")) event.respondWith(file(event.request));
});

/** A page as the service has it now; as it was kept if the service does not answer soon. */
async function page(request, pathname) {
  const kept = await caches.match(pathname);
  const asked = fetch(request);
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([asked.then((answer) => (answer.ok ? answer : kept)).catch(() => kept), late]);
}

/** A file by the path that names its content: one that is kept never has to be asked for. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
