// What a mark says, in words: the same for the pointer, for those who listen, and in the table.
import { h, wording } from "./dom.mjs";
import { given } from "./scale.mjs";
import { wideTable } from "./tabular.mjs";

const TAIL = ["95% interval", "n"];

/** Heads and values of a point; a band is named by the point's label. */
function saidOf({ x, y }, { mark, point }) {
  const { low, high, n, to, value } = point, flat = y.kind === "band", cell = mark.kind === "cell", said = [];
  const isRule = way => mark.kind === "rule" && mark.across !== way, along = cell || !flat ? y : x;
  if (x.kind !== "band" && !isRule("x")) {
    const ends = flat ? [to ?? point.x] : [point.x, to];
    said.push([x.label, ends.filter(given).map(end => wording(end, x.format)).join(" to ")]);
  }
  if (!flat && !isRule("y")) said.push([y.label, wording(point.y, y.format)]);
  if (cell) said.push([mark.name, wording(value, y.format)]);
  const interval = [low, high].map(end => wording(end, along.format)).join(" to ");
  if (given(low) || given(high)) said.push([TAIL[0], interval]);
  if (given(n) && along.format !== "int") said.push([TAIL[1], String(n)]);   // a count says itself how many
  return said;
}

const seriesOf = (figure, { mark }) => figure.marks.length > 1 ? mark.name : "";

/** @param {any} figure @param {{mark: any, point: any}} spot @returns {string} */
export function sentenceOf(figure, spot) {
  const said = saidOf(figure, spot).map(pair => pair.join(" "));
  return [...new Set([spot.point.label, seriesOf(figure, spot), ...said])].filter(Boolean).join(", ");
}

/** @param {any} figure @param {{mark: any, point: any}} spot @returns {Node[]} */
export function tipOf(figure, spot) {
  const { label, filter } = spot.point, series = seriesOf(figure, spot);
  const more = text => h("div", { class: "cx-tipmore" }, text);
  const line = ([head, value]) => h("div", { class: "cx-tipline" }, h("span", {}, head), h("b", {}, value));
  return [
    h("div", { class: "cx-tiphead" }, label), series && series !== label ? more(series) : "",
    ...saidOf(figure, spot).map(line), filter ? more(`opens ${filter.label || "its cases"}`) : "",
  ];
}

/** @param {any} figure @returns {HTMLElement} the same values as a table */
export function figureTable(figure) {
  const spots = figure.marks.flatMap(mark => mark.points.filter(({ label }) => label).map(point => ({ mark, point })));
  const said = spots.map(spot => new Map(saidOf(figure, spot))), several = figure.marks.length > 1;
  const found = new Set([...said.flatMap(values => [...values.keys()]).filter(head => !TAIL.includes(head)), ...TAIL]);
  const heads = [...found].filter(head => said.some(values => values.has(head)));
  const rows = spots.map(({ mark, point }, i) =>
    [point.label, ...several ? [mark.name] : [], ...heads.map(head => said[i].get(head) ?? "")]);
  const names = ["what", ...several ? ["series"] : [], ...heads];
  const numeric = heads.map((_, j) => names.length - heads.length + j);
  return wideTable(figure.title, names, rows, { numeric, focusable: true });
}
