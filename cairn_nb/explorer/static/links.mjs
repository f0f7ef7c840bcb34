// What leads from a number or a sentence to its rows, and what explains it: buttons, so that keys reach both.
import { button, h } from "./dom.mjs";
import { matchingRows } from "./filter.mjs";
import { sortedOrder } from "./sort.mjs";

/**
 * A text that opens its rows, or the text alone where it has none.
 * @param {any} view @param {string} text @param {object|null} filter
 * @param {string} [name] what a screen reader says in place of the text
 * @returns {HTMLElement}
 */
export function rowsLink(view, text, filter, name) {
  if (!filter) return h("span", {}, text);
  const label = name ?? (filter.label ? `${text}: show ${filter.label}` : `${text}: show its cases`);
  return button(text, () => view.show(filter), { class: "cx-link", "aria-label": label });
}

/** @param {any} view @param {{text: string, filter: object|null}} sentence @returns {(Node|string)[]} */
export function sentenceView(view, { text, filter }) {
  if (!filter) return [text];
  const n = matchingRows(view, { query: "", filters: filter }, sortedOrder(view, [])).rows.length;
  const what = `show ${n} ${n === 1 ? "case" : "cases"}`;
  return [`${text} `, button(what, () => view.show(filter), { class: "cx-link", "aria-label": `${what}: ${text}` })];
}

/** @param {any} view @param {any[]} sentences @returns {HTMLElement} */
export function sentenceList(view, sentences) {
  return h("ul", {}, sentences.map(sentence => h("li", {}, sentenceView(view, sentence))));
}

let helps = 0;

/**
 * A term with its definition on demand: a button beside it shows and hides the definition below.
 * @param {string} term @param {string} definition
 * @returns {Node[]}
 */
export function helped(term, definition) {
  if (!definition) return [h("span", {}, term)];
  const note = h("div", { class: "cx-help", id: `cx-help-${++helps}`, hidden: true }, definition);
  const toggle = button("?", () => {
    note.hidden = !note.hidden;
    toggle.setAttribute("aria-expanded", String(!note.hidden));
  }, { class: "cx-ask", "aria-expanded": "false", "aria-controls": note.id, "aria-label": `What is ${term}?` });
  return [h("span", {}, term), toggle, note];
}
