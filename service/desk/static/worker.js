// The pages without a network, once one of them was open: they and their files are kept. Whoever hands this out writes
// above it the HOME of the files, which names their content, the FILES and the PAGES; others make another worker.
/* global HOME, FILES, PAGES */

const PATIENCE = 3000; // milliseconds before a kept page is shown instead of one that does not come

addEventListener("install", (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(HOME);
  await cache.addAll([...PAGES, ...FILES].map((path) => new Request(path, { cache: "no-cache" })));
  await self.skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(dropOthers()));

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== HOME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  event.respondWith(PAGES.includes(pathname) ? page(event.request, pathname) : file(event.request));
});

/** A page as the service has it now; as it was kept if the service does not answer soon. */
async function page(request, pathname) {
  const kept = await caches.match(pathname);
  const asked = fetch(request);
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([asked.then((answer) => (answer.ok ? answer : kept)).catch(() => kept), late]);
}

/** A file as it was kept. A page of files alone is asked for by its folder, from which its links lead on. */
async function file(request) {
  const { origin, pathname } = new URL(request.url);
  const found = await caches.match(origin + pathname);
  if (found) return found;
  const folder = `${origin}${pathname}/`;
  return (await caches.match(folder)) ? Response.redirect(folder, 301) : fetch(request);
}
