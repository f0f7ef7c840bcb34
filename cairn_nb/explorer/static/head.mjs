// The heads of the table's columns: what each is sorted by, and in which turn. Keys reach them from the first row.
import { h } from "./dom.mjs";
import { isNumber, plainLabel } from "./known.mjs";
import { nextSort } from "./sort.mjs";

const ARROWS = { asc: "▲", desc: "▼" };
const SORTED = { asc: "ascending", desc: "descending" };

function headWords(view, column) {
  const plain = plainLabel(view, column);
  const run = plain === column.label ? null : h("span", { class: "cx-of-run" }, view.index.runs[column.run].name);
  return h("span", { class: "cx-head-text" }, plain, run);
}

function turn(sort, place) {
  const words = sort.length > 1 ? `, sorted in turn ${place + 1}` : "";
  const mark = ARROWS[sort[place][1]] + (sort.length > 1 ? place + 1 : "");
  return [h("span", { class: "cx-hidden" }, words), h("span", { class: "cx-order", "aria-hidden": "true" }, mark)];
}

/**
 * @param {import("./state.mjs").View} view @param {any[]} columns @param {[string, string][]} sort
 * @param {string} prefix of ids @param {(sort: [string, string][]) => void} put
 * @returns {HTMLElement[]}
 */
export function headCells(view, columns, sort, prefix, put) {
  return columns.map((column, j) => {
    const place = sort.findIndex(([name]) => name === column.name);
    return h("div", {
      role: "columnheader", id: `${prefix}-h${j}`, "aria-colindex": j + 1,
      "aria-sort": place < 0 ? "none" : SORTED[sort[place][1]],
      class: isNumber(column) ? "cx-cell cx-numeric" : "cx-cell",
      title: column.help ? `${column.label}: ${column.help}` : column.label,
      onclick: event => put(nextSort(sort, column.name, event.shiftKey)),
    }, headWords(view, column), place < 0 ? null : turn(sort, place));
  });
}
