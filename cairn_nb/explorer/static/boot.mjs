// Opens the page's own code, which lies packed in it: gzip in base 85. The policy names what it opens to by hash, so
// that nothing else can stand in for it.

const FIRST = 35, SKIPPED = 60, LAST = 120;   // as in packed_code.py: from # on, with x in place of <

function fromBase85(text) {
  const bytes = new Uint8Array(text.length / 5 * 4), words = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i += 5) {
    let word = 0;
    for (let k = i; k < i + 5; k++) {
      const code = text.charCodeAt(k);
      word = word * 85 + (code === LAST ? SKIPPED : code) - FIRST;
    }
    words.setUint32(i / 5 * 4, word);
  }
  return bytes;
}

function put(tag, type, text) {
  const element = document.createElement(tag);
  element.type = type;
  element.textContent = text;
  document.head.append(element);
}

const packed = document.querySelector("[data-kind=code]");
const bytes = fromBase85(packed.textContent).subarray(0, packed.dataset.bytes);
const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const [style, script] = (await new Response(opened).text()).split("\0");
put("style", "text/css", style);
put("script", "module", script);
