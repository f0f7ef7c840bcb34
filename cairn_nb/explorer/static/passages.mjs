// What was retrieved for a question, in the order of its ranks, with the quotes that the answer took from it.
import { h } from "./dom.mjs";
import { longText, unitsOf } from "./longtext.mjs";

const FOLDED_CHARS = 480;
const PASSAGE_MARKS = { supporting: "★ supporting", unlabelled: "☆ not labelled, yet the answer is well supported" };
const NEVER_SHOWN = "⊘ ranked, never shown to the generator";

function marksIn(passage, text, claims) {
  const here = citation => citation.resolved && citation.chunk_id === passage.id;
  const found = claims.flatMap((claim, i) => claim.citations.filter(here).map(citation => ({ ...citation, claim: i })));
  const units = unitsOf(text, found.flatMap(({ start, end }) => [start, end]));
  return found.map(({ claim, start, end }) => ({ claim, tag: "mark", start: units.get(start), end: units.get(end) }))
    .filter(({ start, end }) => start < end && end <= text.length);
}

function passageHead(passage, cited) {
  const place = [passage.page === null ? null : `page ${passage.page}`, passage.heading].filter(part => part !== null);
  const parts = Object.entries(passage.components).map(([name, score]) => `${name} ${score.toPrecision(4)}`);
  const states = [PASSAGE_MARKS[passage.mark], !passage.shown && NEVER_SHOWN, cited && "❝ quoted"].filter(Boolean);
  return h("summary", { class: "cx-phead" }, h("b", { class: "cx-rank" }, `${passage.rank}`),
    h("span", { class: "cx-place" }, h("bdi", {}, passage.source), place.flatMap(part => [" · ", h("bdi", {}, part)])),
    h("span", { class: "cx-pscore", title: parts.join(", ") || null }, passage.score.toPrecision(4)),
    h("span", { class: "cx-states" }, states.map(state => h("span", { class: "cx-flag" }, state))),
    parts.length > 1 ? h("span", { class: "cx-states cx-mark" }, parts.join(" · ")) : null);
}

function passageView(passage, text, claims) {
  const marks = marksIn(passage, text, claims), long = longText(text, marks, FOLDED_CHARS);
  const open = marks.length > 0 || passage.mark !== "" || passage.rank === 1;
  const element = h("details", { class: `cx-passage${passage.shown ? "" : " cx-unshown"}`, open },
    passageHead(passage, marks.length > 0), long.element);
  return { element, marks, long };
}

function emphasize({ element, marks, long }, claim) {
  for (const mark of marks) mark.strong = mark.claim === claim;
  const first = marks.find(mark => mark.strong);
  if (first) {
    element.open = true;
    long.reveal(first);
  } else if (marks.length) long.paint();
}

/**
 * @param {any[]} passages @param {string[]} texts one for each
 * @param {any[]} claims @param {string} id of the element
 * @returns {{element: HTMLElement, show: (claim: number|null) => void}} `show` marks a claim's quotes, and goes to the
 *   first
 */
export function passageList(passages, texts, claims, id) {
  const views = passages.map((passage, i) => passageView(passage, texts[i], claims));
  const element = h("div", { id, class: "cx-passages" }, views.map(view => view.element));
  const show = claim => {
    for (const view of views) emphasize(view, claim);
    element.querySelector(".cx-strong")?.scrollIntoView({ block: "nearest" });
  };
  return { element, show };
}

/**
 * Where a quote stands, in words.
 * @param {any} citation @param {any[]|null} passages null where they were not kept
 * @returns {string}
 */
export function placeOf(citation, passages) {
  if (!citation.resolved) return "✗ stands in no passage";
  const passage = passages?.find(({ id }) => id === citation.chunk_id);
  return passage ? `in passage ${passage.rank}` : "in a passage that is not here";
}
