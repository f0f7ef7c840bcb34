// Keys that work anywhere in the explorer, and none that leaves it: a notebook would take b as "insert a cell".
import { button, h } from "./dom.mjs";
import { RATING_KEYS } from "./rating.mjs";

const KEYS = [
  ["↑ ↓", "or k and j: the case above, below"], ["Enter", "open the case"],
  ["Esc", "leave a field, close the case"], ["/", "search the cases"], ["?", "this list"],
];
const TYPED = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, label, input, [role=button], [role=option]";
const STEPS = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** A list of the keys, as a dialog that gives the focus back when it closes. @returns {HTMLDialogElement} */
export function keysDialog() {
  const lines = [...KEYS, ...RATING_KEYS].flatMap(([key, what]) => [h("kbd", {}, key), h("span", {}, what)]);
  const dialog = h("dialog", { class: "cx-dialog", "aria-label": "Keys" },
    h("div", { class: "cx-title" }, "Keys"), h("div", { class: "cx-keys" }, lines),
    button("Close", () => dialog.close()));
  return dialog;
}

function leave(view, target, { table, detail }) {
  if (target.matches("[type=search]") && view.get("query")) view.put({ query: "" });
  else if (target.matches(TYPED) && detail.element.contains(target)) detail.focus();
  else if (view.get("selected") !== null && !target.matches(TYPED)) {
    view.put({ selected: null });
    table.focus();
  } else table.focus();
}

/** What a key does here; null leaves it to the element that has the focus. */
function actionOf(view, { key, target }, parts) {
  const { table, detail, dialog } = parts, typing = target.matches(TYPED);
  if (key === "Escape") return () => leave(view, target, parts);
  if (target.matches("[type=search]") && (key === "ArrowDown" || key === "Enter")) return () => table.focus();
  if (typing) return null;
  if (key === "/") return () => table.focusSearch();
  if (key === "?") return () => dialog.showModal();
  if (key === "Enter") return target.closest(PRESSED) ? null : () => table.open();
  if (!(key in STEPS)) return null;
  return () => {
    const reading = detail.element.contains(target);
    table.move(STEPS[key]);
    if (!reading) table.focus();
  };
}

/**
 * @param {any} view @param {HTMLElement} root @param {{table: any, detail: any, dialog: HTMLDialogElement}} parts
 * @returns {(event: KeyboardEvent) => void}
 */
export function keyHandler(view, root, parts) {
  return event => {
    event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || parts.dialog.open) return;
    const action = actionOf(view, event, parts);
    const inGrid = event.target.matches(".cx-grid");   // where a click that opens a case leaves the focus
    if (!action && inGrid) parts.detail.rate(event);
    if (!action) return;
    event.preventDefault();
    action();
  };
}

/**
 * In a page of its own, keys also work while nothing has the focus; ↑ and ↓ scroll it until the cases are in sight.
 * @param {HTMLElement} root @param {(event: KeyboardEvent) => void} onKey @param {HTMLElement} cases
 * @returns {() => void} stops it
 */
export function pageKeys(root, onKey, cases) {
  const inSight = () => {
    const { top, bottom } = cases.getBoundingClientRect();
    return top < innerHeight / 2 && bottom > innerHeight / 3;
  };
  const listen = event => {
    if (event.target !== document.body || document.querySelector(".cx") !== root) return;
    if (!event.key.startsWith("Arrow") || inSight()) onKey(event);
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
