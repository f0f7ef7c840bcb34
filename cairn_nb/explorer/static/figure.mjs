// A chart on the page: title, drawing, note; the same values as a table; saved as SVG or PNG. Its marks answer to
// the pointer and to keys, and one that stands for cases opens them.
import { button, h, s } from "./dom.mjs";
import { frameOf } from "./axes.mjs";
import { drawMarks } from "./marks.mjs";
import { namesBeside } from "./beside.mjs";
import { savePng, saveSvg } from "./save.mjs";
import { figureTable, sentenceOf, tipOf } from "./saying.mjs";

const LEAST_PX = 280, MOST_PX = 640, NEAR_PX = 18;
const ROVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
let charts = 0;

function drawing(figure, width) {
  const frame = frameOf(figure, width), { drawn, spots } = drawMarks(figure, frame);
  spots.forEach((spot, i) => {
    const role = spot.point.filter ? "button" : "img";
    const attributes = { class: "cx-spot", tabindex: i ? -1 : 0, role, "aria-label": sentenceOf(figure, spot) };
    for (const [name, value] of Object.entries(attributes)) spot.element.setAttribute(name, value);
  });
  const { names, height } = namesBeside(spots, frame);
  const looks = { class: "cx-svg", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": figure.title };
  return { width, spots, svg: s("svg", looks, frame.around, drawn, names) };
}

/** The spot under the pointer, or the nearest one within reach. */
function spotAt({ target, clientX, clientY }, { svg, spots, width }) {
  const own = target.closest(".cx-spot"), box = svg.getBoundingClientRect(), ratio = width / box.width;
  const far = ({ x, y }) => Math.hypot(x - (clientX - box.left) * ratio, y - (clientY - box.top) * ratio);
  if (own) return spots.find(spot => spot.element === own) ?? null;
  const nearest = spots.reduce((best, spot) => best && far(best) <= far(spot) ? best : spot, null);
  return nearest && far(nearest) <= NEAR_PX ? nearest : null;
}

/** Shows what a spot says beside it; null hides it. */
function tipIn(plot, tip, figure) {
  let shown = null;
  return (spot, width) => {
    if (spot === shown) return;
    shown?.element.classList.remove("cx-on");
    spot?.element.classList.add("cx-on");
    shown = spot;
    tip.hidden = !spot;
    if (!spot) return;
    tip.replaceChildren(...tipOf(figure, spot));
    const ratio = plot.clientWidth / width, x = spot.x * ratio, y = spot.y * ratio, tall = tip.offsetHeight + 12;
    tip.style.left = `${Math.max(0, Math.min(x + 12, plot.clientWidth - tip.offsetWidth))}px`;
    tip.style.top = `${y > tall ? y - tall : y + 14}px`;
  };
}

function rove(spots, from, to) {
  spots[from].element.setAttribute("tabindex", -1);
  spots[to].element.setAttribute("tabindex", 0);
  spots[to].element.focus({ preventScroll: true });
}

const focusedOf = ({ spots }) => spots.findIndex(spot => spot.element === document.activeElement);

/** What the pointer and keys do in a plot; `current` gives what is drawn now. */
function listen(plot, view, current, say) {
  const open = spot => { if (spot?.point.filter) view.show(spot.point.filter); };
  const sayFocused = () => say(current().spots[focusedOf(current())] ?? null, current().width);
  plot.addEventListener("pointermove", event => {
    const spot = spotAt(event, current());
    plot.classList.toggle("cx-opens", Boolean(spot?.point.filter));
    if (spot) say(spot, current().width);
    else sayFocused();
  });
  for (const left of ["pointerleave", "focusin", "focusout"]) plot.addEventListener(left, sayFocused);
  plot.addEventListener("click", event => open(spotAt(event, current())));
  plot.addEventListener("keydown", event => {
    const { spots } = current(), at = focusedOf(current());
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ROVES) rove(spots, at, Math.max(0, Math.min(spots.length - 1, at + ROVES[event.key])));
    else if (event.key === "Enter" || event.key === " ") open(spots[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Drawn at the width it has, and again when that changes. */
function plotView(view, figure) {
  const tip = h("div", { class: "cx-tip", hidden: true, "aria-hidden": "true" });
  const plot = h("div", { class: "cx-plot" }, tip);
  const say = tipIn(plot, tip, figure);
  let drawn = drawing(figure, 400);
  plot.prepend(drawn.svg);
  listen(plot, view, () => drawn, say);
  new ResizeObserver(([{ contentRect }]) => requestAnimationFrame(() => {
    const width = Math.round(Math.max(LEAST_PX, Math.min(MOST_PX, contentRect.width)));
    if (!contentRect.width || width === drawn.width) return;
    const old = drawn, at = focusedOf(old);
    say(null);
    drawn = drawing(figure, width);
    old.svg.replaceWith(drawn.svg);
    if (at >= 0) rove(drawn.spots, 0, at);
  })).observe(plot);
  return { plot, svg: () => drawn.svg };
}

/**
 * @param {any} view @param {any} figure see figure.py
 * @returns {HTMLElement}
 */
export function figureView(view, figure) {
  const id = `cx-figure-${++charts}`, { plot, svg } = plotView(view, figure), table = figureTable(figure);
  const tool = (text, does, act) =>
    button(text, act, { class: "cx-vtool", "aria-label": `${does}: ${figure.title}`, title: does });
  const swap = tool("table", "Show as a table", () => {
    [table.hidden, plot.hidden] = [plot.hidden, table.hidden];
    swap.setAttribute("aria-pressed", String(plot.hidden));
  });
  swap.setAttribute("aria-pressed", "false");
  table.hidden = true;
  const saves = [
    tool("svg", "Save as SVG", () => saveSvg(svg(), figure)), tool("png", "Save as PNG", () => savePng(svg(), figure)),
  ];
  return h("div", { class: "cx-figure", role: "group", "aria-labelledby": id, "data-key": figure.key },
    h("div", { class: "cx-fhead" },
      h("div", { class: "cx-ftitle", id }, figure.title), h("div", { class: "cx-vtools" }, swap, saves)),
    plot, table, figure.note ? h("div", { class: "cx-fnote" }, figure.note) : null);
}
