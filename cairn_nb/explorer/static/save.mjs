// A chart as a file of its own: its looks written into it, a title and a ground, as SVG or as PNG at twice its size.
import { s, saveFile } from "./dom.mjs";

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "opacity"];
const HEAD_PX = 26;

/** A colour that any program reads: a mixed one is drawn and read back. */
function plainColour(colour) {
  if (!colour.startsWith("color")) return colour;
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(3)})`;
}

function dressed(from, to) {
  const style = getComputedStyle(from);
  for (const name of LOOKS) to.setAttribute(name, plainColour(style.getPropertyValue(name)));
  for (const name of ["class", "tabindex", "role", "aria-label", "data-opens"]) to.removeAttribute(name);
  [...from.children].forEach((child, i) => dressed(child, to.children[i]));
}

/**
 * @param {SVGElement} drawn as it stands on the page @param {string} title
 * @returns {{text: string, width: number, height: number}} an SVG that needs nothing else
 */
export function standalone(drawn, title) {
  const { width, height } = drawn.viewBox.baseVal, copy = drawn.cloneNode(true);
  dressed(drawn, copy);
  const style = getComputedStyle(drawn), whole = { x: 0, y: -HEAD_PX, width, height: height + HEAD_PX };
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 ${-HEAD_PX} ${width} ${whole.height}`);
  for (const [name, value] of [["width", width], ["height", whole.height]]) copy.setAttribute(name, value);
  const words = { x: 4, y: -9, fill: plainColour(style.color), stroke: "none", "font-size": "13px", "font-weight": "600" };
  copy.prepend(s("title", {}, title), s("rect", { ...whole, fill: plainColour(style.backgroundColor) }), s("text", words, title));
  return { text: new XMLSerializer().serializeToString(copy), width, height: whole.height };
}

/** @param {SVGElement} drawn @param {{key: string, title: string}} figure */
export function saveSvg(drawn, { key, title }) {
  saveFile(`${key}.svg`, "image/svg+xml", standalone(drawn, title).text);
}

/** @param {SVGElement} drawn @param {{key: string, title: string}} figure @returns {Promise<void>} */
export async function savePng(drawn, { key, title }) {
  const { text, width, height } = standalone(drawn, title), image = new Image(), canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  saveFile(`${key}.png`, "image/png", await new Promise(done => canvas.toBlob(done, "image/png")));
}
