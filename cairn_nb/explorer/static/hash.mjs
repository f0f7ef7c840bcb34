// The state as a readable link, and back: `q=refund&verdict=wrong&judge=0.2..0.5&sort=-judge&case=c-17`.
// Lists are separated by commas, ranges by two dots; a column's name stands for its filter.

const OWN = ["case", "q", "regex", "sort", "columns", "rows", "mode", "systems", "missing", "ids", "of"];
const RANGE = /^(-?[\d.]+(?:e[+-]?\d+)?)?\.\.(-?[\d.]+(?:e[+-]?\d+)?)?$/i;

/** Percent signs as in any address; half of a pair, which no address can hold, by its number after a tilde. */
function escaped(text) {
  return text.split(/(\p{Surrogate})/u).map((part, k) => k % 2 ? `~${part.charCodeAt(0).toString(16)}`
    : encodeURIComponent(part).replaceAll("~", "%7E").replaceAll("..", "%2E%2E")).join("");
}

function unescaped(text) {
  try {
    return text.split(/~(d[89a-f][0-9a-f]{2})/i)
      .map((part, k) => k % 2 ? String.fromCharCode(parseInt(part, 16)) : decodeURIComponent(part)).join("");
  } catch (error) {
    if (error instanceof URIError) return text;      // a link cut in the middle of a character
    throw error;
  }
}

const joined = items => items.map(item => item === "" ? "~" : escaped(item)).join(",");
const parted = text => text === "" ? [] : text.split(",").map(item => item === "~" ? "" : unescaped(item));
const columnKey = name => (OWN.includes(name) || name.startsWith(".") ? "." : "") + escaped(name);

function filterParts(filters) {
  const { mode, runs = [], facets = {}, ranges = {}, missing = [], ids, label } = filters;
  const plain = { mode: escaped(mode ?? ""), systems: joined(runs), missing: joined(missing) };
  const parts = Object.entries(plain).filter(([, text]) => text);
  for (const [name, values] of Object.entries(facets)) if (values.length) parts.push([columnKey(name), joined(values)]);
  for (const [name, [low, high]] of Object.entries(ranges)) {
    parts.push([columnKey(name), `${low ?? ""}..${high ?? ""}`]);
  }
  if (ids) parts.push(["ids", joined(ids)]);
  if (ids && label) parts.push(["of", escaped(label)]);
  return parts.length ? parts : [["rows", "all"]];
}

/**
 * @param {Record<string, any>} state of the keys of STATE; ratings have their own file
 * @returns {string} without the leading #
 */
export function encodeHash({ selected, query, regex, filters, sort, shown }) {
  const parts = filters ? filterParts(filters) : [];
  if (query) parts.push(["q", escaped(query)]);
  if (regex) parts.push(["regex", "1"]);
  const sorted = (sort ?? []).map(([name, way]) => (way === "desc" ? "-" : "") + escaped(name));
  if (sorted.length) parts.push(["sort", sorted.join(",")]);
  if (shown) parts.push(["columns", joined(shown)]);
  if (selected !== null && selected !== undefined) parts.push(["case", escaped(selected)]);
  return parts.map(part => part.join("=")).join("&");
}

const number = text => text === undefined || !Number.isFinite(Number(text)) ? null : Number(text);

function addColumn(filters, name, text) {
  const range = RANGE.exec(text);
  if (range) filters.ranges[name] = [number(range[1]), number(range[2])];
  else filters.facets[name] = parted(text);
}

const READ = {
  case: (state, text) => { state.selected = unescaped(text); },
  q: (state, text) => { state.query = unescaped(text); },
  regex: (state, text) => { state.regex = text === "1"; },
  sort: (state, text) => {
    state.sort = text.split(",").filter(Boolean)
      .map(part => part.startsWith("-") ? [unescaped(part.slice(1)), "desc"] : [unescaped(part), "asc"]);
  },
  columns: (state, text) => { state.shown = parted(text); },
};
const FILTERS = {
  rows: () => undefined,
  mode: (filters, text) => { filters.mode = unescaped(text); },
  systems: (filters, text) => { filters.runs = parted(text); },
  missing: (filters, text) => { filters.missing = parted(text); },
  ids: (filters, text) => { filters.ids = parted(text); },
  of: (filters, text) => { filters.label = unescaped(text); },
};

/**
 * Every key that a link can hold, as it stands when the link does not name it; whether the view knows the names is
 * for the table to see.
 * @param {string} text with or without the leading #
 * @returns {{selected: string|null, query: string, regex: boolean, filters: any, sort: [string, string][],
 *   shown: string[]|null}}
 */
export function decodeHash(text) {
  const state = { selected: null, query: "", regex: false, filters: null, sort: [], shown: null };
  for (const part of text.replace(/^#/, "").split("&").filter(Boolean)) {
    const at = part.indexOf("="), key = at < 0 ? part : part.slice(0, at), value = at < 0 ? "" : part.slice(at + 1);
    if (Object.hasOwn(READ, key)) { READ[key](state, value); continue; }
    state.filters ??= { facets: Object.create(null), ranges: Object.create(null), missing: [], ids: null, label: "" };
    if (Object.hasOwn(FILTERS, key)) FILTERS[key](state.filters, value);
    else addColumn(state.filters, unescaped(key.replace(/^\./, "")), value);
  }
  return state;
}
