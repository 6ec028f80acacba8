// One text of a case: shown whole, with the words of findings marked for good and the words of a quote lit for a while.

import { h } from "./dom.js";
import { Shown } from "./text.js";
import { worst } from "./tones.js";

const BLOCK = 3000;

export class Passage {
  constructor({ id, title, note = "", url = "", text }) {
    this.id = id;
    this.source = new Shown(text);
    this.body = h("div", { class: "text", lang: "", dir: "auto" });
    this.node = h(
      "section",
      { class: "passage", dataset: { doc: id }, "aria-label": title },
      h("h2", { class: "passage-title" }, title, note && h("small", {}, note), safeLink(url)),
      this.body,
    );
    this._runs = [];
    this._undo = [];
    this.mark([]);
  }

  /** Whether a quote's words really stand where it says: no other words are ever marked. */
  fits(quote) {
    if (!(quote.start >= 0 && quote.start < quote.end && quote.end <= this.source.length)) return false;
    return quote.match === "repaired" || this.source.slice(quote.start, quote.end) === quote.text;
  }

  /**
   * Mark spans for good: [{start, end, tone, ref, title, kind}]. Overlapping spans share a stretch; `make(stretch)` gives
   * the element of a marked stretch and `tail(refs)` what stands behind a span that ends there.
   */
  mark(spans, { make = plainMark, tail = () => null } = {}) {
    this.dim();
    this._runs = [];
    const inside = spans.filter((span) => span.start >= 0 && span.start < span.end && span.end <= this.source.length);
    const blocks = this._blocks();
    const cuts = [...new Set([
      0,
      this.source.length,
      ...blocks,
      ...inside.flatMap((span) => [span.start, span.end]),
    ])].sort((a, b) => a - b);
    const whole = [];
    let parts = whole;
    for (let n = 0; n + 1 < cuts.length; n++) {
      const [start, end] = [cuts[n], cuts[n + 1]];
      const over = inside
        .filter((span) => span.start <= start && span.end >= end)
        .sort((a, b) => a.end - a.start - (b.end - b.start));
      const node = document.createTextNode(this.source.shown(start, end));
      if (blocks.has(start)) whole.push((parts = []));
      this._runs.push({ node, start, end });
      if (!over.length) {
        parts.push(node);
        continue;
      }
      // A stretch that only wide quotes cover is marked lightly: the shorter quote inside says more.
      const wide = over.every((span) => inside.some((other) => holds(span, other)));
      const element = make({ spans: over, tone: worst(over.map((span) => span.tone)), wide });
      element.append(node);
      parts.push(element);
      const behind = tail(over.filter((span) => span.end === end));
      if (behind) parts.push(behind);
    }
    this.body.replaceChildren(...(blocks.size ? whole.map((block) => h("div", { class: "block" }, block)) : whole));
  }

  /** Where the blocks of a long text begin: laid out as one, every lit word would lay out all of it again. */
  _blocks() {
    if (this.source.length <= 2 * BLOCK) return new Set();
    if (this._starts) return this._starts;
    this._starts = new Set([0]);
    for (let at = BLOCK; at < this.source.length - BLOCK / 2; at += BLOCK) {
      const ahead = this.source.slice(at, Math.min(at + BLOCK / 2, this.source.length));
      const end = /\n+|[.!?]["”’)]?\s+/.exec(ahead) ?? /\s+/.exec(ahead);
      at += end ? Array.from(ahead.slice(0, end.index + end[0].length)).length : 0;
      this._starts.add(at);
    }
    return this._starts;
  }

  /** Light up spans [{start, end, look: lit | paired | also}] until `dim`; returns the first lit element. */
  light(spans) {
    this.dim();
    const joined = join(spans.filter((span) => span.start < span.end && span.end <= this.source.length));
    let first = null;
    for (const run of this._runs) {
      const cut = joined.filter((span) => span.start < run.end && span.end > run.start);
      if (!cut.length) continue;
      const pieces = [];
      let place = run.start;
      for (const span of cut) {
        const [start, end] = [Math.max(span.start, run.start), Math.min(span.end, run.end)];
        if (start > place) pieces.push(document.createTextNode(this.source.shown(place, start)));
        const lit = h("span", { class: span.look }, this.source.shown(start, end));
        first ??= span.look === "also" ? null : lit;
        pieces.push(lit);
        place = end;
      }
      if (place < run.end) pieces.push(document.createTextNode(this.source.shown(place, run.end)));
      run.node.replaceWith(...pieces);
      this._undo.push({ node: run.node, pieces });
    }
    return first;
  }

  dim() {
    for (const { node, pieces } of this._undo) {
      pieces[0].before(node);
      for (const piece of pieces) piece.remove();
    }
    this._undo = [];
  }

  /** Some words before a place, the place, some words after. */
  around(start, end, room = 70) {
    const from = Math.max(0, start - room);
    const to = Math.min(this.source.length, end + room);
    const [before, after] = [this.source.shown(from, start), this.source.shown(end, to)];
    return {
      before: from > 0 ? before.replace(/^\S*\s/, "… ") : before,
      words: this.source.shown(start, end),
      after: to < this.source.length ? after.replace(/\s\S*$/, " …") : after,
    };
  }
}

const holds = (outer, inner) =>
  (outer.start !== inner.start || outer.end !== inner.end) && outer.start <= inner.start && inner.end <= outer.end;

const plainMark = ({ tone, wide }) => h("mark", { class: wide ? `${tone} wide` : tone });

const LOOKS = ["lit", "paired", "also"];

/** Spans of one look that overlap, as one; where looks meet, the stronger one wins. */
function join(spans) {
  const kept = [];
  for (const look of LOOKS) {
    const own = merge(spans.filter((span) => span.look === look));
    kept.push(...own.filter((span) => !kept.some((other) => other.start < span.end && other.end > span.start)));
  }
  return kept.sort((a, b) => a.start - b.start);
}

function merge(spans) {
  const merged = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Only web addresses become links: any other scheme could run something. */
export function safeLink(url) {
  if (!/^https?:\/\//i.test(url ?? "")) return null;
  return h("a", { class: "place", href: url, rel: "noreferrer nofollow noopener", target: "_blank" }, url);
}
