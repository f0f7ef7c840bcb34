// Sections of prose, a table, and files to copy or save: recommendation, label audit, reproducibility and the like.
import { button, copyText, h, saveFile } from "./dom.mjs";
import { sentenceList, sentenceView } from "./links.mjs";
import { wideTable } from "./tabular.mjs";

const SHORT_LINES = 12;

function fileView(view, { name, text }) {
  const lines = text.trimEnd().split("\n").length;
  const copy = async () => view.announce(await copyText(text) ? `${name} copied` : `${name} could not be copied`);
  return h("div", { class: "cx-file" },
    h("div", { class: "cx-file-head" }, h("code", {}, name),
      button("Copy", copy, { "aria-label": `Copy ${name}` }),
      button("Save", () => saveFile(name, "text/plain", text), { "aria-label": `Save ${name}` })),
    h("details", { open: lines <= SHORT_LINES }, h("summary", {}, `${lines} lines`),
      h("pre", { class: "cx-text", tabindex: 0, role: "group", "aria-label": name }, text)));
}

/** Sentences under their title; of several folds the titles alone. */
function foldView(view, { title, sentences }, alone) {
  return h("details", { class: "cx-sentences", open: alone }, h("summary", {}, title), sentenceList(view, sentences));
}

/** @param {any} view @param {any} section @returns {HTMLElement} */
export function proseView(view, { title, paragraphs, sentences, folds, heads, rows, files }) {
  return h("div", { class: "cx-prose" },
    [...paragraphs.map(text => ({ text })), ...sentences].map(said => h("p", {}, sentenceView(view, said))),
    folds.map(fold => foldView(view, fold, folds.length === 1)),
    rows.length ? wideTable(title, heads, rows, { focusable: true }) : null,
    files.map(file => fileView(view, file)));
}
