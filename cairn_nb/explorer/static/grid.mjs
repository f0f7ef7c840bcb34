// The grid of the cases: one tab stop, the active row or head told by aria-activedescendant, rows drawn as they come
// into sight.
import { button, h } from "./dom.mjs";
import { headCells } from "./head.mjs";
import { placesInSight, ROW_PX, rowPool, tracks } from "./rows.mjs";
import { nextSort } from "./sort.mjs";

const HEAD = -1;
const SIDE_PX = 120;

export class Grid {
  /**
   * @param {import("./state.mjs").View} view @param {string} prefix of ids
   * @param {{sort: (sort: [string, string][]) => void, choose: (id: string, opened: boolean) => void,
   *   clear: () => void}} acts
   */
  constructor(view, prefix, acts) {
    Object.assign(this, { view, prefix, acts, rows: new Int32Array(0), columns: [], sort: [], active: 0, head: 0 });
    this.heads = h("div", { class: "cx-row cx-head", role: "row", "aria-rowindex": 1 });
    this.pad = h("div", { class: "cx-pad", role: "rowgroup" });
    this.empty = h("div", { class: "cx-empty", hidden: true }, "No case matches. ", button("Clear all", acts.clear));
    this.element = h("div", { class: "cx-grid", role: "grid", tabindex: 0, "aria-label": "Cases",
      onkeydown: event => this.press(event), onclick: event => this.click(event), onscroll: () => this.draw() },
    h("div", { class: "cx-sticky", role: "rowgroup" }, this.heads), this.pad);
  }

  /** @param {any[]} columns on the screen, in order @param {[string, string][]} sort */
  setColumns(columns, sort) {
    const same = columns.length === this.columns.length && columns.every((column, j) => column === this.columns[j]);
    if (!same) this.replaceColumns(columns);
    if (same && JSON.stringify(sort) === JSON.stringify(this.sort)) return;
    this.sort = sort;
    this.heads.replaceChildren(...headCells(this.view, columns, sort, this.prefix, this.acts.sort));
  }

  replaceColumns(columns) {
    const { template, width_px } = tracks(columns);
    Object.assign(this, { columns, head: Math.min(this.head, columns.length - 1) });
    this.heads.style.gridTemplateColumns = template;
    for (const part of [this.heads, this.pad]) part.style.minWidth = `${width_px}px`;
    this.element.setAttribute("aria-colcount", columns.length);
    this.fill = rowPool(this.view, columns, this.pad, this.prefix);
  }

  /** @param {Int32Array} rows positions, in order; the first becomes active */
  setRows(rows) {
    const { element } = this;
    if (element.scrollTop) element.scrollTop = 0;
    const sight = placesInSight(element, rows.length, 0);      // measured before anything changes, and so at once
    this.rows = rows;
    this.active = this.active === HEAD ? HEAD : 0;
    this.drawPlaces(sight);
    this.pad.style.height = `${rows.length * ROW_PX}px`;
    element.setAttribute("aria-rowcount", rows.length + 1);
    this.empty.hidden = rows.length > 0;
    requestAnimationFrame(() => setTimeout(() => this.draw()));   // what lies beyond sight, once this is painted
  }

  draw() {
    this.drawPlaces(placesInSight(this.element, this.rows.length));
  }

  drawPlaces([first, last]) {
    this.fill(this.rows, first, last, this.active, this.view.get("selected"));
    const onHead = this.active === HEAD || !this.rows.length, drawn = this.active >= first && this.active < last;
    [...this.heads.children].forEach((cell, j) => cell.classList.toggle("cx-active", onHead && j === this.head));
    if (onHead) this.element.setAttribute("aria-activedescendant", `${this.prefix}-h${this.head}`);
    else if (drawn) this.element.setAttribute("aria-activedescendant", `${this.prefix}-r${this.active}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Bring a place into sight; the heads stick to the top and cover their own height. */
  reveal(place) {
    const { element } = this, top = place * ROW_PX;
    const most = top + ROW_PX + this.heads.offsetHeight - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (most > element.scrollTop) element.scrollTop = most;
  }

  /** @param {number} place of a row, or one above them for the heads */
  moveTo(place) {
    this.active = Math.max(HEAD, Math.min(this.rows.length - 1, place));
    if (this.active !== HEAD) this.reveal(this.active);
    this.draw();
    if (this.active !== HEAD && this.view.get("selected") !== null) this.choose(false);
  }

  /** @param {string|null} id of the open row; it becomes the active one where it is listed */
  showSelected(id) {
    const position = this.view.position.get(id), place = position === undefined ? -1 : this.rows.indexOf(position);
    if (place >= 0) {
      this.active = place;
      this.reveal(place);
    }
    this.draw();
  }

  choose(opened) {
    if (this.active !== HEAD && this.rows.length) this.acts.choose(this.view.ids[this.rows[this.active]], opened);
  }

  click(event) {
    const row = event.target.closest("[data-place]");
    if (!row || !getSelection().isCollapsed) return;      // a text was marked, to be copied
    this.active = Number(row.dataset.place);
    this.choose(false);
  }

  /** The places that keys lead to; null for other keys. */
  placeAfter(key) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_PX) - 2), { active } = this;
    return {
      ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: Math.max(0, active - page),
      Home: 0, End: this.rows.length - 1,
    }[key] ?? null;
  }

  pressOnHead({ key, shiftKey }) {
    const { head, columns } = this;
    const places = { ArrowLeft: head - 1, ArrowRight: head + 1, Home: 0, End: columns.length - 1 };
    if (key in places) this.moveHead(places[key]);
    else this.acts.sort(nextSort(this.sort, columns[head].name, shiftKey));
  }

  moveHead(head) {
    this.head = Math.max(0, Math.min(this.columns.length - 1, head));
    this.heads.children[this.head].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.draw();
  }

  press(event) {
    const { key } = event, onHead = this.active === HEAD || !this.rows.length, place = this.placeAfter(key);
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (onHead && ["Enter", " ", "ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) this.pressOnHead(event);
    else if (place !== null) this.moveTo(place);
    else if (key === "Enter") this.choose(true);
    else if (key === "ArrowLeft") this.element.scrollLeft -= SIDE_PX;
    else if (key === "ArrowRight") this.element.scrollLeft += SIDE_PX;
    else return;
    event.preventDefault();
  }
}
