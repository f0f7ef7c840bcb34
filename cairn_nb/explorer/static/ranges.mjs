// The menu of numbers: how far from the threshold, and from … to … or missing for every number of a row.
import { button, h } from "./dom.mjs";
import { putFilters, replaced } from "./facets.mjs";
import { isNumber, knownState, plainLabel } from "./known.mjs";
import { checkbox, menu } from "./menu.mjs";

const NEARNESS = 0.05;
const HEADS = ["", "at least", "at most", ""];

function numberInput(label, value, key, change) {
  const input = h("input", { type: "number", step: "any", class: "cx-number", "aria-label": label, "data-key": key,
    onchange: event => change(event.target.value === "" ? null : Number(event.target.value)) });
  input.value = value ?? "";
  return input;
}

function setRange(view, name, low, high) {
  const range = low === null && high === null ? null : [low, high];
  putFilters(view, { ranges: replaced(knownState(view).filters.ranges, name, range) });
}

function setMissing(view, name, on) {
  const others = knownState(view).filters.missing.filter(other => other !== name);
  putFilters(view, { missing: on ? [...others, name] : others });
}

function nearThreshold(view, column) {
  const { name } = column, [low, high] = knownState(view).filters.ranges[name] ?? [null, null];
  const near = high !== null && low === -high ? high : null;
  const put = distance => {
    const far = distance === null ? null : Math.abs(distance);
    setRange(view, name, far === null ? null : -far, far);
  };
  const box = checkbox("near the threshold, within ±", near !== null, on => put(on ? NEARNESS : null),
    { key: `near ${name}` });
  return h("div", { class: "cx-near" }, box, numberInput("how near to the threshold", near, `within ${name}`, put));
}

function numberRow(view, column) {
  const { ranges, missing } = knownState(view).filters, { name } = column, label = plainLabel(view, column);
  const [low, high] = ranges[name] ?? [null, null];
  return [
    h("span", { class: "cx-check-text", title: column.help || null }, label),
    numberInput(`${label}: at least`, low, `low ${name}`, value => setRange(view, name, value, high)),
    numberInput(`${label}: at most`, high, `high ${name}`, value => setRange(view, name, low, value)),
    checkbox("missing", missing.includes(name), on => setMissing(view, name, on), { key: `missing ${name}` }),
  ];
}

function hasNumbers(view, column) {
  return isNumber(column) && column.key !== "trial" && view.values(column.name).some(value => value !== null);
}

function runPart(view, run, several) {
  const columns = view.index.columns.filter(column => column.run === run && hasNumbers(view, column));
  const margin = columns.find(({ key }) => key === "margin");
  if (!columns.length) return [];
  return [several && run !== null ? h("div", { class: "cx-part" }, view.index.runs[run].name) : null,
    margin ? nearThreshold(view, margin) : null,
    h("div", { class: "cx-numbers" }, HEADS.map(text => h("span", { class: "cx-mark", "aria-hidden": "true" }, text)),
      columns.flatMap(column => numberRow(view, column)))];
}

/** @param {import("./state.mjs").View} view @returns {ReturnType<typeof menu>} */
export function rangesMenu(view) {
  let run = 0;
  const made = menu("Numbers", () => {
    const { runs } = view.index, several = runs.length > 1;
    const tabs = runs.map(({ name }, k) => button(name, () => {
      run = k;
      made.refill();
    }, { class: "cx-tab", "aria-pressed": String(k === run), "data-key": `run ${k}` }));
    const parts = [null, run].flatMap(of => runPart(view, of, several));
    return [several ? h("div", { class: "cx-tabs" }, tabs) : null, ...parts];
  });
  return made;
}
