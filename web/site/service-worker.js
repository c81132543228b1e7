// Stores all files of one version of the site, fetched together, and serves them: pages work
// offline and never mix versions. A new version waits until no page of the old one is open.
const KEPT = "chongkak {version}";
const FILES = {files};

addEventListener("install", (event) => {
  // The HTTP cache may have old files, so revalidate them with the server; unchanged files are not
  // sent again.
  const files = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(files)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("chongkak ") && name !== KEPT);
  const forget = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const kept = caches.open(KEPT).then((all) => all.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
