// The measures: each value with its interval, what is missing and why; with two runs also the paired difference.
import { h, wording } from "./dom.mjs";
import { helped, rowsLink } from "./links.mjs";
import { wideTable } from "./tabular.mjs";
import { scaleOf, whisker } from "./whisker.mjs";

/** Better, worse or not clearly different, as a sign and as a word. */
export const MARKS = { better: ["▲", "better"], worse: ["▼", "worse"], unclear: ["≈", "cannot tell"] };

/** @param {"better"|"worse"|"unclear"|""} mark @param {string} [word] @returns {HTMLElement|null} */
export function markView(mark, word) {
  if (!mark) return null;
  const [sign, usual] = MARKS[mark];
  return h("span", { class: `cx-${mark}` }, h("span", { "aria-hidden": "true" }, sign), " ", word ?? usual);
}

function valueView(view, measure, value, run) {
  if (value.value === null && !value.filter) return value.text;
  return rowsLink(view, value.text, value.filter, `${measure.label}${run}: ${value.text}, show its cases`);
}

const note = text => text ? h("div", { class: "cx-note" }, text) : null;

/** @param {string} text why a value is to be distrusted @returns {HTMLElement|null} */
export function warningOf(text) {
  return text ? h("div", { class: "cx-distrust" }, h("span", { "aria-hidden": "true" }, "! "), text) : null;
}

function lineOfOne(view, measure) {
  const [value] = measure.values;
  return [helped(measure.label, measure.help), valueView(view, measure, value, ""),
    whisker([value], scaleOf(measure)), wording(value.n, "int"), [note(value.missing), warningOf(value.warning)]];
}

function differenceView(view, { difference, label, values }) {
  if (!difference) return "—";
  const { text, outcome, p_value, counts, smallest_visible, filter } = difference;
  return [rowsLink(view, text, filter, `${label}, difference ${text}: show the cases that got worse`), " ",
    markView(values[values.length - 1].mark, outcome) ?? outcome,
    note([p_value, counts, smallest_visible].filter(part => part).join(" · "))];
}

function lineOfSeveral(view, measure) {
  const { runs, mode } = view.index;
  const cells = measure.values.map((value, i) => [valueView(view, measure, value, `, ${runs[i].name}`),
    note([value.n === null ? "" : `n ${value.n}`, value.missing].filter(part => part).join(" · ")),
    warningOf(value.warning)]);
  const drawn = whisker(measure.values, scaleOf(measure));
  const difference = mode === "two" ? [differenceView(view, measure)] : [];
  return [helped(measure.label, measure.help), ...cells, drawn, ...difference];
}

const NEAR = 0.05;

/** Where answers are withheld, and by what right: what every rate below rests on. */
function thresholdView(view, { name, threshold, threshold_source, alpha }, run) {
  const several = view.index.runs.length > 1, margin = several ? `margin@${run}` : "margin";
  const near = { ranges: { [margin]: [-NEAR, NEAR] }, label: `within ${NEAR} of the threshold` };
  return h("div", { class: "cx-threshold" }, several ? `${name}: ` : null,
    h("strong", {}, threshold === null ? "no threshold" : `threshold ${wording(threshold, "score")}`),
    `, ${threshold_source}; wrong answers allowed: ${wording(alpha, "share")} (alpha) `,
    threshold !== null && view.columns.has(margin) ? rowsLink(view, "show the cases near it", near) : null,
    threshold_source.startsWith("calibrated") ? null : warningOf("it carries no guarantee"));
}

/** @param {any} view @returns {HTMLElement|null} */
export function numbersView(view) {
  const { measures, runs, mode } = view.index, several = runs.length > 1;
  if (!measures.length) return null;
  const difference = mode === "two" ? ["Difference, paired"] : [];
  const heads = several ? ["Measure", ...runs.map(run => run.name), "95% interval", ...difference]
    : ["Measure", "Value", "95% interval", "n", "Missing, and why"];
  const lines = measures.map(measure => several ? lineOfSeveral(view, measure) : lineOfOne(view, measure));
  return h("div", {}, runs.map((run, i) => thresholdView(view, run, i)),
    wideTable("Numbers", heads, lines, { numeric: several ? [] : [3] }));
}
