// The frame of a chart: how much room its words take, its axes, grid and legend.
import { s } from "./dom.mjs";
import { extentOf, scale } from "./scale.mjs";
import { swatch } from "./marks.mjs";

const LINE_PX = 14, PAD_PX = 8;
const ruler = document.createElement("canvas").getContext("2d");

/** @param {string} text @returns {number} pixels at the charts' size of type */
export function textPx(text) {
  ruler.font = "11px system-ui, sans-serif";
  return ruler.measureText(text).width * 1.04;
}

/** A text cut to a width, with an ellipsis. @param {string} text @param {number} px @returns {string} */
export function cut(text, px) {
  if (textPx(text) <= px) return text;
  let kept = text;
  while (kept.length > 1 && textPx(`${kept}…`) > px) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** In at most two lines. */
function lines(text, px) {
  if (textPx(text) <= px) return [text];
  const words = text.split(" ");
  let first = "";
  while (words.length > 1 && textPx(`${first} ${words[0]}`) <= px) first = `${first} ${words.shift()}`.trim();
  return first ? [first, cut(words.join(" "), px)] : [cut(text, px)];
}

/** How much room there is, and where the plot stands in it. */
function roomOf(figure, width) {
  const { x, y } = figure, cells = figure.marks.some(mark => mark.kind === "cell");
  const names = y.kind === "band" ? y.bands : [];
  const side = names.length ? Math.min(Math.max(...names.map(textPx)), width * 0.4) : 34;
  const left = Math.ceil(side) + 10, right = width - 14;
  const band = x.kind === "band" ? (right - left) / x.bands.length - 4 : Infinity;
  const slanted = x.kind === "band" && x.bands.some(name => textPx(name) > band);
  const heads = slanted ? Math.min(70, Math.max(...x.bands.map(textPx)) * 0.6 + 12) : LINE_PX + 2;
  const bars = figure.marks.filter(mark => mark.kind === "bar").length;
  const top = cells ? heads + PAD_PX : names.length || !y.label ? PAD_PX : LINE_PX + PAD_PX;
  const rows = names.length * (cells ? 28 : Math.max(28, 8 + 14 * bars));
  const bottom = top + (rows || Math.min(230, Math.max(170, width * 0.5)));
  return { left, right, top, bottom, cells, slanted, heads, side };
}

function columnHeads({ x }, { left, right, top, bottom, cells, slanted, heads }, ticks) {
  const y = cells ? top - 6 : bottom + LINE_PX, px = slanted ? 100 : (right - left) / ticks.length;
  return ticks.map(({ at, text }) => slanted && x.kind === "band"
    ? s("text", { class: "cx-tick", transform: `translate(${at + 3} ${cells ? y : y - 2}) rotate(${cells ? -35 : 35})` }, cut(text, Math.min(px, heads * 1.6)))
    : s("text", { class: "cx-tick", x: at, y, "text-anchor": "middle" }, x.kind === "band" ? cut(text, px) : text));
}

function rowHeads({ y }, { left, side }, ticks) {
  if (y.kind !== "band") return ticks.map(({ at, text }) => s("text", { class: "cx-tick", x: left - 6, y: at + 4, "text-anchor": "end" }, text));
  return ticks.flatMap(({ at, text }) => {
    const parts = lines(text, side + 1);
    return parts.map((part, i) => s("text", { class: "cx-tick", x: left - 7, y: at + 4 + (i - (parts.length - 1) / 2) * 12, "text-anchor": "end" }, part));
  });
}

function grid({ x, y }, { left, right, top, bottom, cells }, across, up) {
  if (cells) return [];
  const lineAt = (x1, y1, x2, y2, look = "cx-gridline") => s("line", { class: look, x1, y1, x2, y2 });
  return [
    ...x.kind === "band" ? [] : across.ticks.map(({ at }) => lineAt(at, top, at, bottom)),
    ...y.kind === "band" ? [] : up.ticks.map(({ at }) => lineAt(left, at, right, at)),
    lineAt(left, bottom, right, bottom, "cx-axis"), lineAt(left, top, left, bottom, "cx-axis"),
  ];
}

function legend(figure, width, from) {
  const named = figure.marks.filter(mark => mark.name && mark.kind !== "cell");
  if (named.length < 2) return { items: [], bottom: from };
  const items = [];
  let x = 4, y = from + LINE_PX;
  for (const mark of named) {
    const text = cut(mark.name, width - 32), px = textPx(text) + 38;
    if (x > 4 && x + px > width) { x = 4; y += LINE_PX + 2; }
    items.push(s("g", { transform: `translate(${x} ${y})` }, swatch(mark), s("text", { class: "cx-tick cx-word", x: 23, y: 4 }, text)));
    x += px;
  }
  return { items, bottom: y + PAD_PX };
}

/**
 * @param {any} figure @param {number} width
 * @returns {{width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   x: import("./scale.mjs").Scale, y: import("./scale.mjs").Scale, behind: SVGElement[], around: SVGElement[]}}
 */
export function frameOf(figure, width) {
  const room = roomOf(figure, width), { left, right, top, bottom, cells, slanted, heads } = room;
  const inset = figure.x.kind === "band" || figure.marks.some(mark => mark.kind === "bar") ? 0 : 6;
  const x = scale(figure.x, extentOf(figure, "x"), [left + inset, right - (figure.x.kind === "band" ? 0 : 6)], 62);
  const y = scale(figure.y, extentOf(figure, "y"), figure.y.kind === "band" ? [top, bottom] : [bottom, top], 42);
  const below = cells ? bottom + 4 : bottom + (slanted ? heads : LINE_PX + 4);
  const named = !cells && figure.x.label;
  const around = [
    ...columnHeads(figure, room, x.ticks), ...rowHeads(figure, room, y.ticks),
    named ? s("text", { class: "cx-tick cx-word", x: right, y: below + 10, "text-anchor": "end" }, figure.x.label) : null,
    figure.y.kind === "band" ? null : s("text", { class: "cx-tick cx-word", x: 2, y: 11 }, figure.y.label),
  ];
  const { items, bottom: end } = legend(figure, width, below + (named ? LINE_PX : 0));
  return { width, height: Math.ceil(end + 4), left, right, top, bottom, x, y, behind: grid(figure, room, x, y), around: [...around, ...items] };
}
