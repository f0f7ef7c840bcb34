// The page's host: a stand-in for a widget's model over data in the page; its state lives in the address.

const fromBase64 = text => Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
const LINKED = [["case", "selected"], ["q", "query"], ["status", "status"]];

class PageModel {
  constructor(state) { this.state = state; this.reactions = new Map(); }
  get(key) { return this.state[key]; }
  set(key, value) {
    if (this.state[key] === value) return;
    this.state[key] = value;
    for (const reaction of this.reactions.get(`change:${key}`) || []) reaction();
  }
  on(name, reaction) { this.reactions.set(name, [...(this.reactions.get(name) || []), reaction]); }
  off(name, reaction) { this.reactions.set(name, (this.reactions.get(name) || []).filter(other => other !== reaction)); }
  save_changes() {
    const link = new URLSearchParams();
    for (const [short, key] of LINKED) if (this.get(key)) link.set(short, this.get(key));
    history.replaceState(null, "", link.size ? `#${link}` : "#");
  }
}

for (const el of document.querySelectorAll("[data-explorer]")) {
  const parts = kind => [...document.querySelectorAll(`script[data-of="${el.dataset.explorer}"][data-kind="${kind}"]`)]
    .map(script => script.textContent);
  const packed = kind => parts(kind).map(fromBase64);
  const link = new URLSearchParams(location.hash.slice(1));
  explorer.render({ el, model: new PageModel({
    index: packed("index")[0], details: packed("details"), chunks: packed("chunks"), block: Number(parts("block")[0]),
    selected: link.get("case"), query: link.get("q") || "", status: link.get("status") || "", sort: null,
  }) });
}
