// Names written beside points, where there is room for them; the rest are read by pointing or in the table.
import { textPx } from "./axes.mjs";
import { word } from "./marks.mjs";

const PLACES = [[8, 4, "start"], [-8, 4, "end"], [0, -9, "middle"], [0, 17, "middle"]];
const SHARES = { start: 0, middle: 0.5, end: 1 };
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * @param {{mark: any, point: any, x: number, y: number}[]} spots @param {any} frame
 * @returns {SVGElement[]}
 */
export function namesBeside(spots, frame) {
  const labelled = spots.filter(spot => spot.mark.labelled);
  const taken = labelled.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }));
  return labelled.flatMap(({ point, x, y }) => {
    const width = textPx(point.label);
    const boxes = PLACES.map(([dx, dy, anchor]) => {
      const left = x + dx - width * SHARES[anchor];
      return { left, right: left + width, top: y + dy - 10, bottom: y + dy + 2, at: [x + dx, y + dy, anchor] };
    });
    const free = boxes.find(box => box.left >= frame.left && box.right <= frame.width && box.bottom <= frame.bottom
      && !taken.some(other => overlap(box, other)));
    if (!free) return [];
    taken.push(free);
    return [word(point.label, ...free.at, "cx-vword cx-vname")];
  });
}
