// Opening the packed data: gzip over JSON, details and passages in blocks that are opened when first needed.

/** @param {Uint8Array|DataView} bytes @returns {Promise<any>} */
export async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/**
 * @param {{get(key: string): any}} model
 * @returns {(kind: "details"|"chunks", position: number) => Promise<any>}
 */
export function blockReader(model) {
  const opened = new Map();
  return (kind, position) => {
    const size = model.get("block"), block = Math.floor(position / size), key = `${kind}:${block}`;
    if (!opened.has(key)) opened.set(key, unpack(model.get(kind)[block]));
    return opened.get(key).then(items => items[position % size]);
  };
}
