// One case, opened: what was asked, expected and said, what it rests on, and how the runs differ.
import { button, field, h } from "./dom.mjs";
import { claimList } from "./claims.mjs";
import { judgeView, signalsView, unscoredView } from "./judge.mjs";
import { longText } from "./longtext.mjs";
import { passageList, placeOf } from "./passages.mjs";
import { ratingView } from "./rating.mjs";
import { runChoice, verdictOf } from "./choice.mjs";
import { traceList } from "./trace.mjs";
import { wordDifference } from "./worddiff.mjs";

let panels = 0;

const noteView = text => h("div", { class: "cx-mark" }, text);
const textView = (text, marks) => text ? longText(text, marks).element : null;

/** A part with one cell a side, under the run's name where they do not fit beside each other; null without content. */
function casePart(title, cells, sides = []) {
  if (cells.every(cell => !cell)) return null;
  return h("section", { class: "cx-dpart" }, h("div", { class: "cx-label", role: "heading", "aria-level": 3 }, title),
    h("div", { class: "cx-sides" }, cells.map((cell, i) => h("div", { class: "cx-side" },
      sides.length > 1 ? h("bdi", { class: "cx-sidename" }, sides[i].run.name) : null, cell ?? noteView("nothing")))));
}

/** Marks where two answers differ, and what they mean. */
function differenceOf(sides) {
  if (sides.length < 2 || !sides.every(side => side.detail)) return [[], [], null];
  const [before, after] = sides.map(side => side.detail.answer), found = wordDifference(before, after);
  if (!found) return [[], [], noteView("The answers are too different to mark word by word.")];
  if (before === after) return [[], [], noteView("Both answers are the same.")];
  const marks = (ranges, tag) => ranges.map(range => ({ ...range, tag }));
  const only = (tag, how, side) => [h(tag, {}, how), ": only in ", h("bdi", {}, side.run.name), ". "];
  return [marks(found.removed, "del"), marks(found.added, "ins"),
    noteView([...only("del", "Struck through", sides[0]), ...only("ins", "underlined", sides[1])])];
}

function answerView({ run, cells, detail, rating }, marks, several) {
  return h("div", {}, several ? h("div", { class: "cx-run" }, h("bdi", {}, run.name), " ", verdictOf(cells)) : null,
    detail ? textView(detail.answer, marks) ?? noteView("no text") : noteView("This run has no such case."), rating?.element);
}

/** A run's claims and passages: a claim that is picked marks its quotes there. */
function groundsOf({ detail, texts }, id) {
  if (!detail) return {};
  const { claims, passages } = detail, list = passages?.length ? passageList(passages, texts, claims, id) : null;
  const show = claim => list?.show(claim);
  return {
    claims: claims.length ? claimList(claims, citation => placeOf(citation, passages), list ? id : null, show) : null,
    passages: list?.element,
  };
}

const errorView = ({ error, error_kind: kind }) =>
  error || kind ? h("div", { class: "cx-error" }, `! ${kind ?? "error"}`, textView(error)) : null;

/** Which parts are not here, and why. */
function notKept(view, sides) {
  const reasons = sides.filter(({ detail }) => detail && !(detail.passages && detail.steps)).map(({ run, detail }) => {
    const parts = [detail.passages ? null : "passages", detail.steps ? null : "the trace by step"].filter(part => part);
    const why = run.evidence ? view.index.reductions.join(" ") || "nothing was kept of this case." : "no evidence file lay beside the report.";
    return `${run.name}, ${parts.join(" and ")}: ${why}`;
  });
  return reasons.length ? field("Not here", reasons) : null;
}

/** The shown runs of a case, each with its row's cells, its detail, and its passages' texts. */
async function sidesOf(view, at, shown) {
  const { rows, runs } = view.index, details = (await view.read("details", at)).runs;
  return Promise.all(shown.map(async r => {
    const cells = Object.fromEntries(Object.entries(rows[r]).map(([key, values]) => [key, values[at]]));
    const texts = await Promise.all((details[r]?.passages ?? []).map(passage => view.read("chunks", passage.text)));
    return { run: runs[r], cells, detail: details[r], texts };
  }));
}

