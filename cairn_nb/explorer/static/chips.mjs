// What is filtered, each as a chip that takes it off.
import { button, h, wording } from "./dom.mjs";
import { putFilters, replaced } from "./facets.mjs";
import { knownState } from "./known.mjs";
import { valueWords } from "./rows.mjs";

const VALUES = 3;
const HAIR = 1e-6;                                          // what a filter stays below a number to leave it out

function chip(text, remove) {
  return button([h("span", { class: "cx-chip-text" }, text), h("span", { "aria-hidden": "true" }, "×")], remove,
    { class: "cx-chip", "aria-label": `Remove filter: ${text}`, title: text });
}

function rangeText({ label, key, kind }, [low, high]) {
  const number = value => Number(wording(value, kind));
  const near = key === "margin" && high !== null && low === -high;
  if (near) return `${label.replace("Margin", "Near the threshold")}: ±${high}`;
  if (low === null) {
    const shown = number(high), sign = shown > high && shown - high < HAIR ? "<" : "≤";
    return `${label} ${sign} ${shown}`;
  }
  return high === null ? `${label} ≥ ${number(low)}` : `${label}: ${number(low)} to ${number(high)}`;
}

function facetText(view, column, values) {
  const named = values.slice(0, VALUES).map(value => valueWords(view, column, value));
  const more = values.length > VALUES ? ` or ${values.length - VALUES} more` : "";
  return `${column.label}: ${named.join(" or ")}${more}`;
}

/** @param {import("./state.mjs").View} view @returns {HTMLElement[]} empty where nothing is filtered */
export function filterChips(view) {
  const { facets, ranges, missing, ids, label, runs } = knownState(view).filters;
  const column = name => view.columns.get(name);
  const others = name => missing.filter(other => other !== name);
  const chips = [
    ids ? chip(label || `${ids.length} chosen cases`, () => putFilters(view, { ids: null, label: "" })) : null,
    runs.length ? chip(`Systems: ${runs.join(", ")}`, () => putFilters(view, { runs: [] })) : null,
    ...Object.entries(facets).map(([name, values]) => chip(facetText(view, column(name), values),
      () => putFilters(view, { facets: replaced(facets, name, null) }))),
    ...Object.entries(ranges).map(([name, range]) => chip(rangeText(column(name), range),
      () => putFilters(view, { ranges: replaced(ranges, name, null) }))),
    ...missing.map(name => chip(`${column(name).label}: missing`, () => putFilters(view, { missing: others(name) }))),
  ].filter(Boolean);
  if (!chips.length) return [];
  return [...chips, button("Clear all", () => view.put({ filters: {}, query: "" }), { class: "cx-clear" })];
}
