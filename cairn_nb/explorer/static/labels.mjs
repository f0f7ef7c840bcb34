// Ratings as a labels file, JSON Lines, and back: the same bytes as Python writes (files/labels.py).

const isLabelText = value => typeof value === "string";
const LABEL_CHECKS = {
  case_id: isLabelText,
  trial: value => Number.isInteger(value) && value >= 0,
  config_name: isLabelText,
  run_id: value => value === null || isLabelText(value),
  verdict: value => ["right", "wrong", "unsure"].includes(value),
  note: isLabelText,
  rater: value => value === null || isLabelText(value),
  rated_at: value => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  answer_sha256: value => /^[0-9a-f]{64}$/.test(value),
};

/** What a record itself holds: an id may read like what every object has. */
const owned = (record, key) => Object.hasOwn(record ?? {}, key) ? record[key] : null;

/** @param {any} view @param {string} run its name @param {string} id of the row @returns {any} null where unrated */
export function ratingOf(view, run, id) {
  return owned(owned(view.get("ratings"), run), id);
}

/** The digest that ties a label to an answer; of one that had to be cut, the view has that of the whole. */
async function digestOf({ answer, answer_sha256: ofWhole }, i) {
  if (ofWhole?.[i]) return ofWhole[i];
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer[i])));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {import("./state.mjs").View} view
 * @returns {Promise<string>} a label a line, in the order of the runs, then of the rows
 */
export async function labelsText(view) {
  const { runs, rows, cases } = view.index, lines = [];
  for (const [r, { name, config_name, run_id }] of runs.entries()) {
    for (const [i, id] of view.ids.entries()) {
      const rating = ratingOf(view, name, id);
      if (!rating || rows[r].answer[i] === null) continue;
      const { verdict, note = "", rater = null, rated_at } = rating, answer_sha256 = await digestOf(rows[r], i);
      const row = { case_id: cases.case_id[i], trial: cases.trial[i], config_name, run_id };
      lines.push(`${JSON.stringify({ ...row, verdict, note, rater, rated_at, answer_sha256 })}\n`);
    }
  }
  return lines.join("");
}

/** One line's label, or an error that says what is wrong with it. */
function labelOf(line) {
  const label = JSON.parse(line), keys = Object.keys(LABEL_CHECKS);
  const wrong = keys.find(key => !Object.hasOwn(Object(label), key) || !LABEL_CHECKS[key](label[key]))
    ?? Object.keys(label).find(key => !keys.includes(key));
  if (wrong) throw new Error(`${wrong} is missing, or not what a label may have there`);
  return label;
}

/** The run's name and the row's id of each answer that a label is about. */
async function placesOf(view, label) {
  const { runs, rows, cases } = view.index, places = [];
  for (const [r, run] of runs.entries()) {
    if (run.config_name !== label.config_name || run.run_id !== label.run_id) continue;
    for (const [i, id] of view.ids.entries()) {
      const same = cases.case_id[i] === label.case_id && cases.trial[i] === label.trial && rows[r].answer[i] !== null;
      if (same && await digestOf(rows[r], i) === label.answer_sha256) places.push([run.name, id]);
    }
  }
  return places;
}

/**
 * Ratings with a file's labels laid over them; of two for one answer the later one stands.
 * @param {import("./state.mjs").View} view @param {string} text
 * @returns {Promise<{ratings: any, taken: number, other: number, problems: string[]}>} `other` counts labels of answers
 *   that are not here; `problems` name each bad line by its number
 */
export async function withLabels(view, text) {
  const before = name => Object.assign(Object.create(null), owned(view.get("ratings"), name));
  const ratings = Object.fromEntries(view.index.runs.map(({ name }) => [name, before(name)]));
  const found = { ratings, taken: 0, other: 0, problems: [] };
  for (const [i, line] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    try {
      if (line.trim()) await addLabel(view, labelOf(line), found);
    } catch (problem) {
      found.problems.push(`line ${i + 1}: ${problem.message}`);
    }
  }
  return found;
}

async function addLabel(view, label, found) {
  const { verdict, note, rater, rated_at } = label, places = await placesOf(view, label);
  found[places.length ? "taken" : "other"]++;
  for (const [run, id] of places) {
    const ofRun = found.ratings[run];
    if (!(Date.parse(ofRun[id]?.rated_at) > Date.parse(rated_at))) ofRun[id] = { verdict, note, rater, rated_at };
  }
}
