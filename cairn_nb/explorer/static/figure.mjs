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
  const frame = frameOf(figure, width), { paths, spots } = drawMarks(figure, frame);
  spots.forEach((spot, i) => {
    const attributes = { tabindex: i ? -1 : 0, role: spot.point.filter ? "button" : "img", "aria-label": sentenceOf(figure, spot) };
    for (const [name, value] of Object.entries(attributes)) spot.element.setAttribute(name, value);
  });
  const attributes = { class: "cx-svg", viewBox: `0 0 ${frame.width} ${frame.height}`, role: "group", "aria-label": figure.title };
  return { svg: s("svg", attributes, frame.behind, frame.around, paths, namesBeside(spots, frame)), spots, frame };
}

/** The spot under the pointer, or the nearest one within reach. */
function spotAt(event, { svg, spots, frame }) {
  const own = event.target.closest(".cx-spot");
  if (own) return spots.find(spot => spot.element === own) ?? null;
  const box = svg.getBoundingClientRect(), ratio = frame.width / box.width;
  const x = (event.clientX - box.left) * ratio, y = (event.clientY - box.top) * ratio;
  const far = spot => Math.hypot(spot.x - x, spot.y - y);
  const nearest = spots.reduce((best, spot) => !best || far(spot) < far(best) ? spot : best, null);
  return nearest && far(nearest) <= NEAR_PX ? nearest : null;
}

function tipper(figure, plot, tip) {
  let shown = null;
  return (drawn, spot) => {
    if (spot === shown) return;
    shown?.element.classList.remove("cx-on");
    shown = spot;
    tip.hidden = !spot;
    if (!spot) return;
    spot.element.classList.add("cx-on");
    tip.replaceChildren(...tipOf(figure, spot));
    const ratio = plot.clientWidth / drawn.frame.width, x = spot.x * ratio, y = spot.y * ratio;
    tip.style.left = `${Math.max(0, Math.min(x + 12, plot.clientWidth - tip.offsetWidth))}px`;
    tip.style.top = `${y > tip.offsetHeight + 12 ? y - tip.offsetHeight - 12 : y + 14}px`;
  };
}

/** What the pointer and keys do in a plot; `current` gives what is drawn now. */
function listen(plot, view, current, say) {
  const open = spot => { if (spot?.point.filter) view.show(spot.point.filter); };
  const focused = () => current().spots.find(spot => spot.element === document.activeElement) ?? null;
  plot.addEventListener("pointermove", event => {
    const spot = spotAt(event, current());
    plot.classList.toggle("cx-opens", Boolean(spot?.point.filter));
    say(current(), spot ?? focused());
  });
  plot.addEventListener("pointerleave", () => say(current(), focused()));
  plot.addEventListener("click", event => open(spotAt(event, current())));
  plot.addEventListener("focusin", () => say(current(), focused()));
  plot.addEventListener("focusout", () => say(current(), null));
  plot.addEventListener("keydown", event => {
    const { spots } = current(), at = spots.indexOf(focused());
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ROVES) rove(spots, at, Math.max(0, Math.min(spots.length - 1, at + ROVES[event.key])));
    else if (event.key === "Enter" || event.key === " ") open(spots[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function rove(spots, from, to) {
  spots[from].element.setAttribute("tabindex", -1);
  spots[to].element.setAttribute("tabindex", 0);
  spots[to].element.focus({ preventScroll: true });
}

/** Drawn at the width it has, and again when that changes. */
function drawnPlot(figure, view) {
  const tip = h("div", { class: "cx-tip", hidden: true, "aria-hidden": "true" }), plot = h("div", { class: "cx-plot" }, tip);
  const say = tipper(figure, plot, tip);
  let drawn = drawing(figure, 400);
  plot.prepend(drawn.svg);
  listen(plot, view, () => drawn, say);
  new ResizeObserver(([entry]) => requestAnimationFrame(() => {
    const width = Math.round(Math.max(LEAST_PX, Math.min(MOST_PX, entry.contentRect.width)));
    if (!entry.contentRect.width || width === drawn.frame.width) return;
    const old = drawn, at = old.spots.findIndex(spot => spot.element === document.activeElement);
    say(old, null);
    drawn = drawing(figure, width);
    old.svg.replaceWith(drawn.svg);
    if (at > 0) rove(drawn.spots, 0, at);
    else if (at === 0) drawn.spots[0].element.focus({ preventScroll: true });
  })).observe(plot);
  return { plot, svg: () => drawn.svg };
}

/**
 * @param {any} view @param {any} figure see figure.py
 * @returns {HTMLElement}
 */
export function figureView(view, figure) {
  const id = `cx-figure-${++charts}`, { plot, svg } = drawnPlot(figure, view);
  const table = figureTable(figure);
  table.hidden = true;
  const tool = (text, does, act) => button(text, act, { class: "cx-tool", "aria-label": `${does}: ${figure.title}`, title: does });
  const swap = tool("table", "Show as a table", () => {
    [table.hidden, plot.hidden] = [plot.hidden, table.hidden];
    swap.setAttribute("aria-pressed", String(!table.hidden));
  });
  swap.setAttribute("aria-pressed", "false");
  const tools = h("div", { class: "cx-tools" }, swap,
    tool("svg", "Save as SVG", () => saveSvg(svg(), figure)), tool("png", "Save as PNG", () => savePng(svg(), figure)));
  return h("div", { class: "cx-figure", role: "group", "aria-labelledby": id, "data-key": figure.key },
    h("div", { class: "cx-fhead" }, h("div", { class: "cx-ftitle", id }, figure.title), tools),
    plot, table, figure.note ? h("div", { class: "cx-fnote" }, figure.note) : null);
}
