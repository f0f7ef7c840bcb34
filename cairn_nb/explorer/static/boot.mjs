// Opens the page's own code, which lies packed in it: gzip, 13 bits in two characters. The policy names what it opens to
// by hash, so that nothing else can stand in for it.

const FIRST = 33, SKIPPED = 60, LAST = 124, BASE = 91, BITS = 13;   // as in packed_code.py: from ! on, | in place of <

function fromText(text, length) {
  const bytes = new Uint8Array(length), value = i => (text[i] === LAST ? SKIPPED : text[i]) - FIRST;
  let held = 0, bits = 0, at = 0;
  for (let i = 0; i < text.length; i += 2) {
    held = (held << BITS | value(i) * BASE + value(i + 1)) & 0xfffff;
    for (bits += BITS; bits >= 8; bits -= 8) bytes[at++] = held >> bits - 8;
  }
  return bytes;
}

function put(tag, type, text) {
  const element = document.createElement(tag);
  element.type = type;
  element.textContent = text;
  document.head.append(element);
}

/** Not a module, which would wait for the whole page: the first rows are drawn before the rest of it is read. */
async function boot() {
  const packed = document.querySelector("[data-kind=code]");
  const bytes = fromText(new TextEncoder().encode(packed.textContent), packed.dataset.bytes);
  const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [script, style] = (await new Response(opened).text()).split("\0");
  put("style", "text/css", style);
  put("script", "module", script);
}

boot();
