// Keeps the files of a static site, so that it opens and plays without a network. Package web fills
// in which files there are, and a digest of them.
const files = ["./"];
const version = "";

addEventListener("install", (e) => {
  e.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (e) => {
  const old = (names) => names.filter((n) => n !== version).map((n) => caches.delete(n));
  e.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names)))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith(
    caches
      .open(version)
      .then((cache) => cache.match(e.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(e.request)),
  );
});
