// Texts made ready to be searched: many joined and folded to lower case, so that one search looks through all of them.
import { codedOf } from "./coded.mjs";

const BETWEEN_TEXTS = "\0", TOGETHER = 2000, REMEMBERED = 8, SPARE_MS = 8;
const FOLDED_OTHERWISE = /[İıſΣẞ\u212a\r\u2028\u2029]/;
const haystacks = new WeakMap(), searches = new WeakMap();   // by a column's values

/** @param {string|null} text @returns {string} */
export const folded = text => String(text ?? "").toLowerCase();

/** Whether pandas would fold or split a text otherwise. @param {string} text @returns {boolean} */
export const isOddText = text => FOLDED_OTHERWISE.test(text) || !text.isWellFormed();

/** `starts` are the places of the texts, and of the end. */
function stackOf(texts) {
  const whole = texts.join(BETWEEN_TEXTS), alike = whole.toLowerCase(), same = alike.length === whole.length;
  const parts = same ? texts : texts.map(folded), starts = new Int32Array(texts.length + 1);
  parts.forEach((text, k) => { starts[k + 1] = starts[k] + (text?.length ?? 0) + 1; });
  return { text: same ? alike : parts.join(BETWEEN_TEXTS), starts, odd: isOddText(whole) };
}

/** The stacks of a column in turn, each made once; the column must have been read whole. */
function* stacksOf(values) {
  const { distinct } = codedOf(values), made = haystacks.get(values) ?? [];
  haystacks.set(values, made);
  for (let k = 0; k * TOGETHER < distinct.length; k++) {
    yield made[k] ??= stackOf(distinct.slice(k * TOGETHER, (k + 1) * TOGETHER));
  }
}

/** Whether a column holds a text that pandas would fold or split otherwise. @param {any[]} values */
export function isOdd(values) {
  return stacksOf(values).some(({ odd }) => odd);
}

/** Every text is looked through once, up to its first hit. */
function markAll({ text, starts }, needle, hits, first) {
  let k = 0, at = text.indexOf(needle);
  while (at >= 0) {
    while (starts[k + 1] <= at) k++;
    const inside = at + needle.length < starts[k + 1];
    if (inside) hits[first + k] = 1;
    at = text.indexOf(needle, inside ? starts[k + 1] : at + 1);
  }
}

function markAmong({ text, starts }, needle, hits, first, among) {
  for (let k = 0; k + 1 < starts.length; k++) {
    if (among[first + k] && text.slice(starts[k], starts[k + 1] - 1).includes(needle)) hits[first + k] = 1;
  }
}

/** Where most texts are left, one search through all of them is quicker than one of each. */
const isSparse = hits => hits.reduce((sum, hit) => sum + hit, 0) * 2 < hits.length;

/** Which of a column's distinct texts hold it: looked for in those alone that held a part of it, as while one types. */
function hitsOf(values, needle) {
  const known = searches.get(values) ?? [], parts = known.filter(search => needle.includes(search.needle));
  const [narrowest] = parts.sort((one, other) => other.needle.length - one.needle.length);
  if (narrowest?.needle === needle) return narrowest.hits;
  const among = narrowest && isSparse(narrowest.hits) ? narrowest.hits : null;
  const hits = new Uint8Array(codedOf(values).distinct.length);
  let first = 0;
  for (const stack of stacksOf(values)) {
    if (among) markAmong(stack, needle, hits, first, among);
    else markAll(stack, needle, hits, first);
    first += TOGETHER;
  }
  searches.set(values, [{ needle, hits }, ...known].slice(0, REMEMBERED));
  return hits;
}

/**
 * Which rows hold a text in one of these columns.
 * @param {any[][]} columns each read whole @param {string} needle in lower case @param {number} n rows
 * @returns {Uint8Array} 1 where it is held
 */
export function rowsWith(columns, needle, n) {
  const found = new Uint8Array(n);
  for (const values of columns) {
    const { codes } = codedOf(values), hits = hitsOf(values, needle);
    for (let i = 0; i < n; i++) found[i] |= hits[codes ? codes[i] : i];
  }
  return found;
}

/** Make columns ready while nothing else is to do, a part at a time. @param {any[][]} columns */
export function makeReady(columns) {
  const parts = columns.values().flatMap(stacksOf);
  const next = idle => {
    do if (parts.next().done) return; while (idle.timeRemaining() > SPARE_MS);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
}
