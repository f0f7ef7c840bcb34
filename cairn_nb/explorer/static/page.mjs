// The page's host: a stand-in for a widget's model over data in the page. What a reader narrows and opens lives in
// the address, so that a link shows it again; what they rate is kept by their browser.
import { decodeHash, encodeHash } from "./hash.mjs";

const BETWEEN = "/";   // the states of several explorers; a state holds it only escaped
const linkedStates = () => location.hash.slice(1).split(BETWEEN).map(decodeHash);

const WRITE_AFTER_MS = 100;   // a browser takes so many new addresses a minute, and no more
const PACKED = ["texts", "details", "chunks"];
// This runs while the page is still being read: what is only needed later lies below it.
const arrived = new Promise(resolve => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve);
  else resolve();
});
const packedParts = (number, kind) =>
  [...document.querySelectorAll(`script[data-of="${number}"][data-kind="${kind}"]`)].map(part => part.textContent);

class PageModel {
  constructor(number, values, saved) {
    const [index] = packedParts(number, "index");
    Object.assign(this, { number, saved, reactions: new Map(), values: { ...values, index, arrived, block: 250 } });
  }
  get(key) { return PACKED.includes(key) ? packedParts(this.number, key) : this.values[key]; }
  set(key, value) {
    if (this.values[key] === value) return;
    this.values[key] = value;
    for (const reaction of [...this.reactions.get(`change:${key}`) ?? []]) reaction();
  }
  on(name, reaction) { this.reactions.set(name, [...this.reactions.get(name) ?? [], reaction]); }
  off(name, reaction) { this.reactions.set(name, (this.reactions.get(name) ?? []).filter(other => other !== reaction)); }
  save_changes() { this.saved(); }
}

function openPage() {
  const places = [...document.querySelectorAll("[data-explorer]")], states = linkedStates();
  let due = 0, known = location.hash;
  const write = () => {
    if (location.hash !== known) return;     // the reader has edited it, and is about to be followed
    history.replaceState(null, "", `#${models.map(model => encodeHash(model.values)).join(BETWEEN)}`);
    known = location.hash;
  };
  const saved = () => {
    clearTimeout(due);
    due = setTimeout(write, WRITE_AFTER_MS);
  };
  const models = places.map((place, i) => new PageModel(place.dataset.explorer, {
    ...states[i] ?? decodeHash(""), ratings: {}, expression: "", matching: null,
  }, saved));
  window.addEventListener("hashchange", () => {
    known = location.hash;
    linkedStates().forEach((state, i) => {
      for (const [key, value] of Object.entries(state)) models[i]?.set(key, value);
    });
  });
  places.forEach((el, i) => explorer.render({ el, model: models[i] }));
}

openPage();
