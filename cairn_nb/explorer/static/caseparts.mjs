// What is shown of one case: what was asked, expected and said, what it rests on, and how the runs differ.
import { field, h } from "./dom.mjs";
import { claimList } from "./claims.mjs";
import { axesView, checkedView, judgeView, signalsView, unscoredView } from "./judge.mjs";
import { longText } from "./longtext.mjs";
import { passageList, placeOf } from "./passages.mjs";
import { verdictOf } from "./choice.mjs";
import { traceList } from "./trace.mjs";
import { wordDifference } from "./worddiff.mjs";

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
    detail ? textView(detail.answer, marks) ?? noteView("no text") : noteView("This run has no such case."),
    rating?.element);
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
    const leftOut = view.index.reductions.join(" ") || "nothing was kept of this case.";
    return `${run.name}, ${parts.join(" and ")}: ${run.evidence ? leftOut : "no evidence file lay beside the report."}`;
  });
  return reasons.length ? field("Not here", reasons) : null;
}

/**
 * The shown runs of a case, each with its row's cells, its detail, and its passages' texts.
 * @param {import("./state.mjs").View} view @param {number} at the row's position @param {number[]} shown runs
 * @returns {Promise<{run: any, cells: any, detail: any, texts: string[]}[]>} a detail is null where a run has no such row
 */
export async function sidesOf(view, at, shown) {
  const { rows, runs } = view.index, details = (await view.read("details", at)).runs;
  return Promise.all(shown.map(async r => {
    const cells = Object.fromEntries(Object.entries(rows[r]).map(([key, values]) => [key, values[at]]));
    const texts = await Promise.all((details[r]?.passages ?? []).map(passage => view.read("chunks", passage.text)));
    return { run: runs[r], cells, detail: details[r], texts };
  }));
}

/**
 * @param {import("./state.mjs").View} view @param {number} at the row's position
 * @param {any[]} sides of `sidesOf`, each with its `rating` @param {HTMLElement|null} choice of the runs
 * @param {string} prefix for element ids
 * @returns {HTMLElement[]}
 */
export function caseParts(view, at, sides, choice, prefix) {
  const { cases, runs } = view.index, [removed, added, said] = differenceOf(sides);
  const answers = sides.map((side, i) => answerView(side, i ? added : removed, runs.length > 1));
  const grounds = sides.map((side, i) => groundsOf(side, `${prefix}-passages-${i}`));
  const each = (title, make) => casePart(title, sides.map(side => side.detail && make(side.detail, side)), sides);
  const unanswerable = cases.answerable[at] === "no" ? "none: the documents do not say it" : null;
  const facts = [cases.category[at], cases.answer_type[at], ...cases.tags[at]].filter(fact => fact);
  return [
    casePart("Question", [textView(cases.question[at])]),
    casePart("Expected answer", [textView(cases.expected[at]) ?? unanswerable]),
    choice,
    casePart(sides.length > 1 ? "Answers" : "Answer", answers),
    said,
    each("Error", errorView),
    casePart("Claims", grounds.map(ground => ground.claims), sides),
    each("Claims checked one by one", detail => checkedView(detail.checked)),
    casePart("Retrieved passages", grounds.map(ground => ground.passages), sides),
    each("Judge", detail => judgeView(detail.judge)),
    each("Five axes", detail => axesView(detail.axes)),
    each("Refusal", detail => detail.refusal && h("div", {}, detail.refusal)),
    each("Confidence signals", (detail, { cells, run }) => signalsView(detail.signals, cells, run.threshold)),
    each("Not scored", detail => unscoredView(detail.outcomes)),
    each("Time and cost by step", traceList),
    facts.length ? field("Tags", [facts.join(" · ")]) : null,
    notKept(view, sides),
  ].filter(part => part);
}
