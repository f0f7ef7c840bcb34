// A plain table that scrolls inside its own box, so that a narrow page never scrolls sideways.
import { h } from "./dom.mjs";

/**
 * @param {string} name what the table is of, for those who do not see it
 * @param {(Node|string)[]} heads
 * @param {(Node|string|(Node|string|null)[]|null)[][]} rows the first cell of each names the row
 * @param {{numeric?: number[], focusable?: boolean}} [options] columns set in figures; whether the box takes the
 *   focus (where nothing in it does)
 * @returns {HTMLElement}
 */
export function wideTable(name, heads, rows, { numeric = [], focusable = false } = {}) {
  const look = j => numeric.includes(j) ? "cx-num" : null;
  const head = h("tr", {}, heads.map((text, j) =>
    text === "" ? h("td") : h("th", { scope: "col", class: look(j) }, text)));
  const body = rows.map(cells => h("tr", {}, cells.map((cell, j) =>
    h(j ? "td" : "th", { class: look(j), scope: j ? null : "row" }, cell))));
  return h("div", { class: "cx-wide", role: "group", "aria-label": name, tabindex: focusable ? 0 : null },
    h("table", { class: "cx-table" }, h("thead", {}, head), h("tbody", {}, body)));
}
