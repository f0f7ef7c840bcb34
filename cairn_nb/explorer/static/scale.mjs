// From values to pixels, and the ticks between: linear, logarithmic and band scales.

const NICE = [1, 2, 5, 10];

/** @param {any} value @returns {boolean} whether there is one: nothing is written where nothing was measured */
export const given = value => value !== null && value !== undefined;

/** @param {number} span @param {number} count about how many @returns {number} 1, 2 or 5 times a power of ten */
export function niceStep(span, count) {
  const rough = span / Math.max(1, count), power = 10 ** Math.floor(Math.log10(rough));
  return power * NICE.find(nice => nice * power >= rough * 0.9999);
}

/** A tick with as many decimals as its step needs. @param {number} value @param {number} step @returns {string} */
export function tickText(value, step) {
  let digits = 0;
  while (digits < 9 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits++;
  return value.toFixed(digits).replace("-", "−");
}

function linearScale({ low, high, format }, [least, most], [from, to], count) {
  const step = Math.max(niceStep((most - least) || Math.abs(most) || 1, count), format === "int" ? 1 : 0);
  const start = low ?? Math.floor(least / step + 1e-9) * step, top = high ?? Math.ceil(most / step - 1e-9) * step;
  const span = top > start ? top - start : step, at = value => from + (to - from) * (value - start) / span;
  const first = Math.ceil(start / step - 1e-9), n = Math.floor((start + span) / step + 1e-6) - first + 1;
  const ticks = Array.from({ length: n }, (_, k) => (first + k) * step);
  return { at, ticks: ticks.map(value => ({ at: at(value), text: tickText(value, step) })) };
}

function logScale([least, most], [from, to], count) {
  const start = Math.log10(least) - 0.1, end = Math.log10(most) + 0.1;
  const at = value => from + (to - from) * (Math.log10(value) - start) / (end - start);
  const nices = (end - start) * 3 <= count ? [1, 2, 5] : [1], powers = Math.ceil(end - start) + 1;
  const ticks = Array.from({ length: powers }, (_, k) => 10 ** (Math.floor(start) + k))
    .flatMap(power => nices.map(nice => ({ at: at(nice * power), text: tickText(nice * power, power) })));
  return { at, ticks: ticks.filter(tick => (tick.at - from) * (tick.at - to) <= 0) };
}

function bandScale(bands, [from, to]) {
  const step = (to - from) / bands.length, places = new Map(bands.map((name, i) => [name, from + step * (i + 0.5)]));
  return { at: name => places.get(name), ticks: bands.map(text => ({ at: places.get(text), text })), step };
}

/**
 * @typedef {object} Scale
 * @property {(value: number|string) => number} at pixels
 * @property {{at: number, text: string}[]} ticks
 * @property {number} [step] the width of a band
 */

/**
 * @param {any} axis @param {[number, number]} extent of its values; of a band unused
 * @param {[number, number]} pixels @param {number} apart pixels between ticks, about
 * @returns {Scale}
 */
export function scaleFor(axis, extent, pixels, apart) {
  if (axis.kind === "band") return bandScale(axis.bands, pixels);
  const count = Math.abs(pixels[1] - pixels[0]) / apart;
  return axis.kind === "log" ? logScale(extent, pixels, count) : linearScale(axis, extent, pixels, count);
}

/**
 * What the marks of a figure span along an axis.
 * @param {any} figure @param {"x"|"y"} way
 * @returns {[number, number]}
 */
export function extentOf(figure, way) {
  const flat = figure.y.kind === "band", axis = figure[way];
  const values = figure.marks.flatMap(({ kind, across, points }) => points.flatMap(({ x, y, to, low, high }) => [
    kind === "rule" && across !== way ? null : { x, y }[way],
    ...way === "x" ? [to] : [kind === "bar" && !flat ? 0 : null], ...(way === "x") === flat ? [low, high] : [],
  ]));
  const numbers = [...values, axis.low, axis.high].filter(Number.isFinite);
  return [Math.min(...numbers), Math.max(...numbers)];
}
