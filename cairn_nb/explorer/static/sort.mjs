// Sorting by several columns. A column's values are ranked once, and kept as integers: every later sort by it, in
// whatever company, counts ranks. The browser's own collator would take five times as long.
import { codedOf } from "./coded.mjs";
import { folded } from "./haystack.mjs";
import { isNumber } from "./known.mjs";

const NAME_LENGTH = 40;
const rankedColumns = new WeakMap();

const withoutAccents = text => text.normalize("NFD").replace(/\p{M}/gu, "");
const padded = digits => digits.padStart(12, "0");

/** A text's place in the alphabet: its beginning without accents, and in a name 2 before 10. */
function sortKey(text) {
  const start = text.slice(0, NAME_LENGTH), plain = /[^\x00-\x7f]/.test(start) ? withoutAccents(start) : start;
  if (text.length <= NAME_LENGTH) return plain.replace(/\d+/g, padded);
  return plain === start ? text : plain + text.slice(NAME_LENGTH);
}

function keys(view, column, values) {
  if (isNumber(column)) return values;
  if (column.kind !== "set") return values.map(value => value ? sortKey(folded(value)) : null);
  const place = new Map(view.index.changes.map(({ key }, i) => [key, padded(String(i))]));
  return values.map(items => items?.length ? items.map(item => place.get(item) ?? item).join(" ") : null);
}

/** Each key's place among the distinct ones in order; -1 where there is none. */
function ranked(keyed) {
  const distinct = [...new Set(keyed)].filter(key => key !== null);
  const sorted = typeof distinct[0] === "number" ? Float64Array.from(distinct).sort() : distinct.sort();
  const place = new Map();
  for (const key of sorted) place.set(key, place.size);
  return keyed.map(key => place.get(key) ?? -1);
}

function ranksOf(view, name) {
  const values = view.values(name);
  if (!rankedColumns.has(values)) {
    const { distinct, codes, ranks } = codedOf(values), known = ranks ?? ranked(keys(view, view.columns.get(name), distinct));
    const size = 1 + known.reduce((most, rank) => Math.max(most, rank), -1);
    rankedColumns.set(values, { ranks: codes ? codes.map(code => known[code]) : Int32Array.from(known), size });
  }
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
  let order = new Int32Array(view.n).map((_, i) => i);
  for (const [name, way] of [...sort].reverse()) order = counted(order, ranksOf(view, name), way === "desc");
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
