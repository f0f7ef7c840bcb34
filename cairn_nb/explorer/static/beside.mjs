// Names written beside points where there is room for them, and below the chart where there is none.
import { LINE_PX, textPx } from "./axes.mjs";
import { word } from "./marks.mjs";

const PLACES = [[8, 4, "start"], [-8, 4, "end"], [0, -9, "middle"], [0, 17, "middle"]];
const SHARES = { start: 0, middle: 0.5, end: 1 };
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** In as many lines as it takes. */
function wrapped(text, most) {
  const lines = [""];
  for (const part of text.split(" ")) {
    const longer = `${lines.at(-1)} ${part}`.trim();
    if (textPx(longer) <= most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/**
 * @param {{mark: any, point: any, x: number, y: number}[]} spots @param {any} frame
 * @returns {{names: SVGElement[], height: number}} of the chart with them
 */
export function namesBeside(spots, frame) {
  const labelled = spots.filter(spot => spot.mark.labelled);
  const taken = labelled.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }));
  const left = [], names = labelled.flatMap(({ point, x, y }) => {
    const width = textPx(point.label);
    const boxes = PLACES.map(([dx, dy, anchor]) => {
      const left = x + dx - width * SHARES[anchor];
      return { left, right: left + width, top: y + dy - 10, bottom: y + dy + 2, at: [x + dx, y + dy, anchor] };
    });
    const free = boxes.find(box => box.left >= frame.left && box.right <= frame.width && box.bottom <= frame.bottom
      && !taken.some(other => overlap(box, other)));
    if (!free) left.push(point.label);
    if (!free) return [];
    taken.push(free);
    return [word(point.label, ...free.at, "cx-vword cx-vname")];
  });
  const below = left.length ? wrapped(`Too near to others to be named there: ${left.join(", ")}.`, frame.width - 8) : [];
  names.push(...below.map((line, k) => word(line, 4, frame.height + 8 + k * LINE_PX, "start", "cx-vtick")));
  return { names, height: frame.height + below.length * LINE_PX };
}
