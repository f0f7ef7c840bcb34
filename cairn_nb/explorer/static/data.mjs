// Opening the packed data: gzip over folded JSON, details and passages in blocks that are opened when first needed.

const fromBase64 = text => Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), c => c.charCodeAt(0));

/** @param {Uint8Array|DataView|string} packed bytes, or these in base 64 @returns {Promise<any>} */
export async function unpack(packed) {
  const bytes = typeof packed === "string" ? fromBase64(packed) : packed;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

function fromColumns({ c, m, at }) {
  const columns = Object.entries(c).map(([key, column]) => [key, unfolded(column)]), found = new Array(m).fill(null);
  const put = (place, k) => { found[place] = Object.fromEntries(columns.map(([key, values]) => [key, values[k]])); };
  if (at) at.forEach(put);
  else for (let k = 0; k < m; k++) put(k, k);
  return found;
}

/**
 * The array that folded data stand for; `folded.py` says how they are folded.
 * @param {any} data @returns {any[]}
 */
export function unfolded(data) {
  if (Array.isArray(data)) return data;
  if (data.c) return fromColumns(data);
  const values = unfolded(data.v);
  let next = 0;
  if (data.n) return data.n.map(count => count < 0 ? null : values.slice(next, next += count));
  return data.of.map(k => k < 0 ? null : Object.fromEntries(data.s[k].map(key => [key, values[next++]])));
}

/**
 * @param {{get(key: string): any}} model
 * @returns {(kind: "details"|"chunks", position: number) => Promise<any>} as packed
 */
export function blockReader(model) {
  const opened = new Map();
  return async (kind, position) => {
    await model.get("arrived");
    const size = model.get("block"), block = Math.floor(position / size), key = `${kind}:${block}`;
    if (!opened.has(key)) opened.set(key, unpack(model.get(kind)[block]).then(unfolded));
    return (await opened.get(key))[position % size];
  };
}

/**
 * Details and texts in full. Packed, a detail leaves its answer to the cells, a claim that stands in the answer is
 * a place in it, and a passage's names lie with its text, which stands once.
 * @param {any} index the view @param {(kind: "details"|"chunks", position: number) => Promise<any>} read as packed
 * @returns {(kind: "details"|"chunks", position: number) => Promise<any>}
 */
export function wholeReader(index, read) {
  const textAt = async position => {
    const { text } = await read("chunks", position);
    return typeof text === "number" ? textAt(text) : text;
  };
  const wholePassage = async passage => {
    const { id, source, page, heading } = await read("chunks", passage.text);
    return { ...passage, id, source, page, heading };
  };
  const wholeRun = async (run, answer) => run && {
    ...run, answer,
    claims: run.claims.map(({ from, to, ...claim }) => ({ ...claim, text: claim.text ?? answer.slice(from, to) })),
    passages: run.passages && await Promise.all(run.passages.map(wholePassage)),
  };
  return async (kind, position) => {
    if (kind === "chunks") return textAt(position);
    const { runs } = await read("details", position);
    return { runs: await Promise.all(runs.map((run, r) => wholeRun(run, index.rows[r].answer[position]))) };
  };
}
