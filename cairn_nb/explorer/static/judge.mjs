// What was measured of an answer: the judge's word, the confidence and its signals, and what could not be scored.
import { h, wording } from "./dom.mjs";
import { longText } from "./longtext.mjs";

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
