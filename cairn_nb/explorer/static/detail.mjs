// One case, opened: what was asked, expected and said, what each claim rests on, and what was retrieved.
import { field, h, wording } from "./dom.mjs";

const numbers = (record, digits) => Object.entries(record ?? {})
  .map(([name, value]) => `${name} ${value === null ? "—" : value.toFixed(digits)}`).join("   ");

function claimView(claim) {
  const mark = claim.supported ? "✓ verified" : `✗ not verified: ${claim.problem ?? "no citation"}`;
  return h("div", { class: claim.supported ? "cx-claim" : "cx-claim cx-bad" }, h("div", {}, claim.text),
    h("div", { class: "cx-mark" }, mark),
    ...claim.citations.map(citation => h("div", { class: "cx-quote" }, `“${citation.quote}”`)));
}

/** The passage's text with every quote that the answer took from it marked. */
function marked(text, quotes) {
  const found = quotes.map(({ start, end }) => [start, end]).sort((a, b) => a[0] - b[0]);
  const points = Array.from(text), parts = [];
  let at = 0;
  for (const [start, end] of found) {
    if (start < at || end > points.length) continue;
    parts.push(points.slice(at, start).join(""), h("mark", {}, points.slice(start, end).join("")));
    at = end;
  }
  return [...parts, points.slice(at).join("")];
}

function passageView(passage, quotes) {
  const place = [passage.source, passage.page === null ? null : `page ${passage.page}`, passage.heading]
    .filter(part => part).join(", ");
  const marks = [passage.supporting ? "supporting" : null, passage.shown ? null : "ranked, never shown to the generator"];
  return h("details", passage.supporting || quotes.length ? { open: "", class: "cx-passage" } : { class: "cx-passage" },
    h("summary", {}, `${passage.rank}. ${place} · score ${passage.score.toFixed(4)} `,
      ...marks.filter(mark => mark).map(mark => h("span", { class: "cx-mark" }, mark))),
    h("div", { class: "cx-value" }, ...marked(passage.text, quotes)));
}

/**
 * @param {any} detail of the packed data
 * @param {(kind: string, position: number) => Promise<any>} read
 * @returns {Promise<HTMLElement[]>}
 */
export async function detailViews(detail, read) {
  const cited = detail.claims.flatMap(claim => claim.citations).filter(citation => citation.resolved);
  const passages = await Promise.all((detail.passages ?? []).map(async passage =>
    passageView({ ...passage, text: await read("chunks", passage.text) },
      cited.filter(citation => citation.chunk_id === passage.id))));
  const unscored = Object.entries(detail.outcomes).filter(([, why]) => why !== "scored")
    .map(([name, why]) => `${name}: ${why.replace("_", " ")}`);
  const expected = detail.expected ?? (detail.answerable ? "—" : "nothing: the documents do not say");
  return [
    field("Question", [wording(detail.question, "text")]),
    field("Expected", [expected]),
    field("Answer", [detail.answer]),
    detail.error === null ? null : field("Error", [detail.error]),
    detail.claims.length ? field("Claims", detail.claims.map(claimView)) : null,
    detail.reason === null ? null : field("Judge", [detail.reason]),
    Object.keys(detail.signals).length ? field("Confidence signals", [numbers(detail.signals, 3)]) : null,
    Object.keys(detail.stages).length ? field("Time by stage (ms)", [numbers(detail.stages, 1)]) : null,
    unscored.length ? field("Not scored", unscored) : null,
    detail.tags.length ? field("Tags", [detail.tags.join(", ")]) : null,
    field("Retrieved", passages.length ? passages : ["the evidence file was not kept with this report"]),
  ].filter(view => view !== null);
}
