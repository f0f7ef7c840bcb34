// Which words two texts do not share: Myers' greedy comparison with a bound on its cost.

const SPACELESS = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
// A number, a word, white space, or one sign with its accents; scripts that set no spaces go by characters.
const WORD = `\\p{N}+(?:[.,]\\p{N}+)*|(?:(?![${SPACELESS}])[\\p{L}\\p{M}_])+`;
const WORDS = new RegExp(`${WORD}|\\s+|[^](?:\\p{M}|\\p{EMod}|\\u200d[^])*`, "gu");
const MOST_CHARS = 200000;
const MOST_EDITS = 1000;
const LEAST_SHARED = 0.2;

/** The shortest way from `a` to `b`: the pairs that stay, last first; null where it takes more than MOST_EDITS. */
function stayingPairs(a, b) {
  const n = a.length, m = b.length, mid = MOST_EDITS + 1, reach = new Int32Array(2 * MOST_EDITS + 3), rounds = [];
  const comesDown = (far, k, d) => k === -d || (k !== d && far[mid + k - 1] < far[mid + k + 1]);
  for (let d = 0; d <= MOST_EDITS; d++) {
    for (let k = -d; k <= d; k += 2) {
      let x = comesDown(reach, k, d) ? reach[mid + k + 1] : reach[mid + k - 1] + 1;
      while (x < n && x - k < m && a[x] === b[x - k]) x++;
      reach[mid + k] = x;
      if (x === n && x - k === m) return walkedBack(rounds, n, m, mid, comesDown);
    }
    rounds.push(reach.slice());
  }
  return null;
}

function walkedBack(rounds, n, m, mid, comesDown) {
  const pairs = [];
  let x = n, y = m;
  for (let d = rounds.length; d > 0; d--) {
    const far = rounds[d - 1], k = x - y, before = comesDown(far, k, d) ? k + 1 : k - 1;
    const start = far[mid + before];
    while (x > start && y > start - before) pairs.push([--x, --y]);
    x = start;
    y = start - before;
  }
  while (x > 0) pairs.push([--x, --y]);
  return pairs;
}

/** Which words stay, as flags; null where the texts are too different. */
function stayingWords(before, after) {
  let start = 0, end = 0;
  const least = Math.min(before.length, after.length), numbers = new Map();
  while (start < least && before[start] === after[start]) start++;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const number = word => numbers.get(word) ?? numbers.set(word, numbers.size).size - 1;
  const middle = words => words.slice(start, words.length - end).map(number);
  const pairs = stayingPairs(middle(before), middle(after));
  if (!pairs) return null;
  const flags = [before, after].map(words => words.map((_, i) => i < start || i >= words.length - end));
  for (const [i, j] of pairs) flags[0][start + i] = flags[1][start + j] = true;
  for (const [i, j] of pairs) joinAcross(before, flags, start + i, start + j);
  return flags;
}

/** White space between two changes is part of the change, or every word of a new sentence is marked by itself. */
function joinAcross(before, [stays, stays2], i, j) {
  if (before[i].trim()) return;
  const changed = step => (i + step in stays && !stays[i + step]) || (j + step in stays2 && !stays2[j + step]);
  if (changed(-1) && changed(1)) stays[i] = stays2[j] = false;
}

function changedRanges(words, stays) {
  const ranges = [];
  let at = 0;
  words.forEach((word, i) => {
    const last = ranges.at(-1);
    if (!stays[i] && last?.end === at) last.end += word.length;
    else if (!stays[i]) ranges.push({ start: at, end: at + word.length });
    at += word.length;
  });
  return ranges;
}

/**
 * What must be taken from `before` and put into `after` so that what is left of both is the same text.
 * @param {string} before @param {string} after
 * @returns {{removed: {start: number, end: number}[], added: {start: number, end: number}[]}|null} ranges of UTF-16
 *   units; null where the texts are too long or share too little for marks to help
 */
export function wordDifference(before, after) {
  if (before === after) return { removed: [], added: [] };
  if (Math.max(before.length, after.length) > MOST_CHARS) return null;
  const words = [before.match(WORDS) ?? [], after.match(WORDS) ?? []], flags = stayingWords(...words);
  if (!flags) return null;
  const said = words[0].filter(word => word.trim()).length;
  const same = words[0].filter((word, i) => flags[0][i] && word.trim()).length;
  if (same < LEAST_SHARED * Math.max(said, words[1].filter(word => word.trim()).length)) return null;
  return { removed: changedRanges(words[0], flags[0]), added: changedRanges(words[1], flags[1]) };
}
