// The rows on the screen as text for elsewhere: a spreadsheet, a pull request, a notebook.
import { wording } from "./dom.mjs";
import { CASES } from "./casequery.mjs";
import { pandasExpression, TABLE } from "./expression.mjs";
import { isNumber } from "./known.mjs";

const cellText = (value, { kind }) => kind === "set" ? (value ?? []).join("; ") : String(value ?? "");

/** A spreadsheet runs what starts with one of these; a quote before it makes it text. */
function csvCell(text, plain) {
  const safe = !plain && /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * RFC 4180: numbers in full, nothing where nothing was measured.
 * @param {import("./state.mjs").View} view @param {Int32Array} rows @param {any[]} columns
 * @returns {string}
 */
export function csvText(view, rows, columns) {
  const values = columns.map(column => view.values(column.name));
  const lines = [columns.map(column => csvCell(column.label, false)).join(",")];
  const cell = (column, value) => csvCell(cellText(value, column), isNumber(column));
  for (const i of rows) lines.push(columns.map((column, j) => cell(column, values[j][i])).join(","));
  return lines.join("\r\n") + "\r\n";
}

const markdownCell = text => text.replace(/[\\|<`*[\]]/g, "\\$&").replace(/\s+/g, " ");

/**
 * A table as GitHub reads it, with values as the screen words them.
 * @param {import("./state.mjs").View} view @param {Int32Array} rows @param {any[]} columns
 * @returns {string}
 */
export function markdownText(view, rows, columns) {
  const values = columns.map(column => view.values(column.name)), line = cells => `| ${cells.join(" | ")} |`;
  const heads = columns.map(column => markdownCell(column.label));
  const rules = columns.map(column => isNumber(column) ? "---:" : "---");
  const lines = [line(heads), line(rules)];
  for (const i of rows) lines.push(line(columns.map((column, j) => markdownCell(wording(values[j][i], column.kind)))));
  return lines.join("\n") + "\n";
}

/**
 * The rows as a line of Python. An expression holds no single quote, so it needs no other escape.
 * @param {import("./state.mjs").View} view @param {any} state of knownState @param {Int32Array} rows @returns {string}
 */
export function pandasText(view, state, rows) {
  const one = view.index.mode === "one", frame = one ? "report.cases" : "explorer.cases";
  const expression = pandasExpression(view, state, rows, one ? CASES : TABLE);
  return expression ? `${frame}.query(r'${expression}', engine="python")` : frame;
}
