// The marks of a chart: lines, steps, points with whiskers, bars, rules and cells; each place that says something
// becomes a spot, which can be pointed at and reached by keys.
import { s, wording } from "./dom.mjs";
import { given } from "./scale.mjs";

const RADIUS = 4.5;
const SHAPES = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  square: (x, y, r) => `M${x - r * 0.9} ${y - r * 0.9}h${1.8 * r}v${1.8 * r}h${-1.8 * r}Z`,
  triangle: (x, y, r) => `M${x} ${y - 1.2 * r}l${1.15 * r} ${2.1 * r}h${-2.3 * r}Z`,
  diamond: (x, y, r) => `M${x} ${y - 1.35 * r}l${1.35 * r} ${1.35 * r}l${-1.35 * r} ${1.35 * r}l${-1.35 * r} ${-1.35 * r}Z`,
};
const px = value => Math.round(value * 10) / 10;
const look = (mark, name) => `cx-${name} cx-${mark.role}${mark.dash ? " cx-dashed" : ""}`;

/** A mark's sign in the legend, 18 pixels wide around (9, 0). @param {any} mark @returns {SVGElement} */
export function swatch(mark) {
  if (mark.kind === "point") return s("path", { class: look(mark, "shape"), d: SHAPES[mark.shape](9, 0, RADIUS) });
  if (mark.kind === "bar") return s("rect", { class: look(mark, "bar"), x: 2, y: -5, width: 14, height: 10 });
  return s("path", { class: look(mark, "line"), d: "M0 0H18" });
}

function whiskerPath(point, frame, place, flat) {
  const scale = flat ? frame.x : frame.y, middle = flat ? point.to ?? point.x : point.y;
  const ends = [point.low, point.high].map(end => given(end) ? px(scale.at(end)) : null);
  if (ends.every(end => end === null)) return null;
  const cap = end => flat ? `M${end} ${place - 4}v8` : `M${place - 4} ${end}h8`;
  const [from, to] = ends.map(end => end ?? px(scale.at(middle)));
  return (flat ? `M${from} ${place}H${to}` : `M${place} ${from}V${to}`) + ends.filter(given).map(cap).join("");
}

/** Where the marks of one kind stand within a band or bin, side by side. */
function slotOf(figure, mark) {
  const beside = figure.marks.filter(other => other.kind === mark.kind);
  return { slot: beside.indexOf(mark), slots: beside.length };
}

function lineMark(mark, point, { x, y }) {
  const at = { x: px(x.at(point.x)), y: px(y.at(point.y)) };
  return { ...at, parts: [s("circle", { class: "cx-hit", cx: at.x, cy: at.y, r: 4 })] };
}

function pointMark(mark, point, frame, figure) {
  const flat = figure.y.kind === "band", { slot, slots } = slotOf(figure, mark);
  const apart = flat ? Math.min(12, frame.y.step / (slots + 1)) * (slot - (slots - 1) / 2) : 0;
  const x = px(frame.x.at(point.x)), y = px(frame.y.at(point.y) + apart), r = RADIUS * Math.sqrt(point.size ?? 1);
  const whisker = whiskerPath(point, frame, flat ? y : x, flat);
  return { x, y, parts: [
    whisker && s("path", { class: `cx-whisk cx-${mark.role}`, d: whisker }), s("path", { class: look(mark, "shape"), d: SHAPES[mark.shape](x, y, r) }),
  ] };
}

