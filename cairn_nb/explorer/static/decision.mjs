// The gate's verdict, to be read in three seconds: the word, then the reasons, each with the rows behind it.
import { button, h } from "./dom.mjs";
import { sentenceView } from "./links.mjs";

const signOf = promote => promote === null ? "?" : promote ? "✓" : "✗";
const lookOf = promote => promote === null ? "unclear" : promote ? "better" : "worse";

function listOf(view, title, sentences) {
  if (!sentences.length) return null;
  return h("div", { class: "cx-sentences" }, title ? h("div", { class: "cx-label" }, title) : null,
    h("ul", {}, sentences.map(sentence => h("li", {}, sentenceView(view, sentence)))));
}

/** A kind of change that narrows the cases to itself, and is shown pressed while it does. */
function changeChip(view, change) {
  const chosen = () => view.get("filters")?.facets?.change ?? [];
  const toggle = () => {
    const kept = chosen().filter(key => key !== change.key);
    view.show({ facets: { change: kept.length < chosen().length ? kept : [...kept, change.key] } });
  };
  const chip = button([h("span", { "aria-hidden": "true" }, change.regression ? "▼ " : "▲ "), `${change.label} `,
    h("strong", {}, String(change.n))], toggle, {
    class: `cx-chip cx-${change.regression ? "worse" : "better"}`, title: change.help, disabled: change.n === 0,
  });
  const paint = () => chip.setAttribute("aria-pressed", String(chosen().includes(change.key)));
  view.on(["filters"], paint);
  paint();
  return chip;
}

/** @param {any} view @returns {HTMLElement|null} null where nothing was decided and nothing compared */
export function decisionView(view) {
  const { decision, changes } = view.index;
  if (!decision && !changes.length) return null;
  const verdict = decision && h("div", { class: `cx-verdict cx-${lookOf(decision.promote)}` },
    h("div", { class: "cx-word" }, h("span", { "aria-hidden": "true" }, `${signOf(decision.promote)} `), decision.title),
    listOf(view, "", decision.reasons), listOf(view, "Cannot tell", decision.undecided), listOf(view, "Notes", decision.notes));
  const chips = [...changes.filter(change => change.regression), ...changes.filter(change => !change.regression)];
  return h("div", { class: "cx-decision" }, verdict, changes.length
    ? h("div", { class: "cx-chips", role: "group", "aria-label": "What changed" }, chips.map(change => changeChip(view, change)))
    : null);
}
