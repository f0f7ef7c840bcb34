// What of a state this view knows: links and notebooks may name columns, runs and modes of another report.

const NUMBERS = new Set(["score", "share", "int", "ms", "usd"]);

/** @param {{kind: string}} column @returns {boolean} */
export function isNumber(column) {
  return NUMBERS.has(column.kind);
}

const list = value => Array.isArray(value) ? value : [];
const entries = value => value && typeof value === "object" ? Object.entries(value) : [];
const bound = value => typeof value === "number" && Number.isFinite(value) ? value : null;
const texts = value => list(value).filter(item => typeof item === "string");

function knownFilters(view, given, knows) {
  const runs = texts(given.runs).filter(name => knows(name, view.index.runs.some(run => run.name === name)));
  const facets = entries(given.facets).map(([name, values]) => [name, texts(values)])
    .filter(([name, values]) => knows(name, view.columns.has(name)) && values.length);
  const isRange = name => view.columns.has(name) && isNumber(view.columns.get(name));
  const ranges = entries(given.ranges).filter(([name]) => knows(name, isRange(name)))
    .map(([name, range]) => [name, [bound(range?.[0]), bound(range?.[1])]])
    .filter(([, [low, high]]) => low !== null || high !== null);
  const isMode = view.index.modes.some(({ name }) => name === given.mode);
  const mode = given.mode && knows(given.mode, isMode) ? given.mode : "";
  return {
    mode, runs, facets: Object.fromEntries(facets), ranges: Object.fromEntries(ranges),
    missing: [...new Set(texts(given.missing))].filter(name => knows(name, view.columns.has(name))),
    ids: Array.isArray(given.ids) ? texts(given.ids) : null, label: typeof given.label === "string" ? given.label : "",
  };
}

/**
 * The state of the table, with every name in it known; `ignored` are the others.
 * @param {import("./state.mjs").View} view
 * @returns {{query: string, regex: boolean, filters: any, sort: [string, string][], shown: string[]|null,
 *   ignored: string[]}}
 */
export function knownState(view) {
  const ignored = new Set(), knows = (name, known) => known || (ignored.add(String(name)), false);
  const selected = view.get("selected");
  if (typeof selected === "string") knows(`case ${selected}`, view.position.has(selected));
  const columnNames = names => [...new Set(texts(names))].filter(name => knows(name, view.columns.has(name)));
  const sort = list(view.get("sort")).filter(Array.isArray).filter(([name]) => knows(name, view.columns.has(name)));
  const shown = columnNames(view.get("shown"));
  return {
    query: String(view.get("query") ?? ""), regex: view.get("regex") === true,
    filters: knownFilters(view, view.get("filters") ?? {}, knows),
    sort: sort.map(([name, direction]) => [name, direction === "desc" ? "desc" : "asc"]),
    shown: shown.length ? shown : null,
    ignored: [...ignored],
  };
}

/** @param {string[]} ignored @returns {string} */
export function ignoredText(ignored) {
  return ignored.length ? `Not in these reports, so left out: ${ignored.join(", ")}.` : "";
}

/**
 * The columns on the screen, in the order of the table, without those of systems that are not looked at;
 * the cases' names where none is left.
 * @param {import("./state.mjs").View} view @param {ReturnType<typeof knownState>} state
 */
export function shownColumns(view, { shown, filters }) {
  const seen = runsSeen(view, filters), { columns } = view.index;
  const found = columns.filter(column =>
    (shown ? shown.includes(column.name) : column.shown) && (column.run === null || seen.includes(column.run)));
  return found.length ? found : columns.slice(0, 1);
}

/** @param {import("./state.mjs").View} view @param {any} filters @returns {number[]} positions of the runs looked at */
export function runsSeen(view, filters) {
  const every = view.index.runs.map((_, run) => run);
  return filters.runs.length ? every.filter(run => filters.runs.includes(view.index.runs[run].name)) : every;
}

/** @param {import("./state.mjs").View} view @param {any} column @returns {string} without the run's name */
export function plainLabel(view, column) {
  const end = column.run === null ? "" : ` · ${view.index.runs[column.run].name}`;
  return end && column.label.endsWith(end) ? column.label.slice(0, -end.length) : column.label;
}
