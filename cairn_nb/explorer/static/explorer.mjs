// The cases explorer: one front-end module, two hosts. It knows only `model` and `el`.
// Traits: index (packed table), details and chunks (packed blocks), block (their size); selected, query, status, sort.
// Everything it shows is in those traits, so it also works with a busy kernel and with none.
import { field, h, wording } from "./dom.mjs";
import { blockReader, sortedPositions, unpack } from "./data.mjs";
import { ROW_PX, rowPool } from "./rows.mjs";
import { detailViews } from "./detail.mjs";

let instances = 0;

/** @param {{model: any, el: HTMLElement}} host */
async function render({ model, el }) {
  const { columns, data, leftOut } = await unpack(model.get("index"));
  const ids = data.case, n = ids.length, position = new Map(ids.map((id, i) => [id, i]));
  const searched = columns.filter(column => column.search).map(column => data[column.key]);
  const haystack = ids.map((_, i) => searched.map(values => values[i]).join("\n").toLowerCase());
  const prefix = `cx${++instances}`, read = blockReader(model);
  let order = sortedPositions(null, n, false), view = order, active = 0;

  const search = h("input", { type: "search", class: "cx-search", "aria-label": "Search cases", placeholder: "Search ( / )" });
  const kinds = [...new Set([...data.status, ...data.verdict])].filter(kind => kind !== "—").sort();
  const status = h("select", { class: "cx-status", "aria-label": "Filter by status or verdict" },
    h("option", { value: "" }, "all cases"), ...kinds.map(kind => h("option", { value: kind }, kind)));
  const count = h("span", { class: "cx-count", role: "status", "aria-live": "polite" });
  const head = h("div", { class: "cx-row cx-head", role: "row", "aria-rowindex": 1 });
  head.style.gridTemplateColumns = columns.map(column => column.width).join(" ");
  const heads = columns.map((column, j) => {
    const button = h("button", { type: "button", class: "cx-sort", onclick: () => toggleSort(column.key) }, column.label);
    const cell = h("div", { role: "columnheader", "aria-colindex": j + 1, class: `cx-cell cx-${column.kind}` }, button);
    head.append(cell);
    return cell;
  });
  const pad = h("div", { class: "cx-pad", role: "rowgroup" });
  const grid = h("div", { class: "cx-grid", role: "grid", tabindex: 0, "aria-label": "Cases", "aria-colcount": columns.length },
    h("div", { role: "rowgroup", class: "cx-sticky" }, head), pad);
  const detail = h("section", { class: "cx-detail", "aria-label": "Case detail", tabindex: -1, hidden: "" });
  const root = h("div", { class: "cx", "data-lm-suppress-shortcuts": "true" },
    h("div", { class: "cx-bar" }, search, status, count, leftOut ? h("span", { class: "cx-mark" }, leftOut) : null),
    h("div", { class: "cx-main" }, grid, detail));
  el.replaceChildren(root);
  const fillRows = rowPool(grid, pad, columns, data, prefix);

  const push = (key, value) => { model.set(key, value); model.save_changes(); };
  function paint() {
    fillRows(view, active, model.get("selected"));
    if (view.length) grid.setAttribute("aria-activedescendant", `${prefix}-r${active}`);
    else grid.removeAttribute("aria-activedescendant");
  }
  function move(to) {
    active = Math.max(0, Math.min(view.length - 1, to));
    const top = active * ROW_PX;                // the sticky header covers the first row's height
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + 2 * ROW_PX > grid.scrollTop + grid.clientHeight) grid.scrollTop = top + 2 * ROW_PX - grid.clientHeight;
    paint();
  }
  function applySort() {
    const { key, dir } = model.get("sort") || {};
    order = sortedPositions(data[key], n, dir === "desc");
    columns.forEach((column, j) => heads[j].setAttribute("aria-sort",
      column.key === key ? (dir === "desc" ? "descending" : "ascending") : "none"));
  }
  function applyFilter() {
    const query = (model.get("query") || "").trim().toLowerCase(), kind = model.get("status") || "";
    view = !query && !kind ? order : order.filter(i =>
      (!kind || data.status[i] === kind || data.verdict[i] === kind) && (!query || haystack[i].includes(query)));
    pad.style.height = `${view.length * ROW_PX}px`;
    grid.setAttribute("aria-rowcount", view.length + 1);
    count.textContent = view.length === n ? `${n} cases` : `${view.length} of ${n} cases`;
    active = 0;
    grid.scrollTop = 0;
    paint();
  }
  function toggleSort(key) {
    const sort = model.get("sort") || {};
    push("sort", { key, dir: sort.key === key && sort.dir === "asc" ? "desc" : "asc" });
  }
  async function showDetail() {
    const id = model.get("selected"), known = position.has(id);
    detail.hidden = !known;
    paint();
    if (!known) return;
    const body = h("div", { class: "cx-body", "aria-busy": "true" });
    detail.replaceChildren(h("div", { class: "cx-dhead" }, h("strong", {}, id),
      h("button", { type: "button", class: "cx-close", "aria-label": "Close detail", onclick: close }, "×")), body);
    const packed = model.get("details").length > 0;
    body.append(...packed ? await detailViews(await read("details", position.get(id)), read)
      : columns.map(column => field(column.label, [wording(data[column.key][position.get(id)], column.kind)])));
    body.removeAttribute("aria-busy");
  }
  function open(v) { if (view.length) { active = v; push("selected", ids[view[v]]); } }
  function close() { push("selected", null); grid.focus(); }

  function onEscape(target) {
    if (target === search && search.value) push("query", "");
    else if (model.get("selected") !== null) close();
    else grid.focus();
  }
  function onKey(event) {
    event.stopPropagation();                    // or the notebook takes b as "insert a cell"
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event, step = Math.max(1, Math.floor(grid.clientHeight / ROW_PX) - 2);
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + step, PageUp: active - step, Home: 0, End: view.length - 1 };
    if (key === "/" && target !== search && target !== status) { search.focus(); search.select(); }
    else if (key === "Escape") onEscape(target);
    else if (target === search && (key === "ArrowDown" || key === "Enter")) grid.focus();
    else if (target === grid && key in moves) move(moves[key]);
    else if (target === grid && key === "Enter") open(active);
    else return;
    event.preventDefault();
  }
  grid.addEventListener("scroll", paint, { passive: true });
  pad.addEventListener("click", event => {
    const row = event.target.closest(".cx-row");
    if (row) open(Number(row.dataset.v));
  });
  search.addEventListener("input", () => push("query", search.value));
  status.addEventListener("change", () => push("status", status.value));
  root.addEventListener("keydown", onKey);
  const reactions = {
    "change:query": () => { if (search.value !== model.get("query")) search.value = model.get("query"); applyFilter(); },
    "change:status": () => { status.value = model.get("status"); applyFilter(); },
    "change:sort": () => { applySort(); applyFilter(); },
    "change:selected": showDetail,
  };
  for (const [name, reaction] of Object.entries(reactions)) model.on(name, reaction);
  const resized = new ResizeObserver(paint);
  resized.observe(grid);

  search.value = model.get("query") || "";
  status.value = model.get("status") || "";
  applySort();
  applyFilter();
  await showDetail();
  root.dataset.ready = "1";
  return () => {
    resized.disconnect();
    for (const [name, reaction] of Object.entries(reactions)) model.off(name, reaction);
  };
}

const explorer = { render };
export default explorer;
