// Keeps all files of the page, so that it works offline. The build puts the list and the version in place. A new version waits until
// no page of the old one is open, or until the visitor wants it: a page loads its views when they are needed, and they must be of its
// version.

// The files in the order of need, each with its SHA-256. Most lie in the folder of the version.
const FILES = new Map([/*FILES*/]);
const FOLDER = "/*FOLDER*/";
const VERSION = "/*VERSION*/";
const { pathname: SCOPE } = new URL(registration.scope);
// Other deployments on the same origin have caches of their own.
const OWN = `arcadian ${SCOPE} `;
const CACHE = OWN + VERSION;
// How many files are fetched at a time.
const SIDE_BY_SIDE = 4;

// A file is kept by its name and its contents, so that the next version finds it.
const key = (name) => `${SCOPE}${name.replace(`${FOLDER}/`, "")}?${FILES.get(name)}`;

// Past the browser's own cache. What is of another version, because of a deployment meanwhile, or an error, fails.
const fetched = (name) => fetch(new Request(name, { cache: "reload", integrity: `sha256-${FILES.get(name)}` }));

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const names = [...FILES.keys()];
      const keepAll = async () => {
        for (let name = names.shift(); name; name = names.shift()) await cache.put(key(name), (await caches.match(key(name))) ?? (await fetched(name)));
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, keepAll));
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
      const { pathname } = new URL(event.request.url);
      const name = (pathname.endsWith("/") ? `${pathname}index.html` : pathname).slice(SCOPE.length);
      const kept = FILES.has(name) ? await (await caches.open(CACHE)).match(key(name)) : undefined;
      return kept ?? fetch(event.request);
    })(),
  );
});
