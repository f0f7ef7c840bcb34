// The gate's verdict, to be read in three seconds: the word, then the reasons, each with the rows behind it.
import { button, h } from "./dom.mjs";
import { sentenceList } from "./links.mjs";

const signOf = promote => promote === null ? "?" : promote ? "✓" : "✗";
const lookOf = promote => promote === null ? "unclear" : promote ? "better" : "worse";

function verdictView(view, { promote, title, reasons, undecided, notes }) {
  const [word, ...rest] = title.split(": ");
  return h("div", { class: `cx-verdict cx-${lookOf(promote)}` },
    h("div", { class: "cx-word" }, h("span", { "aria-hidden": "true" }, `${signOf(promote)} `),
      word[0].toUpperCase() + word.slice(1), " ", h("span", { class: "cx-against" }, rest.join(": "))),
    h("div", { class: "cx-sentences" }, reasons.length ? sentenceList(view, reasons) : null,
      undecided.length ? [h("div", { class: "cx-label" }, "Cannot tell"), sentenceList(view, undecided)] : null,
      notes.length ? h("details", {}, h("summary", {}, `Notes (${notes.length})`), sentenceList(view, notes)) : null));
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
    class: `cx-change cx-${change.regression ? "worse" : "better"}`, title: change.help, disabled: change.n === 0,
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
  const chips = [...changes.filter(change => change.regression), ...changes.filter(change => !change.regression)];
  const group = { class: "cx-changes", role: "group", "aria-label": "What changed" };
  return h("div", {}, decision && verdictView(view, decision),
    chips.length ? h("div", group, chips.map(change => changeChip(view, change))) : null);
}
