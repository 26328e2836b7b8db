/** The page without a network: all its files are kept together, and renewed together or not at all. */

/** A host may have several of these pages. */
const OWN = `bitgames ${registration.scope} `;
const NAME = OWN + VERSION;

/** A file as it was written; the host may have others at this moment. @param {string} name */
async function whole(name) {
  // What the page has just loaded need not come again.
  const answer = await fetch(name, { cache: "no-cache" });
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!answer.ok || found !== FILES[name]) throw new Error(`${name} has not come as it was written`);
  return answer;
}

async function install() {
  const files = await Promise.all(Object.keys(FILES).map(async (name) => [name, await whole(name)]));
  const cache = await caches.open(NAME);
  await Promise.all(files.map(([name, answer]) => cache.put(name, answer)));
}

// Without one of its files there is no new version, and the one before goes on.
addEventListener("install", (event) => event.waitUntil(install()));

addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name.startsWith(OWN) && name !== NAME).map((name) => caches.delete(name)))),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(NAME).then(async (cache) => (await cache.match(request, { ignoreSearch: true })) ?? fetch(request)));
});
