// The explorer: one front-end module, two hosts. It knows only `model` and `el`, and everything it shows is in the
// model's traits, so it also works with a busy kernel and with none.
import { h } from "./dom.mjs";
import { blockReader, unpack } from "./data.mjs";
import { openView } from "./state.mjs";
import { casesTable } from "./table.mjs";
import { caseDetail } from "./detail.mjs";
import { figureView } from "./figure.mjs";

const ORDER = {
  one: ["recommendation", "numbers", "charts", "cases", "", "reproducibility"],
  two: ["decision", "cases", "numbers", "charts", "", "reproducibility"],
  many: ["recommendation", "board", "frontier", "categories", "cases", "operations", "charts", "", "reproducibility"],
};
const TITLES = {
  decision: "Decision", board: "Leaderboard", numbers: "Numbers", charts: "Charts", frontier: "Quality against cost and time",
  categories: "Categories", cases: "Cases", operations: "Cost and time",
};
let instances = 0;

function casesView(view) {
  if (typeof casesTable === "undefined") return null;
  let detail = null;
  const table = casesTable(view, { onOpen: () => detail?.focus() });
  detail = typeof caseDetail === "undefined" ? null : caseDetail(view, { onClose: () => table.focus() });
  return { element: h("div", { class: "cx-cases" }, table.element, detail?.element), table, detail };
}

function chartsView(view, places) {
  const figures = view.index.figures.filter(figure => places.includes(figure.place));
  if (!figures.length || typeof figureView === "undefined") return null;
  return h("div", { class: "cx-figures" }, figures.map(figure => figureView(view, figure)));
}

/** What stands in each section; null where the view has no data for it. */
function contents(view, cases) {
  const many = view.index.mode === "many";
  return {
    charts: chartsView(view, many ? ["charts"] : ["charts", "frontier", "categories", "operations"]),
    frontier: chartsView(view, ["frontier"]),
    categories: chartsView(view, ["categories"]),
    operations: chartsView(view, ["operations"]),
    cases: cases?.element ?? null,
  };
}

function sectionView(prefix, key, title, content) {
  const id = `${prefix}-${key}`;
  return h("section", { class: "cx-section", id, "data-key": key, "aria-labelledby": `${id}-title` },
    h("h2", { class: "cx-title", id: `${id}-title`, tabindex: -1 }, title), content);
}

/** The sections that have data, in the order of the mode. */
function sections(view, prefix, cases) {
  const found = contents(view, cases);
  return ORDER[view.index.mode].filter(key => found[key]).map(key => sectionView(prefix, key, TITLES[key], found[key]));
}

function goTo(section) {
  section.scrollIntoView();
  section.querySelector(".cx-title").focus({ preventScroll: true });
}

function nav(parts) {
  return h("nav", { class: "cx-nav", "aria-label": "Sections" }, parts.map(section => h("a", {
    href: `#${section.id}`,
    onclick: event => { event.preventDefault(); goTo(section); },   // the address holds the state, not a place
  }, section.querySelector(".cx-title").textContent)));
}

/** Narrow the cases to some rows; a null filter is the reader's, who has not chosen yet. */
function filtersOf({ facets = {}, ranges = {}, missing = [], ids = null, label = "" }) {
  return { facets, ranges, missing, ids, label };
}

/** @param {{model: any, el: HTMLElement}} host */
async function render({ model, el }) {
  const index = await unpack(model.get("index"));
  const view = openView(model, index, blockReader(model));
  const live = h("div", { class: "cx-hidden", role: "status", "aria-live": "polite" });
  const root = h("div", { class: "cx", "data-mode": index.mode, "data-lm-suppress-shortcuts": "true" });
  if (!view.get("filters") && index.opens) view.put({ filters: filtersOf(index.opens) });
  view.announce = text => { live.textContent = text; };
  const cases = casesView(view);
  const parts = sections(view, `cx${++instances}`, cases);
  view.show = filter => {
    view.put({ filters: filtersOf(filter), query: "", selected: null });
    root.querySelector("[data-key=cases]")?.scrollIntoView();
    cases?.table.focus();
  };
  root.addEventListener("keydown", event => event.stopPropagation());   // or the notebook takes b as "insert a cell"
  root.append(nav(parts), ...parts, live);
  el.replaceChildren(root);
  root.dataset.ready = "1";
  return () => view.dispose();
}

const explorer = { render };
export default explorer;
