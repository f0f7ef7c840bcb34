// Paper: the table of the cases holds only what is on the screen, so its first rows are written out while printing.
import { h, wording } from "./dom.mjs";
import { knownState, shownColumns } from "./known.mjs";
import { valueWords } from "./rows.mjs";
import { wideTable } from "./tabular.mjs";

const ROWS = 40, LETTERS = 160;

function shortForPrint(text) {
  return text.length > LETTERS ? `${text.slice(0, LETTERS).replace(/\p{Surrogate}$/u, "")}…` : text;
}

function cellPrinted(view, column, value) {
  if (column.kind === "set") return (value ?? []).map(one => valueWords(view, column, one)).join(", ");
  if (column.kind === "state" && value) return valueWords(view, column, value);
  return shortForPrint(wording(value, column.kind));
}

function rowsPrinted(view, positions) {
  const shown = shownColumns(view, knownState(view));
  const lines = Array.from(positions.slice(0, ROWS), i =>
    shown.map(column => cellPrinted(view, column, view.values(column.name)[i])));
  const rest = positions.length - lines.length;
  return h("div", { class: "cx-printed" }, wideTable("Cases", shown.map(column => column.label), lines),
    rest > 0 ? h("p", {}, `${rest} more ${rest === 1 ? "case is" : "cases are"} in the explorer itself.`) : null);
}

/**
 * @param {any} view @param {HTMLElement} root @param {{element: HTMLElement}} cases where the rows are written
 * @param {() => ArrayLike<number>} positions the rows as they are filtered and sorted
 * @returns {() => void} stops it
 */
export function printing(view, root, cases, positions) {
  let opened = [], printed = null;
  const before = () => {
    opened = [...root.querySelectorAll("details:not([open])")];
    for (const details of opened) details.open = true;
    printed = rowsPrinted(view, positions());
    cases.after(printed);
  };
  const after = () => {
    for (const details of opened) details.open = false;
    printed?.remove();
  };
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
  };
}
