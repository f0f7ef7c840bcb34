// Building elements and wording values. Text goes in as text only: no innerHTML, no style attributes.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `onclick` and the like, or plain attributes; null, undefined and false
 *   are left out, true is an attribute without a value
 * @param {...(Node|string|null|(Node|string|null)[])} children null is left out
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Of two numbers equally near the even one, as Python writes it: a value reads alike wherever it stands. */
function fixed(value, digits) {
  const halves = Math.abs(value) * 2 ** (digits + 1);   // only a whole number of these can lie midway
  return (halves % 4 === 1 ? value * (1 - 1e-12) : value).toFixed(digits);
}
const decimals = (value, digits) => Math.abs(value) >= 100 ? String(Math.round(value)) : fixed(value, digits);
const dollars = value => {
  if (value === 0) return "0";
  return Math.abs(value) >= 100 ? value.toFixed(2) : value.toPrecision(3);
};
const WORDINGS = {
  score: value => fixed(value, 3),
  share: value => `${(value * 100).toFixed(1)}%`,
  int: value => String(Math.round(value)),
  ms: value => decimals(value, 1),
  usd: dollars,
  set: value => value.join(", "),
};

/**
 * A value as a person reads it; a dash where nothing was measured.
 * @param {any} value
 * @param {string} kind score, share, int, ms, usd, set, text or state
 * @returns {string}
 */
export function wording(value, kind) {
  if (value === null || value === undefined) return "—";
  return Object.hasOwn(WORDINGS, kind) ? WORDINGS[kind](value) : String(value);
}

/** @param {string} label @param {(Node|string|null)[]} values @returns {HTMLElement} */
export function field(label, values) {
  return h("div", { class: "cx-field" }, h("div", { class: "cx-label" }, label),
    ...values.filter(value => value !== null).map(value => h("div", { class: "cx-value" }, value)));
}

/**
 * @param {string|Node|(string|Node)[]} label @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [attributes] `class` replaces the usual look
 * @returns {HTMLButtonElement}
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "cx-button", ...attributes, onclick }, label);
}

/**
 * Offer a file to save; it is made here and goes nowhere else.
 * @param {string} name @param {string} type a media type @param {string|Blob} content
 */
export function saveFile(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);   // not at once: the save may not have begun
}

/**
 * Copy a text, also where the clipboard's own interface is not allowed.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  const written = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (written) return true;
  const area = h("textarea", { class: "cx-hidden", "aria-hidden": "true", tabindex: -1 });
  const focused = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus?.();
  return copied;
}
