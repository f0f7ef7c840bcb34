// What a mark says, in words: the same for the pointer, for those who listen, and in the table.
import { h, wording } from "./dom.mjs";
import { given } from "./scale.mjs";
import { wideTable } from "./tabular.mjs";


/**
 * @param {any} figure @param {{mark: any, point: any}} spot
 * @returns {[string, string][]} heads and values
 */
export function saidOf({ x, y }, { mark, point }) {
  const said = [], along = (axis, value) => wording(value, axis.format);
  if (x.kind !== "band" && !(mark.kind === "rule" && mark.across === "y")) {
    const bin = given(point.to) && y.kind !== "band";
    said.push([x.label, bin ? `${along(x, point.x)} to ${along(x, point.to)}` : along(x, point.to ?? point.x)]);
  }
  if (y.kind !== "band" && !(mark.kind === "rule" && mark.across === "x")) said.push([y.label, along(y, point.y)]);
  if (mark.kind === "cell") said.push([mark.name, along(y, point.value)]);
  const ends = [point.low, point.high], of = mark.kind === "cell" || y.kind !== "band" ? y : x;
  if (ends.some(given)) said.push(["95% interval", ends.map(end => along(of, end)).join(" to ")]);
  if (given(point.n)) said.push(["n", String(point.n)]);
  return said;
}

const series = (figure, { mark }) => figure.marks.length > 1 ? mark.name : "";

/** @param {any} figure @param {{mark: any, point: any}} spot @returns {string} */
export function sentenceOf(figure, spot) {
  const said = saidOf(figure, spot).map(([head, value]) => `${head} ${value}`);
  return [spot.point.label, series(figure, spot), ...said].filter(Boolean).join(", ");
}

/** @param {any} figure @param {{mark: any, point: any}} spot @returns {Node[]} */
export function tipOf(figure, spot) {
  const rows = saidOf(figure, spot).map(([head, value]) => h("div", { class: "cx-tipline" }, h("span", {}, head), h("b", {}, value)));
  const name = series(figure, spot), label = spot.point.label;
  const opens = spot.point.filter ? h("div", { class: "cx-tipmore" }, spot.point.filter.label || "click: its cases") : null;
  return [h("div", { class: "cx-tiphead" }, label), name && name !== label ? h("div", { class: "cx-tipmore" }, name) : null, ...rows, opens].filter(Boolean);
}

/** The figure as a table. @param {any} figure @returns {HTMLElement} */
export function figureTable(figure) {
  const spots = figure.marks.flatMap(mark => mark.points.filter(point => point.label).map(point => ({ mark, point })));
  const said = spots.map(spot => new Map(saidOf(figure, spot)));
  const heads = [...new Set(said.flatMap(values => [...values.keys()]))], several = spots.some(spot => series(figure, spot));
  const first = figure.y.kind === "band" && figure.x.kind !== "band" ? figure.y.label : figure.x.kind === "band" ? figure.x.label : "";
  const rows = spots.map((spot, i) => [
    spot.point.label, ...several ? [series(figure, spot)] : [], ...heads.map(head => said[i].get(head) ?? ""),
  ]);
  const names = [first || "what", ...several ? ["series"] : [], ...heads];
  return wideTable(figure.title, names, rows, { numeric: names.map((_, j) => j).slice(several ? 2 : 1), focusable: true });
}
