// What was measured of an answer: the judge's word, the confidence and its signals, and what could not be scored.
import { h, wording } from "./dom.mjs";
import { longText } from "./longtext.mjs";
import { wideTable } from "./tabular.mjs";

const REASONS = {
  not_applicable: "does not apply", abstained: "the system abstained", error: "ended in an error",
  timeout: "ran out of time", unparsed: "the reply could not be read",
};
const reasonOf = outcome => REASONS[outcome] ?? String(outcome);
const namedValue = (name, value) =>
  h("div", { class: "cx-pair" }, h("bdi", {}, name.replaceAll("_", " ")), h("span", { class: "cx-amount" }, value));

/** @param {any} judge of a run's detail, or null @returns {HTMLElement|null} */
export function judgeView(judge) {
  if (!judge) return null;
  const correct = judge.correct === null ? "" : judge.correct ? " · ✓ correct" : " · ✗ not correct";
  const score = `score ${wording(judge.score, "score")}${correct}`;
  const why = judge.outcome ? `: ${reasonOf(judge.outcome)}` : "";
  const reply = judge.raw
    ? h("details", {}, h("summary", {}, "the judge's reply as it came"), longText(judge.raw).element) : null;
  return h("div", {}, h("div", {}, judge.score === null ? `no score${why}` : score),
    judge.reason ? longText(judge.reason).element : null, reply);
}

const AXES = ["correctness", "faithfulness", "completeness", "relevance", "citation quality", "answer score"];

/** @param {any} axes of a run's detail, or null @returns {HTMLElement|null} a column for each judge */
export function axesView(axes) {
  if (!axes) return null;
  const lines = AXES.map((name, i) => [name, ...axes.grades.map(grades => wording(grades[i], "score"))]);
  return h("div", {}, wideTable("Five axes", ["0 to 5", ...axes.who], lines, { focusable: true }),
    axes.said.map(text => longText(text).element));
}

/** @param {any} checked claims of a run's detail, or null @returns {HTMLElement|null} */
export function checkedView(checked) {
  return checked && h("div", {}, checked.said, checked.claims.map(([text, verdict, supported]) =>
    h("div", { class: supported ? null : "cx-error" }, longText(text).element, h("div", { class: "cx-mark" }, verdict))));
}

/**
 * @param {Record<string, number>} signals
 * @param {{confidence: number|null, margin: number|null}} cells of the run's row
 * @param {number|null} threshold
 * @returns {HTMLElement|null}
 */
export function signalsView(signals, { confidence, margin }, threshold) {
  const distance = margin === null ? "" : `, ${Math.abs(margin).toFixed(3)} ${margin < 0 ? "below" : "above"}`;
  const side = distance && `${distance} the threshold ${wording(threshold, "score")}`;
  const lines = Object.entries(signals).map(([name, value]) => namedValue(name, wording(value, "score")));
  if (confidence === null && !lines.length) return null;
  return h("div", {}, h("div", {}, `confidence ${wording(confidence, "score")}${side}`), lines);
}

/** What has no score, and why. @param {Record<string, string>} outcomes @returns {HTMLElement|null} */
export function unscoredView(outcomes) {
  const lines = Object.entries(outcomes).filter(([, why]) => why !== "scored");
  return lines.length ? h("div", {}, lines.map(([name, why]) => namedValue(name, reasonOf(why)))) : null;
}
