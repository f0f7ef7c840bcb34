// From values to pixels, and the ticks between: linear, logarithmic and band scales.

const NICE = [1, 2, 2.5, 5, 10];

/** @param {number} span @param {number} count about how many @returns {number} 1, 2, 2.5 or 5 times a power of ten */
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
  const start = low ?? Math.floor(least / step + 1e-9) * step;
  let end = high ?? Math.ceil(most / step - 1e-9) * step;
  if (end <= start) end = start + step;
  const ticks = [];
  for (let k = Math.ceil(start / step - 1e-9); k * step <= end + step * 1e-6; k++) ticks.push(k * step);
  const at = value => from + (to - from) * (value - start) / (end - start);
  return { at, ticks: ticks.map(value => ({ at: at(value), text: tickText(value, step) })) };
}

function logScale([least, most], [from, to], count) {
  const start = Math.log10(least) - 0.1, end = Math.log10(most) + 0.1, ticks = [];
  const at = value => from + (to - from) * (Math.log10(value) - start) / (end - start);
  const nices = (end - start) * 3 <= count ? [1, 2, 5] : [1];
  for (let power = Math.floor(start); power <= end; power++) {
    for (const nice of nices) {
      const value = nice * 10 ** power, place = Math.log10(value);
      if (place >= start && place <= end) ticks.push({ at: at(value), text: tickText(value, 10 ** power) });
    }
  }
  return { at, ticks };
}

function bandScale({ bands }, [from, to]) {
  const step = (to - from) / bands.length, place = new Map(bands.map((name, i) => [name, from + step * (i + 0.5)]));
  return { at: name => place.get(name), ticks: bands.map(text => ({ at: place.get(text), text })), step: Math.abs(step) };
}

/**
 * @typedef {object} Scale
 * @property {(value: number|string) => number} at pixels
 * @property {{at: number, text: string}[]} ticks
 * @property {number} [step] the width of a band
 */

/**
 * @param {any} axis @param {[number, number]} extent of its values; of a band unused
 * @param {[number, number]} pixels @param {number} px between ticks, about
 * @returns {Scale}
 */
export function scale(axis, extent, pixels, px) {
  if (axis.kind === "band") return bandScale(axis, pixels);
  const count = Math.abs(pixels[1] - pixels[0]) / px;
  return axis.kind === "log" ? logScale(extent, pixels, count) : linearScale(axis, extent, pixels, count);
}

/** What the marks of a figure span along ``x`` or ``y``. @param {any} figure @param {"x"|"y"} way @returns {[number, number]} */
export function extentOf(figure, way) {
  const other = way === "x" ? "y" : "x", interval = way === "y" ? figure.y.kind !== "band" : figure.y.kind === "band";
  const values = figure.marks.flatMap(mark => mark.points.flatMap(point => [
    mark.kind === "rule" && mark.across === other ? null : point[way],
    way === "x" ? point.to : mark.kind === "bar" && figure.y.kind !== "band" ? 0 : null,
    interval ? point.low : null, interval ? point.high : null, figure[way].low, figure[way].high,
  ])).filter(Number.isFinite);
  return [Math.min(...values), Math.max(...values)];
}

/** @param {any} value @returns {boolean} whether there is one: nothing is written where nothing was measured */
export const given = value => value !== null && value !== undefined;
