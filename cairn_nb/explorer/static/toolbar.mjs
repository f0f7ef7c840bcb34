// Above the cases: search, filters, what is filtered, how many cases are left, columns, and copies.
import { button, copyText, h, saveFile } from "./dom.mjs";
import { filterChips } from "./chips.mjs";
import { columnsMenu } from "./columns.mjs";
import { csvText, markdownText, pandasText } from "./copy.mjs";
import { facetMenus, putFilters } from "./facets.mjs";
import { ignoredText, knownState, runsSeen, shownColumns } from "./known.mjs";
import { checkbox, menu } from "./menu.mjs";
import { rangesMenu } from "./ranges.mjs";
import { ratingsButton } from "./rating.mjs";

function searchBox(view) {
  const problem = h("span", { class: "cx-problem", id: "cx-problem", role: "alert", hidden: true });
  const input = h("input", {
    type: "search", class: "cx-search", "aria-label": "Search cases", placeholder: "Search  /", spellcheck: "false",
    oninput: event => view.put({ query: event.target.value }),
  });
  const regex = button(".*", () => view.put({ regex: !view.get("regex") }),
    { class: "cx-button cx-regex", "aria-label": "Regular expression", title: "Search by regular expression" });
  const refresh = (state, said) => {
    if (input.value !== state.query) input.value = state.query;
    regex.setAttribute("aria-pressed", state.regex);
    problem.hidden = !said;
    if (problem.textContent !== said) problem.textContent = said;
    input.setAttribute("aria-invalid", said !== "");
  };
  return { elements: [h("div", { class: "cx-searchbox" }, input, regex), problem], input, refresh };
}

/** All, failures, different, apart: of the systems that are looked at. */
function modeSwitch(view) {
  const modes = [{ name: "", label: "All" }, ...view.index.modes];
  const put = name => putFilters(view, { mode: name });
  const buttons = modes.map(({ name, label }) => button(label, () => put(name), { class: "cx-tab" }));
  const refresh = ({ filters }) => modes.forEach(({ name }, k) => {
    buttons[k].setAttribute("aria-pressed", filters.mode === name);
  });
  return { element: h("div", { class: "cx-tabs", role: "group", "aria-label": "Which cases" }, buttons), refresh };
}

function systemsMenu(view) {
  const names = view.index.runs.map(({ name }) => name);
  const toggle = (name, on) => {
    const seen = runsSeen(view, knownState(view).filters).map(run => names[run]);
    const wanted = names.filter(other => other === name ? on : seen.includes(other));
    putFilters(view, { runs: wanted.length === names.length ? [] : wanted });
  };
  return menu("Systems", () => {
    const seen = runsSeen(view, knownState(view).filters);
    return names.map((name, run) => checkbox(name, seen.includes(run), on => toggle(name, on)));
  });
}

function copyMenu(view, table) {
  const columns = () => shownColumns(view, knownState(view));
  const copy = async (what, text) => {
    made.close();
    view.announce(await copyText(text) ? `Copied ${what}.` : "The browser did not let the text be copied.");
  };
  const rows = () => `${table.rows().length} cases`;
  const made = menu("Copy", () => [
    button("Copy as CSV", () => copy(`${rows()} as CSV`, csvText(view, table.rows(), columns()))),
    button("Copy as Markdown", () => copy(`${rows()} as Markdown`, markdownText(view, table.rows(), columns()))),
    button("Copy the pandas query", () => copy("the pandas query", pandasText(view, knownState(view), table.rows()))),
    button("Save as CSV", () => {
      made.close();
      saveFile("cases.csv", "text/csv", csvText(view, table.rows(), columns()));
    }),
  ]);
  return made;
}

/**
 * @param {import("./state.mjs").View} view
 * @param {{rows: () => Int32Array, order: () => Int32Array}} table
 * @returns {{element: HTMLElement, focusSearch: () => void, refresh: (state: any, problem: string) => void,
 *   wait: (state: any) => void}} `wait` says that texts are still being read
 */
export function toolbar(view, table) {
  const many = view.index.mode === "many", search = searchBox(view);
  const modes = many && view.index.modes.length ? modeSwitch(view) : null;
  const facets = facetMenus(view, table.order), more = menu("More", facets.others);
  const menus = [...many ? [systemsMenu(view)] : [], ...facets.menus, rangesMenu(view), more];
  const atEnd = [columnsMenu(view), copyMenu(view, table)];
  const count = h("span", { class: "cx-count", role: "status" });
  const chips = h("div", { class: "cx-chips", role: "group", "aria-label": "Filters that are on" });
  const refresh = (state, problem) => {
    const n = table.rows().length, total = `${view.n} ${view.n === 1 ? "case" : "cases"}`;
    const said = n === view.n ? total : `${n} of ${total}`;
    if (count.textContent !== said) count.textContent = said;
    search.refresh(state, problem);
    modes?.refresh(state);
    const again = chips.contains(document.activeElement);
    chips.replaceChildren(...filterChips(view),
      ...state.ignored.length ? [h("span", { class: "cx-mark" }, ignoredText(state.ignored))] : []);
    chips.hidden = !chips.childElementCount;
    if (again) (chips.querySelector("button") ?? search.input).focus();
    for (const { refill } of [...menus, ...atEnd]) refill();
  };
  const end = h("div", { class: "cx-end" }, count, atEnd.map(made => made.element), ratingsButton(view));
  const element = h("div", { class: "cx-toolbar" },
    h("div", { class: "cx-tools" }, search.elements, modes?.element, menus.map(made => made.element), end), chips);
  const wait = state => {
    refresh(state, "");
    count.textContent = "reading the texts …";
  };
  return { element, refresh, wait, focusSearch: () => { search.input.focus(); search.input.select(); } };
}
