// The site without a network, once a page of it was open. `make site` writes above this the HOME of its files, which
// names their content, and the FILES; another content makes another worker.
/* global HOME, FILES */

addEventListener("install", (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(HOME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
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
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(kept(event.request));
});

/** A file as it was kept. A page is asked for by its folder, from which its links lead on. */
async function kept(request) {
  const { origin, pathname } = new URL(request.url);
  const cache = await caches.open(HOME);
  const found = await cache.match(origin + pathname);
  if (found) return found;
  const folder = `${origin}${pathname}/`;
  return (await cache.match(folder)) ? Response.redirect(folder, 301) : fetch(request);
}
