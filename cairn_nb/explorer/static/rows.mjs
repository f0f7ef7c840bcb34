// The rows that can be seen: a pool of elements moved over a tall, empty pad.
import { h, wording } from "./dom.mjs";

export const ROW_PX = 28;
const OVERSCAN = 10;

/**
 * @param {HTMLElement} grid the scroller
 * @param {HTMLElement} pad
 * @param {{key: string, kind: string, width: string}[]} columns
 * @param {Record<string, any[]>} data
 * @param {string} prefix for element ids
 */
export function rowPool(grid, pad, columns, data, prefix) {
  const pool = [];
  const template = columns.map(column => column.width).join(" ");
  const add = () => {
    const cells = columns.map((column, j) =>
      h("div", { role: "gridcell", "aria-colindex": j + 1, class: `cx-cell cx-${column.kind}` }));
    const row = h("div", { class: "cx-row", role: "row" }, ...cells);
    row.style.gridTemplateColumns = template;
    pad.append(row);
    pool.push({ row, cells });
  };
  const fill = ({ row, cells }, v, i, active, selected) => {
    row.style.transform = `translateY(${v * ROW_PX}px)`;
    row.id = `${prefix}-r${v}`;
    row.dataset.v = v;
    row.dataset.id = data.case[i];
    row.dataset.verdict = data.verdict[i];
    row.setAttribute("aria-rowindex", v + 2);
    row.setAttribute("aria-selected", data.case[i] === selected);
    row.classList.toggle("cx-active", v === active);
    columns.forEach((column, j) => { cells[j].textContent = wording(data[column.key][i], column.kind); });
  };
  return (view, active, selected) => {
    const first = Math.max(0, Math.floor(grid.scrollTop / ROW_PX) - OVERSCAN);
    const last = Math.min(view.length, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW_PX) + OVERSCAN);
    while (pool.length < last - first) add();
    pool.forEach((slot, k) => {
      slot.row.hidden = first + k >= last;
      if (slot.row.hidden) slot.row.removeAttribute("id");
      else fill(slot, first + k, view[first + k], active, selected);
    });
  };
}
