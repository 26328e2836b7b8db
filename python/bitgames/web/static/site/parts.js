/** An engine that stands in the page itself: its files, packed as text. */

/** @typedef {{ worker: string, files: Record<string, string> }} Parts */

/** @param {string} packed @returns {Promise<ArrayBuffer>} */
function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The sources of an engine, for its workers. @param {Parts} parts */
export function engineOf(parts) {
  const { "engine.wasm": engine, ...data } = parts.files;
  const url = URL.createObjectURL(new Blob([parts.worker], { type: "text/javascript" }));
  return {
    /** @param {(path: string) => string} scriptAt */
    worker: (scriptAt) => new Worker(scriptAt(url)),
    module: async () => WebAssembly.compile(await unpacked(engine)),
    files: async () => Object.fromEntries(await Promise.all(Object.entries(data).map(async ([name, packed]) => [name, await unpacked(packed)]))),
  };
}
