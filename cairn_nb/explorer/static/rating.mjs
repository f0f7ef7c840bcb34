// A person's own verdict on an answer, with a note: in trait `ratings`, and in a page also in the browser's storage.
import { button, h, saveFile } from "./dom.mjs";
import { menu } from "./menu.mjs";
import { labelsText, ratingOf, withLabels } from "./labels.mjs";

const CHOICES = { r: ["right", "✓ right"], w: ["wrong", "✗ wrong"], u: ["unsure", "? unsure"] };

/** For the list of keys. */
export const RATING_KEYS = [
  ["r w u", "in an open case: rate the answer right, wrong, unsure"], ["n c", "note why, clear the rating"],
  ["Shift", "with these: of two answers the left one"],
];

const ratingsOf = view => view.get("ratings") ?? {};

/** Change a rating; null clears it. */
function setRating(view, run, id, changes) {
  const { [id]: before, ...others } = ratingsOf(view)[run] ?? {};
  const after = { note: "", rater: null, ...before, ...changes, rated_at: new Date().toISOString() };
  view.put({ ratings: { ...ratingsOf(view), [run]: changes ? { ...others, [id]: after } : others } });
}

/**
 * @param {import("./state.mjs").View} view @param {string} run its name @param {string} id of the row
 * @param {boolean} shifted whether its keys are pressed with Shift
 * @returns {{element: HTMLElement, refresh: () => void, press: (key: string) => boolean}} `press` says whether the key
 *   stands for anything
 */
export function ratingView(view, run, id, shifted) {
  const change = changes => setRating(view, run, id, changes);
  const choices = Object.entries(CHOICES).map(([key, [verdict, label]]) => button(
    [label, " ", h("kbd", { "aria-hidden": "true" }, shifted ? `⇧${key}` : key)], () => change({ verdict }),
    { class: "cx-button cx-rate", "data-key": key, "aria-keyshortcuts": shifted ? `Shift+${key}` : key }));
  // Half a surrogate pair could be written by no file.
  const note = h("input", { type: "text", class: "cx-remark", "aria-label": `Note on the answer of ${run}`,
    oninput: () => change({ note: note.value.replace(/\p{Surrogate}/gu, "\ufffd") }) });
  const clear = button("clear", () => change(null)), state = h("span", { class: "cx-mark" });
  function refresh() {
    const rating = ratingOf(view, run, id), chosen = ([verdict]) => verdict === rating?.verdict;
    for (const choice of choices) choice.setAttribute("aria-pressed", chosen(CHOICES[choice.dataset.key]));
    if (note.value !== (rating?.note ?? "")) note.value = rating?.note ?? "";
    note.placeholder = rating ? "note" : "rate it, then note why";
    note.disabled = clear.hidden = !rating;
    state.textContent = rating ? view.keeping ?? "" : "";
  }
  function press(key) {
    const choice = choices.find(({ dataset }) => dataset.key === key), rated = !note.disabled;
    if (choice) choice.click();
    else if (rated && key === "n") note.focus();
    else if (rated && key === "c") clear.click();
    return Boolean(choice) || rated && "nc".includes(key);
  }
  refresh();
  const element = h("div", { class: "cx-rating", role: "group", "aria-label": `Your rating of the answer of ${run}` },
    choices, note, clear, state);
  return { element, refresh, press };
}

/** A name for each run's ratings: its id and time, and its own name where an earlier one has the same. */
function storageKeys(runs) {
  const keys = runs.map(run => `cairn-ratings ${run.run_id ?? run.config_name} ${run.created_at}`);
  return keys.map((key, i) => keys.indexOf(key) < i ? `${key} ${runs[i].name}` : key);
}

/**
 * Keep the ratings in the browser's storage, under each run's id; what was kept before comes back.
 * @param {import("./state.mjs").View} view
 */
export function keepRatings(view) {
  const { runs } = view.index, keys = storageKeys(runs);
  const attempt = action => {
    try {
      action();
      view.keeping = "kept in this browser";
    } catch (problem) {
      view.keeping = `not kept, export the labels before you close the page (${problem.name})`;
    }
  };
  const restore = ({ name }, i) => [name, JSON.parse(localStorage.getItem(keys[i])) ?? {}];
  const store = ({ name }, i) => localStorage.setItem(keys[i], JSON.stringify(ratingsOf(view)[name] ?? {}));
  attempt(() => view.put({ ratings: { ...Object.fromEntries(runs.map(restore)), ...ratingsOf(view) } }));
  view.on(["ratings"], () => attempt(() => runs.forEach(store)));
}

async function importLabels(view, text) {
  const { ratings, taken, other, problems } = await withLabels(view, text);
  view.put({ ratings });
  const counts = `${taken} taken, ${other} about answers that are not here, ${problems.length} refused`;
  return [counts, ...problems.slice(0, 20)].join("\n");
}

/**
 * How many answers are rated, with export and import of the labels file.
 * @param {import("./state.mjs").View} view @returns {HTMLElement}
 */
export function ratingsButton(view) {
  const name = `${view.index.runs.map(run => run.config_name).join("-")}.labels.jsonl`;
  const said = h("div", { class: "cx-value", role: "status" });
  const save = button("Export labels", async () => saveFile(name, "application/jsonl", await labelsText(view)));
  const file = h("input", { type: "file", accept: ".jsonl", onchange: async () => {
    if (file.files.length) said.textContent = await importLabels(view, await file.files[0].text());
    file.value = "";
  } });
  // The browser makes digests only where nobody can have changed the page on its way.
  const insecure = "Labels need a page that is a file or came over https; in Python there is explorer.labels.";
  const content = isSecureContext ? [save, h("label", {}, "Import labels ", file), said] : [insecure];
  const { element, button: opener } = menu("Ratings", () => content);
  const refresh = () => {
    const count = Object.values(ratingsOf(view)).reduce((sum, ofRun) => sum + Object.keys(ofRun).length, 0);
    opener.textContent = `Ratings: ${count}`;
    save.disabled = !count;
  };
  view.on(["ratings"], refresh);
  refresh();
  return element;
}
