// Which columns are on the screen: a menu of all of them, in the order of the table.
import { button, h } from "./dom.mjs";
import { knownState, shownColumns } from "./known.mjs";
import { checkbox, menu } from "./menu.mjs";

const NARROW_FIRST = ["id", "change", "verdict", "question"];

/**
 * On a narrow screen what matters most comes first; the rest keeps its order.
 * @param {import("./state.mjs").View} view @param {any[]} columns @param {boolean} narrow
 */
export function arranged(view, columns, narrow) {
  if (!narrow) return columns;
  const place = ({ key, run }) => {
    const k = NARROW_FIRST.indexOf(run !== null && view.index.mode === "many" ? "verdict" : key);
    return k < 0 ? NARROW_FIRST.length : k;
  };
  return [...columns].sort((a, b) => place(a) - place(b));
}

function headText({ label, help, run }, view) {
  return run !== null && label === view.index.runs[run].name && help ? `${help} · ${label}` : label;
}

/** @param {import("./state.mjs").View} view @returns {ReturnType<typeof menu>} */
export function columnsMenu(view) {
  const made = menu("Columns", () => {
    const state = knownState(view), { shown } = state, on = shownColumns(view, state).map(({ name }) => name);
    const toggle = (name, checked) => {
      const before = column => shown ? shown.includes(column.name) : column.shown;
      const wanted = view.index.columns.filter(column => column.name === name ? checked : before(column));
      if (wanted.length) view.put({ shown: wanted.map(column => column.name) });
      else made.refill();                                   // a table keeps a column
    };
    const box = column => checkbox(headText(column, view), on.includes(column.name),
      checked => toggle(column.name, checked), { key: column.name });
    return [
      h("div", { class: "cx-columns" }, view.index.columns.map(box)),
      button("As at first", () => view.put({ shown: null }), { "data-key": "reset" }),
    ];
  });
  return made;
}
