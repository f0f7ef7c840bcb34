// A chart as a file of its own: its looks written into it, a title and a ground; as SVG, or as PNG at twice its size.
import { s, saveFile } from "./dom.mjs";

const FONT = ["font-family", "font-size", "font-weight"];
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "paint-order", ...FONT];
const OURS = ["class", "tabindex", "role", "aria-label"];
const HEAD_PX = 26;

/** A colour that any program reads: a mixed one is drawn and read back. */
function plainColour(colour) {
  if (!colour.startsWith("color")) return colour;
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${r}, ${g}, ${b})`;
}

function dress(copy, drawn) {
  const style = getComputedStyle(drawn);
  for (const name of LOOKS) copy.setAttribute(name, plainColour(style.getPropertyValue(name)));
  for (const name of OURS) copy.removeAttribute(name);
  [...copy.children].forEach((child, i) => dress(child, drawn.children[i]));
}

/**
 * @param {SVGElement} drawn as it stands on the page @param {string} title
 * @returns {{text: string, width: number, height: number}} an SVG that needs nothing else
 */
function standalone(drawn, title) {
  const copy = drawn.cloneNode(true), { width, height: plot } = drawn.viewBox.baseVal, height = plot + HEAD_PX;
  const { color, backgroundColor } = getComputedStyle(drawn), size = { width, height };
  dress(copy, drawn);
  copy.prepend(
    s("title", {}, title), s("rect", { y: -HEAD_PX, ...size, fill: plainColour(backgroundColor) }),
    s("text", { x: 4, y: -9, fill: plainColour(color), "font-size": "13px", "font-weight": "600" }, title),
  );
  const attributes = { ...size, viewBox: `0 ${-HEAD_PX} ${width} ${height}` };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  return { text: new XMLSerializer().serializeToString(copy), ...size };
}

/** @param {SVGElement} drawn @param {{key: string, title: string}} figure */
export function saveSvg(drawn, { key, title }) {
  saveFile(`${key}.svg`, "image/svg+xml", standalone(drawn, title).text);
}

/** @param {SVGElement} drawn @param {{key: string, title: string}} figure @returns {Promise<void>} */
export async function savePng(drawn, { key, title }) {
  const { text, width, height } = standalone(drawn, title), image = new Image();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  saveFile(`${key}.png`, "image/png", await new Promise(done => canvas.toBlob(done, "image/png")));
}
