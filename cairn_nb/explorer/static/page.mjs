// The page's host: a stand-in for a widget's model over data in the page. What a reader narrows and opens lives in
// the address, so that a link shows it again; what they rate is kept by their browser.
import { decodeHash, encodeHash } from "./hash.mjs";

const BETWEEN = "/";   // the states of several explorers; a state holds it only escaped
const fromBase64 = text => Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
const linkedStates = () => location.hash.slice(1).split(BETWEEN).map(decodeHash);

class PageModel {
  constructor(values, saved) {
    this.values = values;
    this.saved = saved;
    this.reactions = new Map();
  }
  get(key) { return this.values[key]; }
  set(key, value) {
    if (this.values[key] === value) return;
    this.values[key] = value;
    for (const reaction of [...this.reactions.get(`change:${key}`) ?? []]) reaction();
  }
  on(name, reaction) { this.reactions.set(name, [...this.reactions.get(name) ?? [], reaction]); }
  off(name, reaction) { this.reactions.set(name, (this.reactions.get(name) ?? []).filter(other => other !== reaction)); }
  save_changes() { this.saved(); }
}

function packedParts(number) {
  const texts = kind => [...document.querySelectorAll(`script[data-of="${number}"][data-kind="${kind}"]`)].map(part => part.textContent);
  const bytes = kind => texts(kind).map(fromBase64);
  return { index: bytes("index")[0], details: bytes("details"), chunks: bytes("chunks"), block: Number(texts("block")[0]) };
}

function openPage() {
  const places = [...document.querySelectorAll("[data-explorer]")], states = linkedStates();
  const saved = () => {
    const link = models.map(model => encodeHash(model.values)).join(BETWEEN);
    history.replaceState(null, "", `#${link}`);
  };
  const models = places.map((place, i) => new PageModel({
    ...states[i] ?? decodeHash(""), ratings: {}, expression: "", matching: null, ...packedParts(place.dataset.explorer),
  }, saved));
  window.addEventListener("hashchange", () => linkedStates().forEach((state, i) => {
    for (const [key, value] of Object.entries(state)) models[i]?.set(key, value);
  }));
  places.forEach((el, i) => explorer.render({ el, model: models[i] }));
}

openPage();
