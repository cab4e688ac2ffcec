// Keeps all files of the page, so that it works offline. The build puts the list and the version in place. A new version waits until
// no page of the old one is open, or until the visitor wants it: a page loads its views when they are needed, and they must be of its
// version.
const FILES = [/*FILES*/];
const VERSION = "/*VERSION*/";
// Other deployments on the same origin have caches of their own.
const OWN = `arcadian ${new URL(registration.scope).pathname} `;
const CACHE = OWN + VERSION;

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
      // The page of the first visit loads its other views from here as well.
      await self.clients.claim();
      for (const name of await caches.keys()) {
        // Caches of earlier versions were named without the deployment.
        const isOld = name.startsWith("arcadian-") && (await (await caches.open(name)).match(new URL("index.html", registration.scope)));
        if (isOld || (name.startsWith(OWN) && name !== CACHE)) await caches.delete(name);
      }
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
