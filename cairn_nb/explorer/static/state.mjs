// What every part of the explorer works with: the view's data, and the state that the model holds.
import { openColumns } from "./coded.mjs";
import { unpack, wholeReader } from "./data.mjs";

/** The state that a person changes; the rest of the model never changes once it is opened. */
export const STATE = ["selected", "query", "regex", "filters", "sort", "shown", "ratings"];

/**
 * @typedef {object} Filter rows by column values, ranges, missing values or ids; `mode` is a matrix mode
 * @property {Record<string, string[]>} [facets]
 * @property {Record<string, [number|null, number|null]>} [ranges]
 * @property {string[]} [missing]
 * @property {string[]|null} [ids]
 * @property {string} [label] what `ids` are
 * @property {string} [mode]
 * @property {string[]} [runs] names of the systems looked at; none are all
 */

/**
 * @typedef {object} View
 * @property {any} index the unpacked view (see view.py)
 * @property {number} n how many rows
 * @property {string[]} ids row ids, by position
 * @property {Map<string, number>} position
 * @property {Map<string, any>} columns by name
 * @property {(name: string) => any[]} values a column's values, by position
 * @property {(kind: "details"|"chunks", position: number) => Promise<any>} read
 * @property {Set<string>} unread keys of columns with texts that are still to be read
 * @property {Promise<void>} whole once every text is read
 * @property {(key: string) => any} get
 * @property {(state: Record<string, any>) => void} put sets state and tells the host
 * @property {(keys: string[], reaction: () => void) => void} on until `dispose`
 * @property {(filter: Filter) => void} show narrows the cases to these rows and goes there
 * @property {(key: string) => void} goTo scrolls to a section and puts the focus there
 * @property {(text: string) => void} announce says it in the one live region
 * @property {() => void} textsCame called when more texts were read
 * @property {() => void} dispose
 */

/** Read the texts that come in blocks, with room between them for what a person does. */
async function readTexts(model, unread, add) {
  if (!unread.size) return;
  await model.get("arrived");
  for (const block of model.get("texts")) {
    add(await unpack(block));
    await new Promise(resolve => setTimeout(resolve));
  }
}

/**
 * @param {any} model @param {any} index @param {View["read"]} read what blocks hold, as packed
 * @returns {View}
 */
export function openView(model, index, read) {
  const { unread, add } = openColumns(index), ids = index.cases.id, position = new Map();
  ids.forEach((id, i) => position.set(id, i));
  const columns = new Map(index.columns.map(column => [column.name, column]));
  const reactions = [], reader = wholeReader(index, read), whole = readTexts(model, unread, block => {
    add(block);
    view.textsCame();
  });
  const view = {
    index, ids, columns, n: ids.length, position, unread, whole,
    read: (kind, place) => whole.then(() => reader(kind, place)),
    values: name => {
      const { run, key } = columns.get(name);
      return run === null ? index.cases[key] : index.rows[run][key];
    },
    get: key => model.get(key),
    put: state => {
      for (const [key, value] of Object.entries(state)) model.set(key, value);
      model.save_changes();
    },
    on: (keys, reaction) => {
      for (const key of keys) {
        reactions.push([`change:${key}`, reaction]);
        model.on(`change:${key}`, reaction);
      }
    },
    show: () => undefined,
    goTo: () => undefined,
    announce: () => undefined,
    textsCame: () => undefined,
    dispose: () => { for (const [event, reaction] of reactions) model.off(event, reaction); },
  };
  return view;
}
