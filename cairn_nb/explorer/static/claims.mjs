// The statements of an answer: what each rests on, and whether that holds.
import { button, h } from "./dom.mjs";

const CLAIM_CHARS = 1000;
const clipped = text => text.length > CLAIM_CHARS ? `${text.slice(0, CLAIM_CHARS)} … (cut here)` : text;

function verification(claim) {
  const score = claim.support_score === null ? "" : ` · support ${claim.support_score.toFixed(2)}`;
  if (claim.supported) return `✓ verified${score}`;
  const usual = claim.citations.length ? "the quotes do not support it" : "it cites nothing";
  return `✗ not verified: ${claim.problem ?? usual}${score}`;
}

const quoteView = (citation, place) => h("span", { class: "cx-quote" },
  h("q", { dir: "auto" }, clipped(citation.quote)), " ", h("span", { class: "cx-mark" }, place));

/**
 * @param {any[]} claims of a run's detail
 * @param {(citation: any) => string} place where a quote stands, in words
 * @param {string|null} controls the id of the passages
 * @param {(claim: number|null) => void} onPick the claim whose quotes are to be shown
 * @returns {HTMLElement}
 */
export function claimList(claims, place, controls, onPick) {
  const buttons = claims.map((claim, i) => button([
    h("span", { class: "cx-said", dir: "auto" }, clipped(claim.text)),
    h("span", { class: "cx-mark" }, verification(claim)),
    ...claim.citations.map(citation => quoteView(citation, place(citation))),
  ], () => pick(i), {
    class: `cx-claim${claim.supported ? "" : " cx-unverified"}`, "aria-pressed": "false", "aria-controls": controls,
  }));
  function pick(chosen) {
    const on = buttons[chosen].getAttribute("aria-pressed") !== "true";
    buttons.forEach((other, i) => other.setAttribute("aria-pressed", on && i === chosen));
    onPick(on ? chosen : null);
  }
  return h("div", { class: "cx-claims" }, buttons);
}
