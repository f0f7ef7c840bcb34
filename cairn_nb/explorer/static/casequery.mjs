// A report's own frame, `report.cases`, in a pandas query: its columns are those of its rows, and what the table words
// (a verdict, a category that the row does not name, the margin) is said by what it is made of.
import { among, anyOf, listed, NONE, quoted, speakable } from "./expression.mjs";

const FIELDS = {
  id: "case_id", case_id: "case_id", trial: "trial", category: "category", question: "question",
  expected: "expected_answer", answer_type: "answer_type", tags: "tags", status: "status", answer: "answer_text",
  confidence: "confidence", judge: "judge_score", f1: "token_f1", em: "exact_match", citations: "citation_validity",
  rank: "retrieved_support_rank", latency: "latency_ms", cost: "cost_usd", tokens: "tokens",
  points: "answer_score", keywords: "keyword_recall",
};
const JUDGED = 'status == "answered" and answerable == True';
const VERDICTS = {
  error: 'status == "error"',
  wrong: '(status == "answered" and (answerable == False or correct == False))',
  right: `(${JUDGED} and correct == True)`,
  "—": `(status == "abstained" or (${JUDGED} and correct.isna()))`,
};
const ANSWERABLE = { yes: "answerable == True", no: "answerable == False" };
const UNNAMED = '(category.isna() or category == "")';

function categoryTerm(value) {
  if (value === "") return `(${UNNAMED} and answerable == True)`;
  const named = `category == ${quoted(value)}`;
  return value === "unanswerable" ? `(${named} or (${UNNAMED} and answerable == False))` : named;
}

const FACETS = {
  verdict: values => anyOf(values.map(value => VERDICTS[value] ?? NONE)),
  category: values => anyOf(values.map(categoryTerm)),
  answerable: values => anyOf(values.map(value => ANSWERABLE[value] ?? NONE)),
  answer_type: values => anyOf([...values.includes("") ? ["answer_type.isna()"] : [], among("answer_type", values)]),
  status: values => among("status", values),
  tags: values => listed("tags", values),
};

function caseTerms(view, rows) {
  const { case_id: ids, trial } = view.index.cases, byTrial = Map.groupBy(rows, i => trial[i]);
  const named = Array.from(byTrial, ([number, found]) => [number, among("case_id", found.map(i => ids[i]))]);
  if (trial.every(number => number === trial[0])) return named[0][1];
  return anyOf(named.map(([number, term]) => `(trial == ${number} and ${term})`));
}

/** See TABLE; for a view of one report. */
export const CASES = {
  field(view, { key, run }) {
    return key === "margin" ? `(confidence - ${view.index.runs[run].threshold})` : FIELDS[key] ?? null;
  },
  facet: (view, { key }, values) => FACETS[key]?.(values) ?? null,
  missing: (view, { key }) => `${FIELDS[key === "margin" ? "confidence" : key]}.isna()`,
  searched(view, column, test, needle) {
    const term = this.field(view, column) + test, filled = column.key === "category" && "unanswerable".includes(needle);
    return filled ? `${term} or ${categoryTerm("unanswerable")}` : term;
  },
  searches: view => view.ids.every((id, i) => id === view.index.cases.case_id[i]),
  rows(view, rows) {
    const { case_id: ids, trial } = view.index.cases;
    const unique = new Set(ids.map((id, i) => `${trial[i]} ${id}`)).size === view.n;
    return unique && ids.every(speakable) ? caseTerms(view, Array.from(rows)) : null;
  },
};
