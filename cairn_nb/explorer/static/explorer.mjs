// The explorer: one front-end module, two hosts. It knows only `model` and `el`, and everything it shows is in the
// model's traits, so it also works with a busy kernel and with none.
import { h } from "./dom.mjs";
import { blockReader, unpack } from "./data.mjs";
import { openView } from "./state.mjs";
import { casesTable } from "./table.mjs";
import { caseDetail } from "./detail.mjs";
import { keepRatings } from "./rating.mjs";
import { layout } from "./layout.mjs";
import { keyHandler, keysDialog, pageKeys } from "./keys.mjs";
import { printing } from "./print.mjs";

let instances = 0;

/** Every key is given, so that what an earlier filter chose does not stay. */
const filtersOf = filter => ({ facets: {}, ranges: {}, missing: [], ids: null, label: "", ...filter });

function casesView(view) {
  const parts = {};
  parts.table = casesTable(view, { onOpen: () => parts.detail.focus() });
  parts.detail = caseDetail(view, { onClose: () => parts.table.focus(), onMove: step => parts.table.move(step) });
  parts.element = h("div", { class: "cx-cases" }, parts.table.element, parts.detail.element);
  return parts;
}

/** @param {{model: any, el: HTMLElement}} host `el` with `data-explorer` is a place in a page of its own */
async function render({ model, el }) {
  const index = await unpack(model.get("index"));
  const view = openView(model, index, blockReader(model));
  const live = h("div", { class: "cx-hidden", role: "status", "aria-live": "polite" });
  const dialog = keysDialog(), inPage = el.hasAttribute("data-explorer");
  const root = h("div", { class: "cx", "data-mode": index.mode, "data-lm-suppress-shortcuts": "true" });
  view.announce = text => { live.textContent = text; };
  if (inPage) keepRatings(view);
  if (!view.get("filters") && index.opens) view.put({ filters: filtersOf(index.opens) });
  const cases = casesView(view), onKey = keyHandler(view, root, { ...cases, dialog });
  root.append(...layout(view, cases.element, `cx${++instances}`), dialog, live);
  view.show = filter => {
    view.put({ filters: filtersOf(filter), query: "", selected: null });
    view.goTo("cases");
    cases.table.focus();
  };
  root.addEventListener("keydown", onKey);
  const stops = [printing(view, root, cases.element, cases.table.positions)];
  if (inPage) stops.push(pageKeys(root, onKey, cases.element));
  el.replaceChildren(root);
  root.dataset.ready = "1";
  return () => {
    for (const stop of stops) stop();
    view.dispose();
  };
}

const explorer = { render };
export default explorer;
