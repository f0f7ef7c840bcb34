// The panel of the selected case: which case it shows, and what its buttons and keys do.
import { button, field, h } from "./dom.mjs";
import { caseParts, sidesOf } from "./caseparts.mjs";
import { runChoice, verdictOf } from "./choice.mjs";
import { ratingView } from "./rating.mjs";

let panels = 0;

function toolsView(view, { onClose = () => undefined, onMove = null }) {
  const move = (label, step) => onMove ? button(label, () => onMove(step)) : null;
  const close = button("× close", () => {
    view.put({ selected: null });
    onClose();
  });
  return h("div", { class: "cx-dtools" }, move("↑ previous", -1), move("↓ next", 1), close);
}

/** The case's id; of a single run also what became of it. */
function titleOf(view, id, at) {
  const [{ verdict, status }, ...others] = view.index.rows;
  const said = others.length ? "" : ` ${verdictOf({ verdict: verdict[at], status: status[at] })}`;
  return [h("b", {}, h("bdi", {}, id)), said];
}

/** Of two answers the left one is rated with Shift. */
function withRatings(view, id, sides) {
  const shifted = i => sides.length > 1 && i === 0;
  return sides.map((side, i) => ({ ...side, rating: side.detail && ratingView(view, side.run.name, id, shifted(i)) }));
}

function rateByKey(event, sides) {
  const { key, shiftKey, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input:not([type=checkbox])")) return;
  const side = shiftKey && sides.length > 1 ? sides[0] : sides.at(-1);
  if (side?.rating?.press(key.toLowerCase())) event.preventDefault();
}

/**
 * The panel of the selected case; it follows trait `selected`, and shows nothing of an earlier case once that changes.
 * @param {import("./state.mjs").View} view
 * @param {{onClose?: () => void, onMove?: (step: number) => void}} host what closing and going on mean there
 * @returns {{element: HTMLElement, focus: () => void, rate: (event: KeyboardEvent) => void}} `rate` takes a key that
 *   was pressed outside it
 */
export function caseDetail(view, host = {}) {
  const prefix = `cx-detail-${++panels}`;
  const title = h("div", { class: "cx-dname" }), body = h("div", { class: "cx-dbody" });
  const panel = h("section", { class: "cx-detail", "aria-label": "Case detail", tabindex: -1, hidden: true },
    h("div", { class: "cx-dhead" }, title, toolsView(view, host)), body);
  const choice = runChoice(view, run => show().then(() => panel.querySelectorAll(".cx-runline input")[run]?.focus()));
  let turn = 0, sides = [];

  async function show() {
    const id = view.get("selected"), at = view.position.get(id), mine = ++turn;
    panel.hidden = at === undefined;
    sides = [];
    body.replaceChildren();
    if (panel.hidden) return;
    title.replaceChildren(...titleOf(view, id, at));
    body.setAttribute("aria-busy", "true");
    const read = await sidesOf(view, at, choice.shown()).catch(problem => problem);
    if (mine !== turn) return;         // another case was chosen meanwhile
    const damaged = read instanceof Error;
    sides = damaged ? [] : withRatings(view, id, read);
    body.replaceChildren(...damaged ? [field("Cannot be shown", [`The data of this case are damaged: ${read.message}`])]
      : caseParts(view, at, sides, choice.element(at), prefix));
    body.removeAttribute("aria-busy");
    panel.scrollTop = 0;
  }
  panel.addEventListener("keydown", event => rateByKey(event, sides));
  view.on(["selected"], show);
  view.on(["ratings"], () => { for (const { rating } of sides) rating?.refresh(); });
  show();
  return { element: panel, focus: () => panel.focus(), rate: event => rateByKey(event, sides) };
}
