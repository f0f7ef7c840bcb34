// Where a case's time and money went: a bar a step, with the same numbers as text.
import { h, wording } from "./dom.mjs";

function stepNotes({ model, usage, cached, attempts }) {
  const counts = Object.entries(usage).map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  const tried = attempts > 1 ? `${attempts} attempts` : null, source = cached ? "from the cache, nothing spent" : null;
  return [model, ...counts, source, tried].filter(note => note).map(note => h("bdi", {}, note));
}

function stepLine({ name, ms, usd, notes }, longest) {
  const amount = text => h("span", { class: "cx-amount" }, text);
  const bar = h("span", { class: "cx-bar-fill" });
  bar.style.width = `${longest > 0 ? Math.max(1, 100 * ms / longest) : 0}%`;
  return h("div", { class: "cx-step", role: "listitem" }, h("bdi", {}, name), h("span", { class: "cx-bar-track" }, bar),
    amount(`${wording(ms, "ms")} ms`), amount(usd === undefined ? "" : `$${wording(usd, "usd")}`),
    notes.length ? h("span", { class: "cx-step-notes cx-mark" }, notes) : null);
}

/**
 * The steps in their order where the trace was kept, else the sums by stage.
 * @param {any} detail of one run
 * @returns {HTMLElement|null} null where no time was kept
 */
export function traceList({ steps, stages_ms: stages, stages_usd: costs }) {
  const lines = steps?.length
    ? steps.map(step => ({ name: step.stage, ms: step.latency_ms, usd: step.cost_usd, notes: stepNotes(step) }))
    : Object.entries(stages).map(([name, ms]) => ({ name, ms, usd: costs[name], notes: [] }));
  const longest = Math.max(...lines.map(line => line.ms));
  return lines.length ? h("div", { role: "list" }, lines.map(line => stepLine(line, longest))) : null;
}
