// The marks of a chart: lines, steps, points with whiskers, bars, rules and cells. Each place that says something
// becomes a spot, which can be pointed at and reached by keys.
import { s, wording } from "./dom.mjs";
import { given } from "./scale.mjs";

const RADIUS = 4.5, BAR_PX = 16, FEW_BARS = 14;
const SHAPES = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  triangle: (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}Z`,
  diamond: (x, y, r) => `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}Z`,
};
const px = value => Math.round(value * 10) / 10;
const looks = (mark, name) => `cx-v${name} cx-v-${mark.role}${mark.dash ? " cx-vdash" : ""}`;
const line = (mark, d) => s("path", { class: looks(mark, "line"), d });
const rect = (look, x, y, wide, tall, attributes = {}) => {
  const [width, height] = [wide, tall].map(length => px(Math.max(0.5, length)));
  return s("rect", { class: look, x: px(x), y: px(y), width, height, ...attributes });
};

/**
 * @param {string} text @param {number} x @param {number} y @param {string} [anchor] @param {string} [look]
 * @returns {SVGElement}
 */
export function word(text, x, y, anchor = "middle", look = "cx-vword") {
  return s("text", { class: look, x: px(x), y: px(y), "text-anchor": anchor }, text);
}

/** A mark's sign in the legend, 18 pixels wide around (9, 0). @param {any} mark @returns {SVGElement} */
export function swatch(mark) {
  if (mark.kind === "point") return s("path", { class: looks(mark, "shape"), d: SHAPES[mark.shape](9, 0, RADIUS) });
  return mark.kind === "bar" ? rect(looks(mark, "bar"), 2, -5, 14, 10) : line(mark, "M0 0H18");
}

/** The interval as a line with an end where it has one: at `place` across, around `middle`. */
function whiskerOf({ low, high }, { x, y }, flat, place, middle, look) {
  if (!given(low) && !given(high)) return null;
  const [a, b] = [low, high].map(end => given(end) ? px((flat ? x : y).at(end)) : null);
  const ends = [a, b].filter(given).map(end => flat ? `M${end} ${place - 4}v8` : `M${place - 4} ${end}h8`).join("");
  const along = flat ? `M${a ?? middle} ${place}H${b ?? middle}` : `M${place} ${a ?? middle}V${b ?? middle}`;
  return s("path", { class: `cx-vinterval ${look}`, d: along + ends });
}

/** Where a mark stands in a band or bin among those of its kind that have a place there: -0.5 and 0.5 of two. */
function slotOf({ x, y, marks }, mark, point) {
  const way = y.kind === "band" ? "y" : x.kind === "band" ? "x" : null;
  const isThere = ({ points }) => !way || points.some(other => other[way] === point[way]);
  const beside = marks.filter(other => other.kind === mark.kind && isThere(other)), slots = beside.length;
  return { slots, slot: beside.indexOf(mark) - (slots - 1) / 2, n: beside.flatMap(({ points }) => points).length };
}

function pointMark(figure, mark, point, frame) {
  const flat = figure.y.kind === "band", { slot, slots } = slotOf(figure, mark, point);
  const shift = flat ? slot * Math.min(12, frame.y.step / (slots + 1)) : 0;
  const x = px(frame.x.at(point.x)), y = px(frame.y.at(point.y) + shift), r = RADIUS * Math.sqrt(point.size ?? 1);
  const interval = whiskerOf(point, frame, flat, flat ? y : x, flat ? x : y, `cx-v-${mark.role}`);
  return { x, y, parts: [interval, s("path", { class: looks(mark, "shape"), d: SHAPES[mark.shape](x, y, r) })] };
}

function flatBar(figure, mark, point, frame) {
  const { slot, slots } = slotOf(figure, mark, point), height = Math.min(BAR_PX, frame.y.step * 0.76 / slots);
  const from = frame.x.at(point.x), x = px(frame.x.at(point.to)), y = px(frame.y.at(point.y) + height * slot);
  return { x, y, parts: [
    rect(looks(mark, "bar"), from, y - height / 2 + 0.5, x - from, height - 1),
    whiskerOf(point, frame, true, y, x, "cx-v-neutral"),
    figure.x.format === "int" ? word(wording(point.to, "int"), x + 4, y + 4, "start") : null,
  ] };
}

function barMark(figure, mark, point, frame) {
  if (figure.y.kind === "band") return flatBar(figure, mark, point, frame);
  const { slot, slots, n } = slotOf(figure, mark, point), { step, at } = frame.x;
  const whole = step ? step * 0.76 : at(point.to) - at(point.x), width = whole / slots;
  const x = at(point.x) + (step ? 0 : whole / 2) + width * slot, y = frame.y.at(point.y);
  return { x, y, parts: [
    rect(looks(mark, "bar"), x - width / 2 + 0.5, y, width - 1, frame.bottom - y),
    n <= FEW_BARS ? word(wording(point.y, figure.y.format), x, y - 4) : null,
  ] };
}

function ruleMark(figure, mark, point, { x, y, left, right, top, bottom }) {
  const flat = mark.across === "y", at = px(flat ? y.at(point.y) : x.at(point.x));
  const d = flat ? `M${left} ${at}H${right}` : `M${at} ${top}V${bottom}`;
  const parts = [line(mark, d), s("path", { class: "cx-vreach", d })];
  return flat ? { x: right - 6, y: at, parts } : { x: at, y: top + 6, parts };
}

function cellMark(figure, mark, point, frame) {
  const values = mark.points.map(({ value }) => value), least = Math.min(...values), span = Math.max(...values) - least;
  const share = span ? (point.value - least) / span : 0.5, shade = { "fill-opacity": (0.06 + 0.4 * share).toFixed(3) };
  const x = frame.x.at(point.x), y = frame.y.at(point.y), wide = frame.x.step, tall = frame.y.step;
  const text = wording(point.value, figure.y.format);
  return { x, y, parts: [
    rect(looks(mark, "cell"), x - wide / 2 + 1, y - tall / 2 + 1, wide - 2, tall - 2, shade),
    wide >= 6.2 * text.length ? word(text, x, y + 4) : null,
  ] };
}

function placeMark(figure, mark, point, frame) {
  const x = px(frame.x.at(point.x)), y = px(frame.y.at(point.y));
  return { x, y, parts: [s("circle", { class: "cx-vplace", cx: x, cy: y, r: 4 })] };
}

const DRAWN = { line: placeMark, step: placeMark, point: pointMark, bar: barMark, rule: ruleMark, cell: cellMark };

function pathThrough(mark, { x, y }) {
  const places = mark.points.map(point => [px(x.at(point.x)), px(y.at(point.y))]);
  const next = ([a, b]) => mark.kind === "step" ? `H${a}V${b}` : `L${a} ${b}`;
  return line(mark, `M${places[0].join(" ")}${places.slice(1).map(next).join("")}`);
}

/**
 * @param {any} figure @param {any} frame
 * @returns {{drawn: SVGElement[], spots: {mark: any, point: any, x: number, y: number, element: SVGElement}[]}}
 */
export function drawMarks(figure, frame) {
  const drawn = [], spots = [];
  for (const mark of figure.marks) {
    if (mark.kind === "line" || mark.kind === "step") drawn.push(pathThrough(mark, frame));
    for (const point of mark.points) {
      const { x, y, parts } = DRAWN[mark.kind](figure, mark, point, frame), element = s("g", {}, parts);
      drawn.push(element);
      if (point.label) spots.push({ mark, point, x, y, element });
    }
  }
  return { drawn, spots };
}
