// The rows on the screen as a pandas query, for `DataFrame.query(…, engine="python")`. Two frames can be asked: the
// explorer's own table, whose columns are named as in filters, and a report's `cases`. What pandas might read
// differently than the browser is said by the rows' ids instead.
import { searchedValues } from "./filter.mjs";
import { isOdd, isOddText } from "./haystack.mjs";
import { isNumber } from "./known.mjs";
import { compiled } from "./pattern.mjs";

export const NONE = "index != index";
const ALL = "index == index";
const PLAIN = /^[a-z_]\w*$/i;
const LITERAL = /[\p{L}\w ,;:\-<>=/"'%&!~#@`]|\\[.*+?()[\]{}|^/]/u, CLASS_OF_WORDS = /\[[\w -]+\]/;
const OPERATOR = /[.*+?)|^]|\((?!\?)|\(\?:|\{\d{1,3}(?:,\d{0,3})?\}/;
const PORTABLE = new RegExp(`^(?:${[LITERAL, CLASS_OF_WORDS, OPERATOR].map(({ source }) => source).join("|")})*$`, "u");

const escapedSign = sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text in Python, without the signs that end a raw string or mean something to a query. @param {string} text */
export function quoted(text) {
  return JSON.stringify(text).replace(/['`@#\x7f-\xa0\u2028\u2029]/g, escapedSign);
}

/** Python cannot encode half of a pair. @param {string} text @returns {boolean} */
export function speakable(text) {
  return text.isWellFormed();
}

/** @param {string[]} terms @returns {string} */
export function anyOf(terms) {
  return terms.length > 1 ? `(${terms.join(" or ")})` : terms[0];
}

/** @param {string} field @param {string[]} values @returns {string} */
export function among(field, values) {
  return values.length === 1 ? `${field} == ${quoted(values[0])}` : `${field} in [${values.map(quoted).join(", ")}]`;
}

/**
 * Lists that hold any of these; null where a value would need escapes.
 * @param {string} field @param {string[]} values @returns {string|null}
 */
export function listed(field, values) {
  const plain = values.every(value => /^[\w -]+$/.test(value));
  return plain ? `${field}.str.join("\\n").str.contains("(?:^|\\n)(?:${values.join("|")})(?:\\n|$)")` : null;
}

/** The explorer's table: a column is asked by its name. */
export const TABLE = {
  field: (view, { name }) => PLAIN.test(name) ? name : `\`${name}\``,
  facet(view, column, values) {
    const field = this.field(view, column);
    return column.kind === "set" ? listed(field, values) : among(field, values);
  },
  missing(view, column) { return `${this.field(view, column)}.isna()`; },
  searched(view, column, test) { return this.field(view, column) + test; },
  searches: () => true,
  rows: (view, rows) => among("id", Array.from(rows, i => view.ids[i])),
};

function rangeTerm(view, column, [low, high], frame) {
  const field = frame.field(view, column);
  if (view.values(column.name).every(value => value === null)) return NONE;
  const ends = [low === null ? "" : `${field} >= ${low}`, high === null ? "" : `${field} <= ${high}`];
  return field && ends.filter(Boolean).join(" and ");
}

function missingTerm(view, column, frame) {
  const values = view.values(column.name);
  if (values.every(value => value === null)) return ALL;
  if (values.every(value => value !== null)) return NONE;
  return isNumber(column) ? frame.missing(view, column) : null;
}

/** Whether pandas, and the engine of its regular expressions, finds the same in these texts. */
function readsAlike(view, { query, regex }) {
  return !isOddText(query) && (!regex || PORTABLE.test(query)) && !searchedValues(view).some(isOdd);
}

/** pandas warns of groups that it would have to keep. */
const withoutGroups = source => source.replace(/(\\.)|\((?!\?)/g, (sign, escape) => escape ?? "(?:");

function searchTerm(view, state, frame) {
  if (!frame.searches(view) || !readsAlike(view, state)) return null;
  const needle = state.regex ? withoutGroups(state.query) : state.query.trim().toLowerCase();
  const test = state.regex ? `.str.contains(${quoted(needle)}, case=False, na=False)`
    : `.str.lower().str.contains(${quoted(needle)}, regex=False, na=False)`;
  const searched = view.index.columns.filter(({ search }) => search);
  return anyOf(searched.map(column => frame.searched(view, column, test, needle)));
}

/** The rows themselves, by id; by their place where that does not name them. */
function rowsTerm(view, rows, frame) {
  if (!rows.length) return NONE;
  const sorted = rows.toSorted(), named = frame.rows(view, sorted);
  return named ?? `index in [${sorted.join(", ")}]`;
}

/**
 * @param {import("./state.mjs").View} view @param {any} state of knownState
 * @param {Int32Array} rows that it selects @param {typeof TABLE} frame that is asked
 * @returns {string} empty where every row is selected
 */
export function pandasExpression(view, state, rows, frame) {
  const { mode, facets, ranges, missing, ids } = state.filters, column = name => view.columns.get(name);
  const facetTerm = (name, values) => values.every(speakable) ? frame.facet(view, column(name), values) : null;
  const searches = state.query.trim() && !(state.regex && compiled(state.query).problem);
  if (rows.length === view.n) return "";
  if (mode || ids || !rows.length) return rowsTerm(view, rows, frame);
  const terms = [
    ...Object.entries(facets).map(([name, values]) => facetTerm(name, values)),
    ...Object.entries(ranges).map(([name, range]) => rangeTerm(view, column(name), range, frame)),
    ...missing.map(name => missingTerm(view, column(name), frame)),
    ...searches ? [searchTerm(view, state, frame)] : [],
  ];
  return terms.includes(null) || !terms.length ? rowsTerm(view, rows, frame) : terms.join(" and ");
}
