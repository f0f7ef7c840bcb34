// A value and its interval as a small line on the scale of its measure; the text beside it says the same.
import { s } from "./dom.mjs";

const WIDTH = 96, HEIGHT = 16, EDGE = 5;

/**
 * The scale that a measure's whiskers share: all that its values could be for one run, what the runs span for several.
 * @param {{most?: number|null, values: ({value: number|null, low: number|null, high: number|null}|null)[]}} measure
 * @returns {[number, number]|null} null where nothing was measured
 */
export function scaleOf({ most: limit, values }) {
  const known = values.filter(value => value !== null).flatMap(({ value, low, high }) => [value, low, high]);
  const numbers = known.filter(number => number !== null);
  if (!numbers.length) return null;
  const least = Math.min(...numbers), most = Math.max(...numbers);
  if (values.length === 1) return [Math.min(0, least), (limit ?? most) || 1];
  const room = (most - least || 1) * 0.06;
  return [least - room, most + room];
}

function lineOf({ value, low, high }, at, y, hollow) {
  const looks = hollow ? " cx-hollow" : "";
  const ends = low === null || high === null ? null : s("path", {
    class: "cx-interval", d: `M${at(low)} ${y - 3}V${y + 3}M${at(low)} ${y}H${at(high)}M${at(high)} ${y - 3}V${y + 3}`,
  });
  return [ends, s("circle", { class: `cx-dot${looks}`, cx: at(value), cy: y, r: 3.2 })];
}

/**
 * @param {({value: number|null, low: number|null, high: number|null}|null)[]} values drawn one below the other; of
 *   several the first is hollow
 * @param {[number, number]|null} scale
 * @returns {SVGElement|null}
 */
export function whisker(values, scale) {
  if (!scale || values.every(value => value?.value === null || !value)) return null;
  const [from, to] = scale, height = HEIGHT * values.length;
  const at = number => (EDGE + (WIDTH - 2 * EDGE) * (number - from) / (to - from || 1)).toFixed(1);
  const marks = values.flatMap((value, i) => value === null || value.value === null ? []
    : lineOf(value, at, HEIGHT * (i + 0.5), values.length > 1 && i === 0));
  const ends = s("path", { class: "cx-track", d: `M${EDGE} 0V${height}M${WIDTH - EDGE} 0V${height}` });
  const size = { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height };
  return s("svg", { class: "cx-whisker", ...size, "aria-hidden": "true" }, ends, marks);
}
