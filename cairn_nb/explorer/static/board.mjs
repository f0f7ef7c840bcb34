// The leaderboard: runs by rank, each value with its interval and its mark against the first.
import { button, h } from "./dom.mjs";
import { putFilters } from "./facets.mjs";
import { helped, rowsLink } from "./links.mjs";
import { MARKS, warningOf } from "./numbers.mjs";
import { wideTable } from "./tabular.mjs";
import { scaleOf, whisker } from "./whisker.mjs";

const FIRST_SHOWN = 6;

function cellView(view, row, measure, value, scale) {
  if (!value || (value.value === null && !value.text)) return "—";
  const [sign, word] = value.mark ? MARKS[value.mark] : ["", ""];
  const name = `${measure.label}, ${row.name}: ${value.text}, show its cases`;
  return h("div", { class: value.best ? "cx-value-cell cx-best" : "cx-value-cell" },
    h("div", {}, rowsLink(view, value.text, value.filter, name),
      sign ? h("span", { class: `cx-${value.mark}`, title: `${word} than the first, Holm-adjusted` }, ` ${sign}`,
        h("span", { class: "cx-hidden" }, ` ${word}`)) : null,
      value.best ? h("span", { class: "cx-hidden" }, " best") : null),
    whisker([value], scale),
    warningOf(value.warning));
}

/** A system's name narrows the matrix of the cases to it; once more shows all again. */
function systemView(view, { run, name }) {
  if (run === null) return name;
  const alone = () => String(view.get("filters")?.runs ?? "") === name;
  const system = button(name, () => {
    putFilters(view, { runs: alone() ? [] : [name] });
    view.goTo("cases");
  }, { class: "cx-link" });
  const paint = () => system.setAttribute("aria-pressed", String(alone()));
  view.on(["filters"], paint);
  paint();
  return system;
}

const measured = row => row.values.some(value => value !== null);

function boardTable(view, chosen) {
  const { measures, rows } = view.index.board;
  const kept = measures.map((measure, i) => [measure, i]).filter(([{ key }]) => chosen.has(key));
  const scales = new Map(kept.map(([{ key, most }, i]) =>
    [key, scaleOf({ most, values: rows.map(row => row.values[i] ?? null) })]));
  const lines = rows.filter(measured).map(row => [
    systemView(view, row), row.rank || "—",
    ...kept.map(([measure, i]) => cellView(view, row, measure, row.values[i], scales.get(measure.key)))]);
  return wideTable("Leaderboard", ["System", "Rank", ...kept.map(([{ label, help }]) => helped(label, help))], lines);
}

function chooser(measures, chosen, redraw) {
  const choice = ({ key, label }) => h("label", { class: "cx-choice" }, h("input", {
    type: "checkbox", checked: chosen.has(key),
    onchange: event => {
      if (event.target.checked) chosen.add(key);
      else chosen.delete(key);
      redraw();
    },
  }), ` ${label}`);
  return h("details", { class: "cx-more" }, h("summary", {}, "More measures"),
    h("div", { class: "cx-choices" }, measures.map(choice)));
}

/** @param {any} view @returns {HTMLElement|null} */
export function boardView(view) {
  const { board } = view.index;
  if (!board) return null;
  const chosen = new Set(board.measures.slice(0, FIRST_SHOWN).map(({ key }) => key)).add(board.primary);
  const place = h("div", {}, boardTable(view, chosen));
  const below = [...board.rows.filter(row => row.note).map(row => `${row.name}: ${row.note}`), ...board.notes];
  return h("div", { class: "cx-board" }, place,
    board.measures.length > chosen.size
      ? chooser(board.measures, chosen, () => place.replaceChildren(boardTable(view, chosen))) : null,
    below.length ? h("ul", { class: "cx-notes" }, below.map(text => h("li", {}, text))) : null);
}
