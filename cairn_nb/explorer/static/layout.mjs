// Which parts stand on the page, in which order: a document to read downwards, print and search, with a line of links.
import { h } from "./dom.mjs";
import { bannerView } from "./banner.mjs";
import { boardView } from "./board.mjs";
import { decisionView } from "./decision.mjs";
import { figureView } from "./figure.mjs";
import { numbersView } from "./numbers.mjs";
import { proseView } from "./sections.mjs";

const REST = "*";   // where sections without a place of their own stand
const ORDER = {
  one: ["recommendation", "numbers", "charts", "cases", REST, "reproducibility"],
  two: ["decision", "cases", "numbers", "charts", REST, "reproducibility"],
  many: [
    "recommendation", "board", "numbers", "frontier", "categories", "cases", "operations", "charts", REST,
    "reproducibility",
  ],
};
const TITLES = {
  decision: "Decision", board: "Leaderboard", numbers: "Numbers", frontier: "Quality against cost and time",
  categories: "Categories", cases: "Cases", operations: "Cost and time", charts: "Charts",
};

function figuresView(view, places) {
  const figures = view.index.figures.filter(figure => places.includes(figure.place));
  return figures.length ? h("div", { class: "cx-figures" }, figures.map(figure => figureView(view, figure))) : null;
}

/** What stands under each key, with its title; null where the view has no data for it. */
function contents(view, cases) {
  const { mode, board, sections } = view.index, apart = mode === "many" ? ["frontier", "categories", "operations"] : [];
  const places = ["board", "charts", "frontier", "categories", "operations"].filter(place => !apart.includes(place));
  const parts = {
    decision: decisionView(view), board: boardView(view), numbers: board ? null : numbersView(view), cases,
    charts: figuresView(view, places), ...Object.fromEntries(apart.map(place => [place, figuresView(view, [place])])),
  };
  const known = Object.entries(parts).map(([key, content]) => [key, TITLES[key], content]);
  return [...known, ...sections.map(section => [section.key, section.title, proseView(view, section)])];
}

function sectionView(prefix, [key, title, content]) {
  const id = `${prefix}-${key}`;
  return h("section", { class: "cx-section", id, "data-section": key },
    h("h2", { class: "cx-title", tabindex: -1 }, title), content);
}

/** Scroll to a section and let reading and the Tab key go on from there. */
function goTo(section) {
  const nav = section.parentNode.querySelector(".cx-nav");   // it may stay in sight, and takes several lines
  section.style.setProperty("--nav", `${nav.offsetHeight}px`);
  section.scrollIntoView();
  section.querySelector(".cx-title").focus({ preventScroll: true });
}

function linkTo(section, label, look) {
  return h("a", { href: `#${section.id}`, class: look, onclick: event => {
    event.preventDefault();            // the address holds the state of the cases, not a place
    goTo(section);
  } }, label);
}

/**
 * @param {any} view @param {HTMLElement} cases @param {string} prefix for element ids
 * @returns {HTMLElement[]} the banner, the line of links and the sections that have data
 */
export function layout(view, cases, prefix) {
  const order = ORDER[view.index.mode], place = key => order.indexOf(order.includes(key) ? key : REST);
  const found = contents(view, cases).filter(([, , content]) => content).sort(([a], [b]) => place(a) - place(b));
  const sections = found.map(part => sectionView(prefix, part));
  const titled = key => sections[found.findIndex(part => part[0] === key)];
  view.goTo = key => goTo(titled(key));
  const nav = h("nav", { class: "cx-nav", "aria-label": `Sections of ${view.index.title}` },
    found.map(([, title], i) => linkTo(sections[i], title, "cx-to")));
  return [linkTo(titled("cases"), "Skip to the cases", "cx-skip"), bannerView(view), nav, ...sections];
}