function barMark(mark, point, frame, figure) {
  const { slot, slots } = slotOf(figure, mark), flat = figure.y.kind === "band";
  const counts = (flat ? figure.x : figure.y).format === "int" && mark.points.length * slots <= 14;
  if (flat) {
    const height = Math.min(16, frame.y.step * 0.72 / slots), middle = px(frame.y.at(point.y) + height * (slot - (slots - 1) / 2));
    const from = px(frame.x.at(point.x)), to = px(frame.x.at(point.to)), whisker = whiskerPath(point, frame, middle, true);
    return { x: to, y: middle, parts: [
      s("rect", { class: look(mark, "bar"), x: from, y: px(middle - height / 2 + 0.5), width: Math.max(0.5, to - from), height: px(height - 1) }),
      whisker && s("path", { class: "cx-whisk cx-neutral", d: whisker }),
      counts ? s("text", { class: "cx-tick cx-word", x: to + 4, y: middle + 4 }, wording(point.to, "int")) : null,
    ] };
  }
  const band = figure.x.kind === "band", [a, b] = band ? [-0.36, 0.36].map(part => frame.x.at(point.x) + part * frame.x.step) : [frame.x.at(point.x), frame.x.at(point.to)];
  const width = (b - a) / slots, left = px(a + width * slot), top = px(frame.y.at(point.y)), x = px(left + width / 2);
  return { x, y: top, parts: [
    s("rect", { class: look(mark, "bar"), x: left + 0.5, y: top, width: Math.max(1, px(width - 1)), height: Math.max(0.5, px(frame.bottom - top)) }),
    counts ? s("text", { class: "cx-tick cx-word", x, y: top - 4, "text-anchor": "middle" }, wording(point.y, "int")) : null,
  ] };
}

function ruleMark(mark, point, frame) {
  const flat = mark.across === "y", at = px(flat ? frame.y.at(point.y) : frame.x.at(point.x));
  const d = flat ? `M${frame.left} ${at}H${frame.right}` : `M${at} ${frame.top}V${frame.bottom}`;
  return { x: flat ? frame.right - 6 : at, y: flat ? at : frame.top + 6, parts: [s("path", { class: look(mark, "line"), d }), s("path", { class: "cx-hit cx-wider", d })] };
}

function cellMark(mark, point, frame, figure) {
  const values = mark.points.map(other => other.value).filter(given), least = Math.min(...values), most = Math.max(...values);
  const strength = 0.06 + 0.4 * (most > least ? (point.value - least) / (most - least) : 0.5);
  const x = px(frame.x.at(point.x)), y = px(frame.y.at(point.y)), text = wording(point.value, figure.y.format);
  return { x, y, parts: [
    s("rect", {
      class: `cx-cellbox cx-${mark.role}`, "fill-opacity": strength.toFixed(3), x: px(x - frame.x.step / 2 + 1), y: px(y - frame.y.step / 2 + 1),
      width: px(frame.x.step - 2), height: px(frame.y.step - 2),
    }),
    frame.x.step >= 6.6 * text.length ? s("text", { class: "cx-tick cx-word", x, y: y + 4, "text-anchor": "middle" }, text) : null,
  ] };
}

const DRAWN = { line: lineMark, step: lineMark, point: pointMark, bar: barMark, rule: ruleMark, cell: cellMark };

function linePath(mark, { x, y }) {
  const places = mark.points.map(point => [px(x.at(point.x)), px(y.at(point.y))]);
  const next = ([a, b]) => mark.kind === "step" ? `H${a}V${b}` : `L${a} ${b}`;
  return s("path", { class: look(mark, "line"), d: `M${places[0].join(" ")}${places.slice(1).map(next).join("")}` });
}

/**
 * @param {any} figure @param {any} frame
 * @returns {{paths: SVGElement[], spots: {mark: any, point: any, x: number, y: number, element: SVGElement}[]}}
 */
export function drawMarks(figure, frame) {
  const paths = [], spots = [];
  for (const mark of figure.marks) {
    if (mark.kind === "line" || mark.kind === "step") paths.push(linePath(mark, frame));
    for (const point of mark.points) {
      const { x, y, parts } = DRAWN[mark.kind](mark, point, frame, figure);
      const element = s("g", { class: point.label ? "cx-spot" : null, "data-opens": point.filter ? "1" : null }, parts);
      paths.push(element);
      if (point.label) spots.push({ mark, point, x, y, element });
    }
  }
  return { paths, spots };
}
