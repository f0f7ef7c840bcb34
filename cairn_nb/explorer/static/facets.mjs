// Menus of values to choose among, one a key: of several runs each has its own part in it.
import { h } from "./dom.mjs";
import { matchingRows } from "./filter.mjs";
import { knownState, plainLabel, runsSeen } from "./known.mjs";
import { checkbox, menu } from "./menu.mjs";
import { valueWords } from "./rows.mjs";

const MOST = 200;
const FIRST = ["change", "verdict", "status", "failure", "category"];

/**
 * Put filters of the table beside the others.
 * @param {import("./state.mjs").View} view @param {Record<string, any>} changes
 */
export function putFilters(view, changes) {
  view.put({ filters: { ...knownState(view).filters, ...changes } });
}

function without(record, name) {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}

/**
 * One of the records of a filter with a column's entry replaced, or taken out where it is null.
 * @param {Record<string, any>} record @param {string} name @param {any} entry
 */
export function replaced(record, name, entry) {
  return entry === null ? without(record, name) : { ...record, [name]: entry };
}

/** How many rows each value has among those that the other filters leave. */
function tally(view, column, order) {
  const state = knownState(view), values = view.values(column.name), counts = new Map();
  const filters = { ...state.filters, facets: without(state.filters.facets, column.name) };
  for (const value of values) for (const one of [value].flat()) if (one !== null) counts.set(one, 0);
  for (const i of matchingRows(view, { ...state, filters }, order).rows) {
    for (const one of [values[i]].flat()) if (one !== null) counts.set(one, counts.get(one) + 1);
  }
  return counts;
}

function sortedValues(view, column, counts) {
  if (column.key === "change") return view.index.changes.map(({ key }) => key).filter(key => counts.has(key));
  return [...counts.keys()].sort();
}

function choices(view, column, order) {
  const { facets } = knownState(view).filters, chosen = new Set(facets[column.name]);
  const counts = tally(view, column, order);
  const toggle = (value, on) => {
    if (on) chosen.add(value); else chosen.delete(value);
    putFilters(view, { facets: replaced(facets, column.name, chosen.size ? [...chosen] : null) });
  };
  const box = value => checkbox(valueWords(view, column, value), chosen.has(value), on => toggle(value, on),
    { note: String(counts.get(value)), key: `${column.name}=${value}` });
  const values = sortedValues(view, column, counts), rest = values.length - MOST;
  return [...values.slice(0, MOST).map(box),
    rest > 0 ? h("div", { class: "cx-mark" }, `and ${rest} more; search for them`) : null];
}

/** Columns that are filtered by value, by their key: a key's columns are the runs'. */
function facetKeys(view) {
  return Map.groupBy(view.index.columns.filter(({ facet }) => facet), ({ key }) => key);
}

function facetParts(view, columns, order, { titled }) {
  const seen = runsSeen(view, knownState(view).filters), several = columns.length > 1;
  return columns.filter(({ run }) => run === null || seen.includes(run)).flatMap(column => [
    several || titled ? h("div", { class: "cx-part" }, titled ? column.label : view.index.runs[column.run].name) : null,
    ...choices(view, column, order)]);
}

/**
 * A menu for each of the keys that are filtered by most, and the parts of the others for one menu.
 * @param {import("./state.mjs").View} view @param {() => Int32Array} order
 * @returns {{menus: ReturnType<typeof menu>[], others: () => (Node|null)[]}}
 */
export function facetMenus(view, order) {
  const keys = facetKeys(view), first = FIRST.filter(key => keys.has(key));
  const menus = first.map(key => {
    const columns = keys.get(key);
    return menu(plainLabel(view, columns[0]), () => facetParts(view, columns, order(), { titled: false }));
  });
  const rest = [...keys.keys()].filter(key => !FIRST.includes(key));
  return { menus, others: () => rest.flatMap(key => facetParts(view, keys.get(key), order(), { titled: true })) };
}
