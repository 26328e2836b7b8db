/** The page without a network: all its files are kept together, and renewed together or not at all. */

/** A host may have several of these pages. */
const OWN = `bitgames ${registration.scope} `;
const NAME = OWN + VERSION;

/** A file and whether it is as it was written; the host may have others at this moment. @param {string} name @param {RequestCache} cache */
async function asked(name, cache) {
  const answer = await fetch(name, { cache });
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { answer, isWhole: answer.ok && found === FILES[name] };
}

/** A file as it was written. @param {string} name */
async function whole(name) {
  // What the page has just loaded need not come again. A host that tells times to the second calls a file
  // unchanged that was read while it was written: so what is not whole comes once more, from the host itself.
  let found = await asked(name, "no-cache");
  if (!found.isWhole) found = await asked(name, "reload");
  if (!found.isWhole) throw new Error(`${name} has not come as it was written`);
  return found.answer;
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
