// A long table's columns as they are packed: each value once, a code a row, and texts in blocks that are read after the
// first rows are drawn (packed_cells.py).

const UNREAD = "…";
const codedColumns = new WeakMap();

/**
 * A column's values without repetition, with the code of each row; null codes where each row stands for itself. `ranks`
 * are the values' places when sorted, -1 for none; null where nobody has ranked them.
 * @param {any[]} values @returns {{distinct: any[], codes: Int32Array|null, ranks: number[]|null}}
 */
export function codedOf(values) {
  return codedColumns.get(values) ?? { distinct: values, codes: null, ranks: null };
}

function opened(n) {
  const values = new Array(n).fill(UNREAD);
  codedColumns.set(values, { distinct: [], codes: new Int32Array(n), ranks: null, filled: 0 });
  return values;
}

/** Rows of a column; all that are left where neither codes nor values say how many. @returns whether it is whole */
function addRows(values, { d, k, r }) {
  const coded = codedColumns.get(values), { distinct, codes, filled } = coded, first = distinct.length;
  const rows = k?.length ?? (d.length > 1 ? d.length : values.length - filled);
  for (const value of d) distinct.push(value);
  if (r) coded.ranks = (coded.ranks ?? []).concat(r === true ? d.map((_, place) => place) : r);
  for (let j = 0; j < rows; j++) {
    const code = k ? k[j] : d.length > 1 ? first + j : first;
    codes[filled + j] = code;
    values[filled + j] = distinct[code];
  }
  coded.filled += rows;
  return coded.filled === values.length;
}

/**
 * Put arrays of values in the place of packed columns.
 * @param {any} index the view
 * @returns {{unread: Set<string>, add: (block: any[]) => void}} the keys of texts that are still to come, and what takes
 *   a block of them
 */
export function openColumns({ cases, rows, runs }) {
  const parts = [cases, ...rows], n = (cases.id.d ?? cases.id).length, unread = new Set();
  for (const part of parts) {
    for (const [key, packed] of Object.entries(part).filter(([, column]) => !Array.isArray(column))) {
      part[key] = opened(n);
      if (!addRows(part[key], packed)) unread.add(key);
    }
  }
  cases.case_id ??= cases.id;
  const difference = (value, by) => value === null || by === null || !Number.isFinite(value - by) ? null : value - by;
  rows.forEach((part, run) => { part.margin ??= part.confidence.map(value => difference(value, runs[run].threshold)); });
  const add = block => block.forEach((columns, p) => {
    for (const [key, packed] of Object.entries(columns)) if (addRows(parts[p][key], packed)) unread.delete(key);
  });
  return { unread, add };
}
