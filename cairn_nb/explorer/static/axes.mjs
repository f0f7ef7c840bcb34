// The frame of a chart: how much room its words take, its axes, grid and legend.
import { s } from "./dom.mjs";
import { extentOf, scaleFor } from "./scale.mjs";
import { swatch, word } from "./marks.mjs";

export const LINE_PX = 14;
const PAD_PX = 8, TICK = "cx-vtick", SLANT = 50, COS = 0.64, SIN = 0.77;
const ruler = document.createElement("canvas").getContext("2d");

/** @param {string} text @returns {number} pixels at the charts' size of type */
export function textPx(text) {
  ruler.font = "11px system-ui, sans-serif";
  return ruler.measureText(text).width * 1.04;
}

/** Cut to a width, with an ellipsis. */
function cut(text, most) {
  let kept = text;
  while (kept.length > 1 && textPx(kept === text ? text : `${kept}…`) > most) kept = kept.slice(0, -1);
  return kept === text ? text : `${kept.trimEnd()}…`;
}

/** In at most two lines. */
function lines(text, most) {
  const words = text.split(" ");
  let first = words.shift();
  while (words.length && textPx(`${first} ${words[0]}`) <= most) first += ` ${words.shift()}`;
  return words.length ? [cut(first, most), cut(words.join(" "), most)] : [cut(first, most)];
}

/** How much room there is, and where the plot stands in it. */
function roomOf({ x, y, marks }, width) {
  const cells = marks.some(mark => mark.kind === "cell"), bars = marks.filter(mark => mark.kind === "bar").length;
  const names = y.kind === "band" ? y.bands : [], widest = bands => Math.max(...bands.map(textPx));
  const side = names.length ? Math.min(widest(names) + 1, width * 0.4) : 34, left = Math.ceil(side) + 10;
  const slanted = x.kind === "band" && widest(x.bands) > (width - 14 - left) / x.bands.length - 1;
  const right = width - (slanted ? Math.min(64, widest(x.bands) * COS) : 14);
  const heads = slanted ? Math.min(100, widest(x.bands) * SIN + 12) : LINE_PX + 2;
  const top = cells ? heads + PAD_PX : PAD_PX + (names.length ? 0 : LINE_PX);
  const rows = names.length * (cells ? 28 : Math.max(28, 8 + LINE_PX * bars));
  const bottom = top + (rows || Math.min(230, Math.max(170, width * 0.5)));
  return { width, left, right, top, bottom, cells, slanted, heads, side };
}

function columnHeads({ x }, { width, left, right, top, bottom, cells, slanted, heads }, ticks) {
  const y = cells ? top - 6 : bottom + LINE_PX;
  if (x.kind !== "band") return ticks.map(({ at, text }) => word(text, at, y, "middle", TICK));
  const wide = (right - left) / ticks.length, most = at => Math.min((heads - 8) / SIN, (width - 4 - at) / COS);
  if (!slanted) return ticks.map(({ at, text }) => word(cut(text, wide), at, y, "middle", TICK));
  const turned = at => `translate(${at + 3} ${y}) rotate(${cells ? -SLANT : SLANT})`;
  return ticks.map(({ at, text }) => s("text", { class: TICK, transform: turned(at) }, cut(text, most(at))));
}

function rowHeads({ y }, { left, side }, ticks) {
  return ticks.flatMap(({ at, text }) => (y.kind === "band" ? lines(text, side) : [text])
    .map((part, i, { length }) => word(part, left - 7, at + 4 + (i - (length - 1) / 2) * 12, "end", TICK)));
}

function grid({ x, y }, { left, right, top, bottom }, across, up) {
  const d = [
    ...x.kind === "band" ? [] : across.ticks.map(({ at }) => `M${at} ${top}V${bottom}`),
    ...y.kind === "band" ? [] : up.ticks.map(({ at }) => `M${left} ${at}H${right}`),
  ];
  const axes = `M${left} ${top}V${bottom}H${right}`;
  return [s("path", { class: "cx-vgrid", d: d.join("") }), s("path", { class: "cx-vaxis", d: axes })];
}

function legend({ marks }, width, from) {
  const named = marks.filter(mark => mark.name), items = [];
  if (named.length < 2) return { items, bottom: from };
  let x = 4, y = from + LINE_PX;
  for (const mark of named) {
    const text = cut(mark.name, width - 32), taken = textPx(text) + 38;
    if (x > 4 && x + taken > width) { x = 4; y += LINE_PX + 2; }
    items.push(s("g", { transform: `translate(${x} ${y})` }, swatch(mark), word(text, 23, 4, "start")));
    x += taken;
  }
  return { items, bottom: y + PAD_PX };
}

/**
 * @param {any} figure @param {number} width
 * @returns {{width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   x: import("./scale.mjs").Scale, y: import("./scale.mjs").Scale, around: SVGElement[]}}
 */
export function frameOf(figure, width) {
  const room = roomOf(figure, width), { left, right, top, bottom, cells, slanted, heads } = room;
  const flat = figure.y.kind === "band", band = figure.x.kind === "band", start = left + (flat || band ? 0 : 6);
  const x = scaleFor(figure.x, extentOf(figure, "x"), [start, right - (band ? 0 : 6)], 62);
  const y = scaleFor(figure.y, extentOf(figure, "y"), flat ? [top, bottom] : [bottom, top], 42);
  const below = cells ? bottom - PAD_PX : bottom + (slanted ? heads : LINE_PX + 4);
  const { items, bottom: end } = legend(figure, width, below + LINE_PX);
  const around = [
    ...cells ? [] : [...grid(figure, room, x, y), word(figure.x.label, right, below + 10, "end")],
    ...flat ? [] : [word(figure.y.label, 2, 11, "start")],
    ...columnHeads(figure, room, x.ticks), ...rowHeads(figure, room, y.ticks), ...items,
  ];
  return { width, height: Math.ceil(end + 4), left, right, top, bottom, x, y, around };
}
