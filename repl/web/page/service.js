// Keeps the files of a static site, so that it opens and plays without a network: the page and the
// program at once, pictures when they are seen. The worker keeps games when they are played.
// Package web fills in which files there are, and a digest of them.
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
  e.respondWith(answer(e.request));
});

async function answer(request) {
  const cache = await caches.open(version);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && request.url.includes("/pictures/")) await cache.put(request, response.clone());
  return response;
}
