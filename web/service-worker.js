// Keeps all files of the page, so that it works offline. The build puts the list and the version in place. A new version waits until
// no page of the old one is open, or until the visitor wants it: a page loads its views when they are needed, and they must be of its
// version.
const FILES = [/*FILES*/];
const VERSION = "/*VERSION*/";
const CACHE = `arcadian-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // Past the browser's own cache, which can have files of another version.
      await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
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

self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      const { origin, pathname } = new URL(event.request.url);
      const file = pathname.endsWith("/") ? new URL("index.html", origin + pathname) : event.request;
      return (await cache.match(file, { ignoreSearch: true })) ?? fetch(event.request);
    })(),
  );
});
