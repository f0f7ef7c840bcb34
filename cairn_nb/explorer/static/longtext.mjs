// A text of any length: cut to a window around what matters, longer on request, with ranges of it marked.
import { button, h } from "./dom.mjs";

const STEP_CHARS = 20000;
const NEAR_CHARS = 40;

const isSecondHalf = (text, i) => /[\udc00-\udfff]/.test(text[i] ?? "") && /[\ud800-\udbff]/.test(text[i - 1] ?? "");
/** A place to cut near `i`: behind a space, and never inside a character. */
function cutAt(text, i) {
  if (i <= 0 || i >= text.length) return Math.max(0, Math.min(i, text.length));
  const space = text.lastIndexOf(" ", i);
  return i - space < NEAR_CHARS ? space + 1 : i - isSecondHalf(text, i);
}

/**
 * The places in UTF-16 units of positions counted in characters (code points), as Python counts them.
 * @param {string} text @param {number[]} positions
 * @returns {Map<number, number>}
 */
export function unitsOf(text, positions) {
  const sorted = [...new Set(positions)].sort((a, b) => a - b), units = new Map();
  const plain = !/[\ud800-\udbff]/.test(text);
  let unit = 0, point = 0;
  for (const position of sorted) {
    if (plain) unit = position;
    else for (; point < position; point++) unit += isSecondHalf(text, unit + 1) ? 2 : 1;
    units.set(position, unit);
  }
  return units;
}

function markedPieces(text, from, to, marks) {
  const inside = marks.filter(mark => mark.end > from && mark.start < to);
  const ends = inside.flatMap(({ start, end }) => [Math.max(from, start), Math.min(to, end)]);
  const cuts = [...new Set([from, to, ...ends])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => {
    const over = inside.filter(mark => mark.start <= cuts[i] && mark.end >= end), piece = text.slice(cuts[i], end);
    return over.length ? h(over[0].tag, { class: over.some(mark => mark.strong) ? "cx-strong" : null }, piece) : piece;
  });
}

/**
 * @typedef {object} Mark
 * @property {number} start in UTF-16 units @property {number} end @property {string} tag mark, del or ins
 * @property {boolean} [strong]
 */

/**
 * @param {string} text @param {Mark[]} [marks] may be changed; `paint` shows it
 * @param {number} [first] how many characters are shown until more is asked for; a third more is not cut
 * @returns {{element: HTMLElement, paint: () => void, reveal: (mark: Mark) => void}}
 */
export function longText(text, marks = [], first = 4000) {
  const body = h("div", { class: "cx-said", dir: "auto" }), more = h("div", { class: "cx-widen" });
  let from = 0, to = text.length;
  const place = at => {
    const whole = text.length <= first * 4 / 3;
    from = whole ? 0 : cutAt(text, Math.min(at - first / 4, text.length - first));
    to = whole ? text.length : cutAt(text, Math.max(at, from) + first);
  };
  const widen = () => {
    from = cutAt(text, from - STEP_CHARS);
    to = cutAt(text, to + STEP_CHARS);
    paint();
  };
  function paint() {
    const [before, after] = [from > 0 ? "… " : "", to < text.length ? " …" : ""];
    body.replaceChildren(before, ...markedPieces(text, from, to, marks), after);
    const left = text.length - (to - from), label = left > STEP_CHARS ? "show more" : "show all";
    more.replaceChildren(...left ? [button(`${label} (${left.toLocaleString("en")} more characters)`, widen)] : []);
  }
  place(marks.length ? Math.min(...marks.map(mark => mark.start)) : 0);
  paint();
  const reveal = mark => {
    if (mark.start < from || mark.end > to) place(mark.start);
    paint();
  };
  return { element: h("div", {}, body, more), paint, reveal };
}
