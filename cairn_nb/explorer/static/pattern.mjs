// What a reader types into the search box, as a test of a text. The engine behind regular expressions cannot be
// stopped once it started, so those that may take forever on one text are refused before they run.

const ESCAPE = /\\(?:u\{[^}]*\}|p\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/, CLASS = /\[(?:\\.|[^\]\\])*\]/;
const OPENING = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/;
const ATOM = new RegExp([ESCAPE, CLASS, OPENING, /[^]/].map(({ source }) => source).join("|"), "iy");
const REPEAT = /(?:[*+?]|\{\d+(,\d*)?\})\??/y;
const APART = ["\\w\\s", "\\d\\s", "\\w\\W", "\\d\\D", "\\s\\S", "\\d\\W"];

/** Whether two repeated atoms can share no character, as far as that is plain to see. */
function apart(one, other) {
  const plain = /^(?:[^\\.[(]|\\[^wWdDsSpPu])$/;
  if (plain.test(one) && plain.test(other)) return one.toLowerCase() !== other.toLowerCase();
  return APART.includes(one + other) || APART.includes(other + one);
}

function matchesAt(sticky, text, at) {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? "";
}

/**
 * Why an expression may take forever: a repetition inside a repeated group, two repetitions that compete for the same
 * characters, or a reference back.
 * @param {string} source @returns {string} empty where it may not
 */
export function endless(source) {
  const groups = [];
  let before = null, last = { inside: false };
  for (let at = 0; at < source.length;) {
    const atom = matchesAt(ATOM, source, at), closes = atom === ")";
    const repeat = atom.startsWith("(") ? "" : matchesAt(REPEAT, source, at + atom.length);
    at += atom.length + repeat.length;
    if (/^\\[1-9k]/.test(atom)) return "it refers back to a group";
    if (atom.startsWith("(")) { groups.push({ inside: false, before }); continue; }
    last = closes ? groups.pop() ?? last : { inside: false };
    const unbounded = /^[*+]|,\}/.test(repeat), many = unbounded || /^\{/.test(repeat);
    if (closes && many && last.inside) return "it repeats a group that itself repeats or chooses";
    if (unbounded && before && !closes && !apart(before, atom)) return "two repetitions stand side by side";
    if (groups.length && (many || atom === "|" || (closes && last.inside))) groups.at(-1).inside = true;
    before = unbounded ? atom : /^[?]|^\{0/.test(repeat) || /^[)^$]$/.test(atom) ? before : null;
  }
  return "";
}

/**
 * @param {string} source
 * @returns {{expression: RegExp|null, problem: string}}
 */
export function compiled(source) {
  const reason = endless(source);
  if (reason) return { expression: null, problem: `Not searched: this expression may never end; ${reason}.` };
  try {
    return { expression: new RegExp(source, "iu"), problem: "" };
  } catch (error) {
    return { expression: null, problem: `Not searched: ${error.message.replace(/^.*\/iu?: /, "")}.` };
  }
}
