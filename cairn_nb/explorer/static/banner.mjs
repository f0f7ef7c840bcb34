// What a reader must know first: whether the providers were real, what was asked of what, and every warning.
import { h } from "./dom.mjs";
import { sentenceView } from "./links.mjs";

const KINDS = {
  stub: ["◌", "Stub", "scripted providers: what runs is shown, not how good it is"],
  offline: ["◌", "Graded offline", "answers made elsewhere, graded by the stub judge: no model read them"],
  live: ["●", "Live", "real providers"],
  mixed: ["◐", "Stub and live", "some of these runs used scripted providers"],
  unknown: ["○", "Origin unknown", "the report does not say whether its providers were real"],
};
const LOUD = ["incomplete", "comparable"];

function warningView(view, warning) {
  const loud = LOUD.includes(warning.check);
  return h("li", { class: loud ? "cx-warning cx-loud" : "cx-warning" },
    h("span", { class: "cx-sign", "aria-hidden": "true" }, loud ? "✗" : "!"),
    h("div", {}, sentenceView(view, warning)));
}

/** @param {any} view @returns {HTMLElement} */
export function bannerView(view) {
  const { kind, facts, warnings } = view.index.banner;
  const reduced = view.index.reductions.map(text => ({ text, check: "", filter: null }));
  const [sign, word, meaning] = KINDS[kind];
  const ordered = [...warnings, ...reduced].sort((a, b) => LOUD.includes(b.check) - LOUD.includes(a.check));
  return h("div", { class: "cx-banner", "data-kind": kind },
    h("div", { class: "cx-facts" },
      h("span", { class: "cx-badge" }, h("span", { "aria-hidden": "true" }, `${sign} `), word,
        h("span", { class: "cx-hidden" }, ` (${meaning})`)),
      facts.map(([label, value]) => h("span", { class: "cx-fact" },
        h("span", { class: "cx-label" }, label), " ", value))),
    ordered.length ? h("ul", { class: "cx-warnings", "aria-label": "Warnings" },
      ordered.map(warning => warningView(view, warning))) : null);
}
