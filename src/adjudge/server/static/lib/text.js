// Texts and places in them. The service counts code points, a browser counts UTF-16 units, and a page shows hidden
// characters as signs: `Shown` knows all three and converts.

const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const NOT_PLAIN = /[\ud800-\udfff]/;

/** A hidden character as a sign, any other as it is. */
function sign(char) {
  if (!HIDDEN.test(char)) return char;
  const code = char.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** A text as it may be looked at: what would act or hide becomes a sign. */
export function visible(text) {
  return new Shown(String(text ?? "")).text;
}

/** A text as shown, with the way from a place in the original (in code points) to a place in what is shown. */
export class Shown {
  constructor(original) {
    this.original = original;
    if (!HIDDEN.test(original) && !NOT_PLAIN.test(original)) {
      this.text = original;
      this.length = original.length;
      return;
    }
    const chars = Array.from(original);
    this.length = chars.length;
    this._shownAt = new Uint32Array(chars.length + 1);
    this._unitAt = new Uint32Array(chars.length + 1);
    const parts = [];
    let shown = 0;
    let unit = 0;
    chars.forEach((char, n) => {
      this._shownAt[n] = shown;
      this._unitAt[n] = unit;
      // A line feed says it already: the carriage return before it would only disturb.
      const part = char === "\r" && chars[n + 1] === "\n" ? "" : sign(char);
      parts.push(part);
      shown += part.length;
      unit += char.length;
    });
    this._shownAt[chars.length] = shown;
    this._unitAt[chars.length] = unit;
    this.text = parts.join("");
  }

  /** Where code point `place` begins in the shown text. */
  at(place) {
    return this._shownAt ? this._shownAt[place] : place;
  }

  /** The original characters from `start` to `end`. */
  slice(start, end) {
    if (!this._unitAt) return this.original.slice(start, end);
    return this.original.slice(this._unitAt[start], this._unitAt[end]);
  }

  /** What is shown of the characters from `start` to `end`. */
  shown(start, end) {
    return this.text.slice(this.at(start), this.at(end));
  }

  /** Where words begin, as code points, every time; words inside a longer word come last, as at the evidence gate. */
  find(words) {
    if (!words) return [];
    const found = [];
    for (let unit = this.original.indexOf(words); unit >= 0; unit = this.original.indexOf(words, unit + words.length)) {
      found.push({
        start: this._place(unit),
        end: this._place(unit + words.length),
        inside: this._inside(unit, unit + words.length),
      });
    }
    return found.sort((a, b) => a.inside - b.inside || a.start - b.start);
  }

  _inside(unit, end) {
    const letter = /[\p{L}\p{N}]/u;
    const before = letter.test(this.original[unit - 1] ?? "") && letter.test(this.original[unit]);
    const after = letter.test(this.original[end] ?? "") && letter.test(this.original[end - 1]);
    return before || after ? 1 : 0;
  }

  _place(unit) {
    if (!this._unitAt) return unit;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this._unitAt[middle] < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Words without what the evidence gate repairs: white space, typographic marks, outer quotes and ellipses. */
export function plainWords(words) {
  return words
    .normalize("NFKC")
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .replace(/^(?:…|\.\.\.)|(?:…|\.\.\.)$/g, "")
    .trim()
    .toLowerCase();
}

/** One line of at most `limit` characters; no word or number is cut in two, unless it is very long. */
export function oneLine(text, limit = 200) {
  const line = visible(text).replace(/\s+/g, " ").trim();
  const chars = Array.from(line);
  if (chars.length <= limit) return line;
  const cut = chars.slice(0, limit - 1).join("");
  const whole = chars[limit - 1] === " " ? cut : cut.replace(/ [^ ]{0,30}$/u, "");
  return `${whole.trimEnd()}…`;
}

const WORD = /[\u3040-\u30ff\u3400-\u9fff]|[\p{L}\p{N}_]+(?:[.,'’-][\p{L}\p{N}_]+)*|\s+|[^\p{L}\p{N}_\s]/gu;

/** From one text to another, word by word: [{change: "kept" | "removed" | "added", text}]. */
export function wordDiff(before, after) {
  const a = before.match(WORD) ?? [];
  const b = after.match(WORD) ?? [];
  // The table of the longest common subsequence grows with the product: beyond this a plain replacement is clearer.
  if (a.length * b.length > 4_000_000) return [{ change: "removed", text: before }, { change: "added", text: after }];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const edits = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) edits.push({ change: "removed", text: removed });
    if (added) edits.push({ change: "added", text: added });
    removed = added = "";
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      const bridge = /^\s+$/.test(a[i]) && (removed || added) && a[i + 1] !== b[j + 1];
      if (bridge) {
        removed += a[i];
        added += a[i];
      } else {
        flush();
        edits.push({ change: "kept", text: a[i] });
      }
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      removed += a[i++];
    } else {
      added += b[j++];
    }
  }
  flush();
  return edits;
}