function caseParts(view, at, sides, choice, prefix) {
  const { cases, runs } = view.index, [removed, added, said] = differenceOf(sides);
  const grounds = sides.map((side, i) => groundsOf(side, `${prefix}-passages-${i}`));
  const each = (title, make) => casePart(title, sides.map(side => side.detail && make(side.detail, side)), sides);
  const unanswerable = cases.answerable[at] === "no" ? "none: the documents do not say it" : null;
  const facts = [cases.category[at], cases.answer_type[at], ...cases.tags[at]].filter(fact => fact);
  return [
    casePart("Question", [textView(cases.question[at])]),
    casePart("Expected answer", [textView(cases.expected[at]) ?? unanswerable]),
    choice,
    casePart(sides.length > 1 ? "Answers" : "Answer", sides.map((side, i) => answerView(side, i ? added : removed, runs.length > 1))),
    said,
    each("Error", errorView),
    casePart("Claims", grounds.map(ground => ground.claims), sides),
    casePart("Retrieved passages", grounds.map(ground => ground.passages), sides),
    each("Judge", detail => judgeView(detail.judge)),
    each("Confidence signals", (detail, { cells, run }) => signalsView(detail.signals, cells, run.threshold)),
    each("Not scored", detail => unscoredView(detail.outcomes)),
    each("Time and cost by step", traceList),
    facts.length ? field("Tags", [facts.join(" · ")]) : null,
    notKept(view, sides),
  ];
}

/**
 * The panel of the selected case; it follows trait `selected`, and shows nothing of an earlier case once that changes.
 * @param {import("./state.mjs").View} view
 * @param {{onClose?: () => void, onMove?: (step: number) => void}} host what closing and going on mean there
 * @returns {{element: HTMLElement, focus: () => void}}
 */
export function caseDetail(view, { onClose = () => undefined, onMove = null } = {}) {
  const prefix = `cx-detail-${++panels}`, title = h("div", { class: "cx-dname" }), body = h("div", { class: "cx-dbody" });
  const move = (label, step) => onMove ? button(label, () => onMove(step)) : null;
  const close = button("× close", () => {
    view.put({ selected: null });
    onClose();
  });
  const tools = h("div", { class: "cx-dtools" }, move("↑ previous", -1), move("↓ next", 1), close);
  const panel = h("section", { class: "cx-detail", "aria-label": "Case detail", tabindex: -1, hidden: true },
    h("div", { class: "cx-dhead" }, title, tools), body);
  const choice = runChoice(view, run => show().then(() => panel.querySelectorAll(".cx-runline input")[run]?.focus()));
  let turn = 0, ratings = [];

  async function partsOf(id, at) {
    const sides = await sidesOf(view, at, choice.shown());
    for (const [i, side] of sides.entries()) {
      if (side.detail) side.rating = ratingView(view, side.run.name, id, sides.length > 1 && i === 0);
    }
    return { parts: caseParts(view, at, sides, choice.element(at), prefix), ratings: sides.map(side => side.rating) };
  }
  async function show() {
    const id = view.get("selected"), at = view.position.get(id), mine = ++turn;
    panel.hidden = at === undefined;
    ratings = [];
    body.replaceChildren();
    if (panel.hidden) return;
    const [only, ...others] = view.index.rows;
    title.replaceChildren(h("b", {}, h("bdi", {}, id)), others.length ? "" : ` ${verdictOf({ verdict: only.verdict[at], status: only.status[at] })}`);
    body.setAttribute("aria-busy", "true");
    const damaged = problem => ({ parts: [field("Cannot be shown", [`The data of this case are damaged: ${problem.message}`])], ratings: [] });
    const found = await partsOf(id, at).catch(damaged);
    if (mine !== turn) return;         // another case was chosen meanwhile
    ratings = found.ratings;
    body.replaceChildren(...found.parts.filter(part => part));
    body.removeAttribute("aria-busy");
    panel.scrollTop = 0;
  }
  panel.addEventListener("keydown", event => {
    const { key, shiftKey, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=checkbox])")) return;
    const rating = shiftKey && ratings.length > 1 ? ratings[0] : ratings.at(-1);
    if (rating?.press(key.toLowerCase())) event.preventDefault();
  });
  view.on(["selected"], show);
  view.on(["ratings"], () => { for (const rating of ratings) rating?.refresh(); });
  show();
  return { element: panel, focus: () => panel.focus() };
}
