// Keeps all files of the page, so that it works offline. The build puts the list and the version in place.
const FILES = [/*FILES*/];
const VERSION = "/*VERSION*/";
const CACHE = `arcadian-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // Past the browser's own cache, which can have files of another version.
      await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith("arcadian-") && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
    })(),
  );
});
