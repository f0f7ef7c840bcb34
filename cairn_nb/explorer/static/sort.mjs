// Sorting by several columns. A column's values are ranked once, and kept as integers: every later sort by it, in
// whatever company, counts ranks. The browser's own collator would take five times as long.
import { folded } from "./filter.mjs";
import { isNumber } from "./known.mjs";

const NAME_LENGTH = 40;
const rankedColumns = new WeakMap();

/** A text's place in the alphabet: without accents, and in a short one 2 before 10. */
function sortKey(text) {
  const plain = /[^\x00-\x7f]/.test(text) ? text.normalize("NFD").replace(/\p{M}/gu, "") : text;
  return plain.length <= NAME_LENGTH ? plain.replace(/\d+/g, digits => digits.padStart(12, "0")) : plain;
}

function keys(view, column, values) {
  if (isNumber(column)) return values;
  if (column.kind !== "set") return folded(values).map((text, i) => values[i] === null || text === "" ? null : sortKey(text));
  const place = new Map(view.index.changes.map(({ key }, i) => [key, String(i).padStart(3, "0")]));
  return values.map(items => items?.length ? items.map(item => place.get(item) ?? item).join(" ") : null);
}

function ranked(keyed) {
  const filled = [], ranks = new Int32Array(keyed.length).fill(-1);
  for (let i = 0; i < keyed.length; i++) if (keyed[i] !== null) filled.push(i);
  filled.sort((a, b) => keyed[a] < keyed[b] ? -1 : keyed[a] > keyed[b] ? 1 : 0);
  let rank = -1;
  filled.forEach((i, k) => { ranks[i] = k && keyed[i] === keyed[filled[k - 1]] ? rank : ++rank; });
  return { ranks, size: rank + 1 };
}

function ranksOf(view, name) {
  const values = view.values(name);
  if (!rankedColumns.has(values)) rankedColumns.set(values, ranked(keys(view, view.columns.get(name), values)));
  return rankedColumns.get(values);
}

/** One pass of a counting sort; rows without a value come last in both directions. */
function counted(order, { ranks, size }, descending) {
  const bucket = i => ranks[i] < 0 ? size : descending ? size - 1 - ranks[i] : ranks[i];
  const starts = new Int32Array(size + 2), sorted = new Int32Array(order.length);
  for (const i of order) starts[bucket(i) + 1]++;
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  for (const i of order) sorted[starts[bucket(i)]++] = i;
  return sorted;
}

/**
 * Row positions in the order asked for; equal rows stay in the report's order.
 * @param {import("./state.mjs").View} view @param {[string, string][]} sort the first column counts most
 * @returns {Int32Array}
 */
export function sortedOrder(view, sort) {
  let order = Int32Array.from({ length: view.n }, (_, i) => i);
  for (const [name, direction] of [...sort].reverse()) order = counted(order, ranksOf(view, name), direction === "desc");
  return order;
}

/**
 * The sort after a click on a column's head: ascending, descending, off.
 * @param {[string, string][]} sort @param {string} name @param {boolean} add beside the other columns
 * @returns {[string, string][]}
 */
export function nextSort(sort, name, add) {
  const place = sort.findIndex(([other]) => other === name), now = place < 0 ? null : sort[place][1];
  const next = now === null ? "asc" : now === "asc" ? "desc" : null;
  if (!add) return next ? [[name, next]] : [];
  if (place < 0) return [...sort, [name, next]];
  return next ? sort.with(place, [name, next]) : sort.toSpliced(place, 1);
}
