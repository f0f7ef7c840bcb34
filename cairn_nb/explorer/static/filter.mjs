// Which rows a state selects. Each filter is a test of a row's position; the search, the dearest, comes last.
import { codedOf } from "./coded.mjs";
import { rowsWith } from "./haystack.mjs";
import { runsSeen } from "./known.mjs";
import { compiled } from "./pattern.mjs";

const REGEX_MS = 1000;
const REGEX_TEXT = 20000;
const CLOCK_ROWS = 64;
const FAILED = new Set(["wrong", "error"]);

function facetTest(view, name, wanted) {
  const { distinct, codes } = codedOf(view.values(name)), set = new Set(wanted);
  const isSet = view.columns.get(name).kind === "set";
  const kept = distinct.map(value => isSet ? value?.some(one => set.has(one)) : set.has(value));
  return i => kept[codes ? codes[i] : i];
}

function rangeTest(view, name, [low, high]) {
  const values = view.values(name);
  return i => values[i] !== null && (low === null || values[i] >= low) && (high === null || values[i] <= high);
}

/** A mode of the matrix compares what the systems that are looked at did with a case. */
function modeTest(view, { name, key, by }, runs) {
  const column = wanted => runs.map(run => view.index.rows[run][wanted]);
  const verdicts = column("verdict");
  if (name === "failures") {
    const failures = column("failure");
    return i => verdicts.some((values, k) => FAILED.has(values[i]) || failures[k][i]);
  }
  const known = (columns, i) => columns.map(values => values[i]).filter(value => value !== null);
  if (name === "different") return i => new Set(known(verdicts, i)).size > 1;
  const scores = column(key);
  return i => {
    const found = known(scores, i);
    return found.length > 1 && Math.max(...found) - Math.min(...found) >= by - 1e-9;
  };
}

/** @param {import("./state.mjs").View} view @returns {any[][]} the columns that the search looks at */
export function searchedValues(view) {
  return view.index.columns.filter(column => column.search).map(column => view.values(column.name));
}

function textTest(view, query) {
  const found = rowsWith(searchedValues(view), query.toLowerCase(), view.n);
  return i => found[i];
}

/** A test by a regular expression that says no to everything once its time is over, and then says so. */
function regexTest(view, expression, said) {
  const columns = searchedValues(view), deadline = performance.now() + REGEX_MS;
  let searched = 0, over = false;
  return i => {
    if (over) return false;
    over = searched++ % CLOCK_ROWS === 0 && performance.now() > deadline;
    if (over) said.problem = `Stopped after ${REGEX_MS / 1000} s: ${searched - 1} cases were searched.`;
    return !over && columns.some(values => values[i] !== null && expression.test(values[i].slice(0, REGEX_TEXT)));
  };
}

function searchTest(view, { query, regex }, said) {
  if (!query.trim()) return null;
  if (!regex) return textTest(view, query.trim());
  const { expression, problem } = compiled(query);
  said.problem = problem;
  return expression && regexTest(view, expression, said);
}

function tests(view, state, said) {
  const { mode, facets, ranges, missing, ids } = state.filters, found = [];
  if (ids) { const set = new Set(ids); found.push(i => set.has(view.ids[i])); }
  for (const [name, wanted] of Object.entries(facets)) found.push(facetTest(view, name, wanted));
  for (const [name, range] of Object.entries(ranges)) found.push(rangeTest(view, name, range));
  for (const name of missing) { const values = view.values(name); found.push(i => values[i] === null); }
  const chosen = view.index.modes.find(({ name }) => name === mode);
  if (chosen) found.push(modeTest(view, chosen, runsSeen(view, state.filters)));
  const search = searchTest(view, state, said);
  return search ? [...found, search] : found;
}

/**
 * @param {import("./state.mjs").View} view @param {any} state of knownState @param {Int32Array} order
 * @returns {{rows: Int32Array, problem: string}} positions in that order; what was wrong with the search
 */
export function matchingRows(view, state, order) {
  const said = { problem: "" }, all = tests(view, state, said);
  if (!all.length) return { rows: order, problem: said.problem };
  const rows = all.reduce((left, test) => left.filter(test), order);
  return { rows, problem: said.problem };
}
