// The same case in every run, and which two of them are compared.
import { h, wording } from "./dom.mjs";

const VERDICT_WORDS = { right: "✓ right", wrong: "✗ wrong" };
const MOST_CHARS_OF_ANSWER = 200;

/**
 * A run's verdict and status, in symbol and words.
 * @param {{verdict: string|null, status: string|null}} cells @returns {string}
 */
export function verdictOf({ verdict, status }) {
  if (status === null) return "no such case";
  return status === "error" ? "! error" : `${VERDICT_WORDS[verdict] ?? "not graded"}, ${status}`;
}

function runLine({ name }, rows, at, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange }), answer = rows.answer[at] ?? "";
  return h("label", { class: "cx-runline" }, box, h("bdi", {}, name),
    h("span", {}, verdictOf({ verdict: rows.verdict[at], status: rows.status[at] })),
    h("span", { class: "cx-amount" }, wording(rows.judge[at], "score")),
    h("span", { class: "cx-runanswer", dir: "auto" }, answer.slice(0, MOST_CHARS_OF_ANSWER)));
}

/**
 * Which runs the detail shows: both of two; of many the one or two that the reader picks, the same from case to case.
 * @param {import("./state.mjs").View} view @param {(run: number) => void} onChange
 * @returns {{shown: () => number[], element: (at: number) => HTMLElement|null}} `element` lists all of many
 */
export function runChoice(view, onChange) {
  const { board, runs, rows, mode } = view.index;
  const ranked = (board?.rows ?? []).map(row => row.run).filter(run => run !== null);
  let chosen = [...new Set([...ranked, ...runs.keys()])].slice(0, 2);
  const toggle = r => {
    const others = chosen.filter(run => run !== r);
    if (!chosen.includes(r)) chosen = [...others.slice(-1), r];
    else if (others.length) chosen = others;
    onChange(r);
  };
  const look = { class: "cx-dpart", role: "group", "aria-label": "Runs to read side by side" };
  const element = at => mode !== "many" ? null : h("div", look,
    h("div", { class: "cx-label" }, "In every run (choose one or two to read below)"),
    runs.map((run, r) => runLine(run, rows[r], at, chosen.includes(r), () => toggle(r))));
  return { shown: () => [...chosen].sort((a, b) => a - b), element };
}
