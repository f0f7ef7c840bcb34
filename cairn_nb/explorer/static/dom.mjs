// Building elements and wording values. Text goes in as text only: no innerHTML, no style attributes.

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `class`, `onclick` and the like, or plain attributes; null is left out
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

/**
 * A value as a person reads it; a dash where nothing was measured.
 * @param {any} value
 * @param {string} kind score, int, usd, text or state
 * @returns {string}
 */
export function wording(value, kind) {
  if (value === null || value === undefined) return "—";
  if (kind === "score") return value.toFixed(3);
  if (kind === "int") return String(Math.round(value));
  if (kind === "usd") return value === 0 ? "0" : value.toPrecision(3);
  return String(value);
}

/** @param {string} label @param {(Node|string)[]} values @returns {HTMLElement} */
export function field(label, values) {
  return h("div", { class: "cx-field" }, h("div", { class: "cx-label" }, label),
    ...values.map(value => h("div", { class: "cx-value" }, value)));
}
