// Where a case's time and money went: a bar a step, with the same numbers as text.
import { h, wording } from "./dom.mjs";

const tokenCounts = usage => Object.entries(usage).map(([name, count]) => `${count} ${name.replace("_tokens", "").replace("_", " ")}`);

function stepNotes(step) {
  const count = tokenCounts(step.usage);
  return [step.model, count.length ? `tokens: ${count.join(", ")}` : null, step.cached ? "from the cache, nothing spent" : null,
    step.attempts > 1 ? `${step.attempts} attempts` : null].filter(note => note).map(note => h("bdi", {}, note));
}

function stepLine(name, ms, usd, longest, notes) {
  const bar = h("span", { class: "cx-bar-fill" });
  bar.style.width = `${longest > 0 ? Math.max(1, 100 * ms / longest) : 0}%`;
  return h("div", { class: "cx-step", role: "listitem" }, h("bdi", {}, name), h("span", { class: "cx-bar-track" }, bar),
    h("span", { class: "cx-amount" }, `${wording(ms, "ms")} ms`), h("span", { class: "cx-amount" }, usd === undefined ? "" : `$${wording(usd, "usd")}`),
    notes.length ? h("span", { class: "cx-step-notes cx-mark" }, notes) : null);
}

/**
 * The steps in their order where the trace was kept, else the sums by stage.
 * @param {any} detail of one run
 * @returns {HTMLElement|null} null where no time was kept
 */
export function traceList({ steps, stages_ms: ms, stages_usd: usd }) {
  const lines = steps?.length ? steps.map(step => [step.stage, step.latency_ms, step.cost_usd, stepNotes(step)])
    : Object.keys(ms).map(stage => [stage, ms[stage], usd[stage], []]);
  if (!lines.length) return null;
  const longest = Math.max(...lines.map(([, time]) => time));
  return h("div", { class: "cx-steps", role: "list" }, lines.map(([name, time, cost, notes]) => stepLine(name, time, cost, longest, notes)));
}
