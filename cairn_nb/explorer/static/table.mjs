// The cases: from the state to the rows on the screen, and what the host is told of them.
import { h } from "./dom.mjs";
import { arranged } from "./columns.mjs";
import { isOdd, pandasExpression, TABLE } from "./expression.mjs";
import { folded, matchingRows, searchedValues } from "./filter.mjs";
import { Grid } from "./grid.mjs";
import { knownState, shownColumns } from "./known.mjs";
import { sortedOrder } from "./sort.mjs";
import { toolbar } from "./toolbar.mjs";

const NARROW_PX = 560;
const TELL_AFTER_MS = 250;
let tables = 0;

/** Make ready what the search looks at while nothing else is to do, a column at a time. */
function warmUp(view) {
  const columns = searchedValues(view);
  const next = () => {
    const values = columns.shift();
    if (!values) return;
    folded(values);
    isOdd(values);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
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

/** Says once which names of a link or a notebook are not of this view. */
function ignoredNames(view) {
  let said = "";
  return names => {
    const text = names.length ? `Not in these reports, so left out: ${names.join(", ")}.` : "";
    if (text && text !== said) view.announce(text);
    said = text;
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
  let order = sortedOrder(view, []), sortedBy = "[]", said = "", narrow = false;
  const bar = toolbar(view, { rows: () => grid.rows, order: () => order });
  const body = h("div", { class: "cx-body" }, grid.element, grid.empty);
  const element = h("div", { class: "cx-caselist" }, bar.element, body);

  function showColumns(state) {
    grid.setColumns(arranged(view, shownColumns(view, state), narrow), state.sort);
  }
  function apply() {
    const state = knownState(view), wanted = JSON.stringify(state.sort);
    if (wanted !== sortedBy) order = sortedOrder(view, state.sort);
    sortedBy = wanted;
    const { rows, problem } = matchingRows(view, state, order);
    showColumns(state);
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
  view.on(["selected"], () => grid.showSelected(view.get("selected")));
  new ResizeObserver(() => {
    narrow = element.clientWidth < NARROW_PX;
    showColumns(knownState(view));
    grid.draw();
  }).observe(grid.element);
  apply();
  grid.showSelected(view.get("selected"));
  warmUp(view);
  return {
    element, focus: () => grid.element.focus({ preventScroll: true }), focusSearch: bar.focusSearch,
    positions: () => grid.rows,
    move: delta => grid.moveTo(Math.max(0, grid.active + delta)), open: () => grid.choose(true),
  };
}
