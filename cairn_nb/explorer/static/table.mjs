// The cases: from the state to the rows on the screen, and what the host is told of them.
import { h } from "./dom.mjs";
import { arranged } from "./columns.mjs";
import { pandasExpression, TABLE } from "./expression.mjs";
import { matchingRows, searchedValues } from "./filter.mjs";
import { Grid } from "./grid.mjs";
import { makeReady } from "./haystack.mjs";
import { ignoredText, knownState, shownColumns } from "./known.mjs";
import { sortedOrder } from "./sort.mjs";
import { toolbar } from "./toolbar.mjs";

const NARROW_PX = 560;
const TELL_AFTER_MS = 250;
let tables = 0;

/** Whether rows are asked for by texts that are still to be read. */
function asksUnread({ unread, columns }, { query, sort, filters: { facets, ranges, missing } }) {
  const names = [...sort.map(([name]) => name), ...Object.keys({ ...facets, ...ranges }), ...missing];
  return unread.size > 0 && (query.trim() !== "" || names.some(name => unread.has(columns.get(name).key)));
}

/** Tells the host how many rows are left and which query finds them, once the reader pauses. */
function teller(view) {
  let timer = 0;
  return (state, rows) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const told = { matching: rows.length, expression: pandasExpression(view, state, rows, TABLE) };
      if (told.matching !== view.get("matching") || told.expression !== view.get("expression")) view.put(told);
    }, TELL_AFTER_MS);
  };
}

/** Says once which names of a link or a notebook are not of this view; whether these are others than before. */
function ignoredNames(view) {
  let said = "";
  return names => {
    const text = ignoredText(names), isNew = text !== said;
    if (text && isNew) view.announce(text);
    said = text;
    return isNew;
  };
}

/** One call after all the changes of a turn. */
function once(act) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      act();
    });
  };
}

/**
 * @param {import("./state.mjs").View} view @param {{onOpen: () => void}} host told when a case was opened by a key
 * @returns {{element: HTMLElement, focus: () => void, focusSearch: () => void, move: (delta: number) => void,
 *   open: () => void, positions: () => Int32Array}}
 */
export function casesTable(view, { onOpen }) {
  const tell = teller(view), sayIgnored = ignoredNames(view);
  const grid = new Grid(view, `cx-t${++tables}`, {
    sort: sort => view.put({ sort }),
    clear: () => view.put({ filters: {}, query: "" }),
    choose: (id, opened) => {
      if (view.get("selected") !== id) view.put({ selected: id });
      if (opened) onOpen();
    },
  });
  let order = sortedOrder(view, []), sortedBy = "[]", said = "", narrow = false, waits = false;
  const bar = toolbar(view, { rows: () => grid.rows, order: () => order });
  const body = h("div", { class: "cx-body" }, grid.element, grid.empty);
  const element = h("div", { class: "cx-caselist" }, bar.element, body);

  function showColumns(state) {
    grid.setColumns(arranged(view, shownColumns(view, state), narrow), state.sort);
  }
  function apply() {
    const state = knownState(view), wanted = JSON.stringify(state.sort);
    showColumns(state);
    waits = asksUnread(view, state);
    if (waits) return bar.wait(state);
    if (wanted !== sortedBy) order = sortedOrder(view, state.sort);
    sortedBy = wanted;
    const { rows, problem } = matchingRows(view, state, order);
    grid.setRows(rows);
    said = problem;
    bar.refresh(state, said);
    sayIgnored(state.ignored);
    tell(state, rows);
  }
  view.on(["query", "regex", "filters", "sort"], once(apply));
  view.on(["shown"], once(() => {
    const state = knownState(view);
    showColumns(state);
    grid.draw();
    bar.refresh(state, said);
    sayIgnored(state.ignored);
  }));
  view.on(["selected"], () => {
    const state = knownState(view);
    grid.showSelected(view.get("selected"));
    if (sayIgnored(state.ignored)) bar.refresh(state, said);
  });
  new ResizeObserver(() => {
    narrow = element.clientWidth < NARROW_PX;
    showColumns(knownState(view));
    grid.draw();
  }).observe(grid.element);
  apply();
  grid.showSelected(view.get("selected"));
  view.textsCame = () => grid.draw();
  view.whole.then(() => {
    if (waits) apply();
    makeReady(searchedValues(view));
  }, problem => view.announce(`Not every text could be read: ${problem.message}`));
  return {
    element, focus: () => grid.element.focus({ preventScroll: true }), focusSearch: bar.focusSearch,
    positions: () => grid.rows,
    move: delta => grid.moveTo(Math.max(0, grid.active + delta)), open: () => grid.choose(true),
  };
}
