// The rows that can be seen: a pool of elements moved over a tall, empty pad.
import { h, wording } from "./dom.mjs";
import { isNumber } from "./known.mjs";

export const ROW_PX = 28;
const OVERSCAN = 8, LEAST_IN_CELL = 80, LETTER_PX = 5;
const SYMBOLS = { right: "✓", wrong: "✗", error: "!" };
const TONES = { right: "cx-right", wrong: "cx-wrong", error: "cx-wrong", abstained: "cx-quiet", "—": "cx-quiet" };

/**
 * A value of a column that is filtered by, in words, with a symbol where colour would tell it.
 * @param {import("./state.mjs").View} view @param {any} column @param {string} value @returns {string}
 */
export function valueWords(view, column, value) {
  if (column.key === "change") {
    const change = view.index.changes.find(({ key }) => key === value);
    return change ? `${change.regression ? "▼" : "▲"} ${change.label}` : value;
  }
  if (value === "") return column.key === "failure" ? "no failure" : "(empty)";
  return column.kind === "state" && SYMBOLS[value] ? `${SYMBOLS[value]} ${value}` : value;
}

/** A matrix's column is headed by its system alone. */
function isMatrix(view, column) {
  return view.index.mode === "many" && column.run !== null && column.label === view.index.runs[column.run].name;
}

function changeCell(view, column) {
  const bad = new Set(view.index.changes.filter(({ regression }) => regression).map(({ key }) => key));
  const words = new Map(view.index.changes.map(({ key }) => [key, valueWords(view, column, key)]));
  const tone = keys => keys.some(key => bad.has(key)) ? "cx-wrong" : "cx-right";
  return keys => keys?.length ? [keys.map(key => words.get(key) ?? key).join(", "), tone(keys)] : ["", ""];
}

function matrixCell(view, column) {
  const { verdict, status } = view.index.rows[column.run];
  return (value, i) => {
    const state = status[i] === "abstained" ? "abstained" : verdict[i];
    if (state === null) return ["", ""];
    const words = value !== null ? value.toFixed(2) : state === "—" ? "" : state;
    return [`${SYMBOLS[state] ?? "○"} ${words}`, `cx-tint ${TONES[state] ?? ""}`];
  };
}

function stateCell(view, column) {
  return value => value === null ? ["", ""] : [valueWords(view, column, value), TONES[value] ?? ""];
}

/** As much of a text as a cell of the widest window shows: more takes time to lay out. */
function textCell(columns) {
  const wide = columns.filter(isWide).length || 1, most = Math.max(LEAST_IN_CELL, screen.width / wide / LETTER_PX);
  return value => [value?.length > most ? `${value.slice(0, most)}…` : value ?? "", ""];
}

/** How a column's cells read, and the class that tints them. */
function cellReader(view, column, columns) {
  if (column.key === "change") return changeCell(view, column);
  if (isMatrix(view, column)) return matrixCell(view, column);
  if (column.kind === "state") return stateCell(view, column);
  if (column.kind === "text") return textCell(columns);
  return value => [wording(value, column.kind), ""];
}

const isWide = column => column.width.includes("fr");
const minimum = column => Number(/(\d+)px/.exec(column.width)?.[1] ?? 100);

/**
 * @param {any[]} columns on the screen
 * @returns {{template: string, width_px: number}} the grid's tracks, and the least it needs
 */
export function tracks(columns) {
  const wide = columns.some(isWide);
  return {
    template: columns.map(column => column.width).join(" ") + (wide ? "" : " 1fr"),
    width_px: columns.reduce((sum, column) => sum + minimum(column), 0),
  };
}

function makeSlot(columns) {
  const cells = columns.map((column, j) => h("div", { role: "gridcell", "aria-colindex": j + 1, class: "cx-cell" }));
  const row = h("div", { class: "cx-row", role: "row" }, cells);
  row.style.gridTemplateColumns = tracks(columns).template;
  return { row, cells };
}

/**
 * @param {import("./state.mjs").View} view @param {any[]} columns @param {HTMLElement} pad
 * @param {string} prefix of ids
 * @returns {(rows: Int32Array, first: number, last: number, active: number, selected: string|null) => void}
 */
export function rowPool(view, columns, pad, prefix) {
  const pool = [], values = columns.map(column => view.values(column.name));
  const readers = columns.map(column => cellReader(view, column, columns));
  const kinds = columns.map(column => isNumber(column) ? "cx-cell cx-numeric" : "cx-cell");
  const fill = ({ row, cells }, place, i, active, selected) => {
    row.style.transform = `translateY(${place * ROW_PX}px)`;
    row.id = `${prefix}-r${place}`;
    row.dataset.place = place;
    row.setAttribute("aria-rowindex", place + 2);
    row.setAttribute("aria-selected", view.ids[i] === selected);
    row.classList.toggle("cx-active", place === active);
    readers.forEach((read, j) => {
      const [text, tone] = read(values[j][i], i);
      if (cells[j].textContent !== text) cells[j].textContent = text;
      cells[j].className = tone ? `${kinds[j]} ${tone}` : kinds[j];
    });
  };
  pad.replaceChildren();
  return (rows, first, last, active, selected) => {
    while (pool.length < last - first) {
      pool.push(makeSlot(columns));
      pad.append(pool.at(-1).row);
    }
    pool.forEach((slot, k) => {
      slot.row.hidden = first + k >= last;
      if (slot.row.hidden) slot.row.removeAttribute("id");
      else fill(slot, first + k, rows[first + k], active, selected);
    });
  };
}

/**
 * The places of the rows to draw: those in sight, and a few beyond.
 * @param {HTMLElement} grid @param {number} n @param {number} [beyond] @returns {[number, number]}
 */
export function placesInSight(grid, n, beyond = OVERSCAN) {
  const { scrollTop, clientHeight } = grid, first = Math.floor(scrollTop / ROW_PX) - beyond;
  const last = Math.ceil((scrollTop + clientHeight) / ROW_PX) + beyond;
  return [Math.max(0, Math.min(first, n)), Math.min(n, last)];
}
