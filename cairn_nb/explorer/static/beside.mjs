// Names written beside points, where there is room for them; the rest are read by pointing or in the table.
import { s } from "./dom.mjs";
import { textPx } from "./axes.mjs";

const NAME_PX = 12;
const PLACES = [[8, 4, "start"], [-8, 4, "end"], [0, -9, "middle"], [0, 17, "middle"]];

function boxOf(x, y, anchor, width) {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - NAME_PX + 2, bottom: y + 2 };
}

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
    for (const [dx, dy, anchor] of PLACES) {
      const box = boxOf(x + dx, y + dy, anchor, width);
      const inside = box.left >= frame.left && box.right <= frame.width && box.top >= 0 && box.bottom <= frame.bottom;
      if (!inside || taken.some(other => overlap(box, other))) continue;
      taken.push(box);
      return [s("text", { class: "cx-tick cx-word", x: x + dx, y: y + dy, "text-anchor": anchor }, point.label)];
    }
    return [];
  });
}
