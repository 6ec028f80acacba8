// The evidence of one case: its texts, and quotes that light up the very words they are.
//
// Every quote on a page is a link made by `quote` or `words`. Hovering or focusing it lights its words in claim and
// source; pressing it keeps them lit, brings them into view and puts their place into the page's address, so that the
// address can be sent to somebody. A finding's mark in a text does the same the other way.

import { h, say } from "./dom.js";
import { withQuery } from "./api.js";
import { Passage } from "./passage.js";
import { oneLine, plainWords, visible } from "./text.js";

const CLAIM = "claim";

export class Evidence {
  constructor() {
    this.passages = new Map();
    this.quotesOf = new WeakMap();
    this.partnersOf = new WeakMap();
    this.pinned = null;
    this.verdict = null;
    this.peek = h("div", { class: "peek", hidden: true });
    document.body.append(this.peek);
    this._watch();
  }

  /** The case's texts: the claim first. `titles` names the claim. Returns whether anything is new. */
  setCase(given, { claimTitle = "Claim", sourceTitle = "Source" } = {}) {
    const texts = [
      { id: CLAIM, title: claimTitle, text: given.claim },
      ...given.documents.map((d) => ({
        id: d.id,
        title: d.title || (d.id === "source" ? sourceTitle : d.id),
        note: d.kind,
        url: d.url,
        text: d.text,
      })),
    ];
    const sig = JSON.stringify(texts);
    if (sig === this._sig) return false;
    this._sig = sig;
    this.passages = new Map(texts.map((text) => [text.id, new Passage(text)]));
    this.places = new Map(given.documents.map((d) => [d.id, d.places ?? []]));
    this.claimTitle = claimTitle;
    return true;
  }

  title(documentId) {
    if (documentId === CLAIM) return (this.claimTitle ?? "claim").toLowerCase();
    return this.passages.get(documentId)?.node.getAttribute("aria-label") ?? documentId;
  }

  fits(quote) {
    return this.passages.get(quote.document_id)?.fits(quote) ?? false;
  }

  /** A quote with offsets, as a link; plain text if its words are not where it says. */
  quote(given, { label } = {}) {
    if (!this.fits(given)) return h("q", { class: "said", lang: "", dir: "auto" }, visible(given.text));
    const passage = this.passages.get(given.document_id);
    const words = passage.source.shown(given.start, given.end);
    const link = h(
      "a",
      {
        class: "quote",
        role: "button",
        href: `#${given.document_id}:${given.start}-${given.end}`,
        "aria-pressed": "false",
        title: this._place(given),
        dataset: { doc: given.document_id, start: given.start, end: given.end },
      },
      // Real marks: those that a style sheet adds to <q> cannot be pointed at.
      "“",
      h("q", { lang: "", dir: "auto" }, label ?? oneLine(words, 600)),
      "”",
      this._label(given) && h("small", { class: "at" }, this._label(given)),
    );
    this.quotesOf.set(link, [given]);
    return link;
  }

  /**
   * Words that an agent gave, as the evidence gate took them: a link, or struck out if they are not in the text.
   * `side` is "claim" or "source"; `entry` is the answer they stand in.
   */
  words(text, side, entry) {
    const found = this.resolve(text, side, entry);
    if (found.quote) return this.quote(found.quote);
    if (found.rejected) return struck(found.rejected, text);
    return h("q", { class: "said", lang: "", dir: "auto" }, visible(text));
  }

  resolve(text, side, entry) {
    // An edited claim is another text: its words have no place in the claim that is shown.
    if (side === CLAIM && entry?.phase?.startsWith("edit/")) return {};
    const ours = (id) => (side === CLAIM ? id === CLAIM : id !== CLAIM);
    const plain = plainWords(text);
    const same = (one) => one.text === text || plainWords(one.text) === plain;
    const given = [...(entry?.quotes ?? []), ...(this.verdict?.quotes ?? [])].filter((one) => ours(one.document_id));
    const quote =
      given.find((one) => one.start !== undefined && one.text === text && this.fits(one)) ??
      given.find((one) => one.start !== undefined && same(one) && this.fits(one));
    if (quote) return { quote };
    const refused = [...(entry?.quotes ?? []), ...(this.verdict?.rejected_quotes ?? [])];
    const rejected = refused.find((one) => one.start === undefined && one.text === text);
    if (rejected) return { rejected };
    for (const [id, passage] of this.passages) {
      const places = ours(id) ? passage.source.find(text) : [];
      if (places.length) {
        const [{ start, end }, ...others] = places;
        return { quote: {
          text,
          document_id: id,
          start,
          end,
          match: "verbatim",
          occurrences: places.length,
          also_at: others.map((o) => o.start),
        } };
      }
    }
    return {};
  }

  /** Let an element light these quotes when it is hovered or focused. */
  lights(element, quotes) {
    this.quotesOf.set(element, quotes.filter((quote) => quote && this.fits(quote)));
    return element;
  }

  /** The quotes inside a container belong together: lighting one shows the others too. */
  pair(container) {
    const links = [...container.querySelectorAll(".quote")].filter((link) => this.quotesOf.has(link));
    for (const link of links) this.partnersOf.set(
      link,
      links.filter((other) => other !== link).flatMap((other) => this.quotesOf.get(other)),
    );
    return container;
  }

  /** Light the quotes' words in their texts, and more quietly those of their partners and where the words recur. */
  light(quotes, { move = false, partners = [] } = {}) {
    const first = [];
    for (const [id, passage] of this.passages) {
      const of = (list) => list.filter((quote) => quote.document_id === id);
      const spans = [
        ...of(quotes).map(({ start, end }) => ({ start, end, look: "lit" })),
        ...of(partners).map(({ start, end }) => ({ start, end, look: "paired" })),
        ...of(quotes).flatMap(({ start, end, also_at: also }) =>
          (also ?? []).map((place) => ({ start: place, end: place + end - start, look: "also" })),
        ),
      ];
      const lit = passage.light(spans);
      if (lit) first.push(lit);
    }
    for (const element of first) reveal(element, { page: move && element === first.at(-1) });
  }

  /** The place that the page's address names, if the words are there. */
  followAddress() {
    const [, id, start, end] = /^#(.+):(\d+)-(\d+)$/.exec(decodeURIComponent(location.hash)) ?? [];
    const passage = this.passages.get(id);
    if (!passage || Number(end) > passage.source.length) return;
    const quote = {
      text: passage.source.slice(Number(start), Number(end)),
      document_id: id,
      start: Number(start),
      end: Number(end),
      match: "verbatim",
    };
    const link = [...document.querySelectorAll(".quote")].find((one) => one.getAttribute("href") === location.hash);
    if (link) this.pin(link);
    else this.light([quote], { move: true });
  }

  dim() {
    for (const passage of this.passages.values()) passage.dim();
    if (this.pinned) this._lightOf(this.pinned);
  }

  pin(element) {
    const again = this.pinned === element;
    this.pinned?.setAttribute("aria-pressed", "false");
    this.pinned = again ? null : element;
    this.peek.hidden = true;
    if (again) {
      history.replaceState(null, "", location.pathname + location.search);
      this.dim();
      return;
    }
    history.replaceState(null, "", element.getAttribute("href"));
    element.setAttribute("aria-pressed", "true");
    this._lightOf(element, { move: !isNarrow() });
    const quote = this.quotesOf.get(element).at(-1);
    say(`${this._place(quote)}: ${oneLine(this._text(quote), 200)}`);
    if (isNarrow()) this._showPeek(quote);
  }

  _lightOf(element, options = {}) {
    this.light(this.quotesOf.get(element) ?? [], { ...options, partners: this.partnersOf.get(element) });
  }

  _text(quote) {
    const { before, words, after } = this.passages.get(quote.document_id).around(quote.start, quote.end);
    return `${before}${words}${after}`;
  }

  /**
   * The pages of a PDF on which a quote stands, as pictures with its words lit; null for other sources. They are drawn
   * when they are opened. A picture that the server does not have is left out: the text is there.
   */
  pages(quote, { open = false } = {}) {
    const run = /^\/runs\/([^/]+)/.exec(location.pathname)?.[1];
    const numbers = this._labels(quote).map((label) => Number(/^page (\d+)$/.exec(label)?.[1])).filter(Boolean);
    if (!run || !numbers.length || !this.fits(quote)) return null;
    const { document_id: document, start, end } = quote;
    const position = new URLSearchParams(location.search).get("position");
    const picture = (page) => h("img", {
      src: withQuery(`/v1/runs/${run}/page`, { document, page, start, end, position }),
      alt: `Page ${page} of ${this.title(document)}, with the quoted words marked`,
      onerror: () => box.remove(),
    });
    const draw = () => box.open && box.children.length === 1 && box.append(...numbers.map(picture));
    const summary = h("summary", {}, `${numbers.length > 1 ? `Pages ${numbers.join(" and ")}` : `Page ${numbers[0]}`} of ${this.title(document)}`);
    const box = h("details", { class: "page-image", open, ontoggle: draw }, summary);
    return box;
  }

  /** The labels of the places that a quote touches: pages, cells, paragraphs. */
  _labels({ document_id: id, start, end }) {
    const places = this.places?.get(id) ?? [];
    const first = Math.max(0, places.findLastIndex((one) => one.start <= start));
    return places.slice(first).filter((one) => one.start < end).map((one) => one.label);
  }

  _label(quote) {
    const labels = [...new Set(this._labels(quote))];
    return labels.length > 1 ? `${labels[0]} to ${labels.at(-1)}` : (labels[0] ?? "");
  }

  _place(quote) {
    const [start, end] = [quote.start, quote.end].map((place) => place.toLocaleString("en-GB"));
    const inFile = this._label(quote);
    const place = `${[this.title(quote.document_id), inFile].filter(Boolean).join(", ")}, characters ${start} to ${end}`;
    const repaired = quote.match === "repaired" ? ", typography repaired" : "";
    return place + repaired + (quote.occurrences > 1 ? `, occurs ${quote.occurrences} times` : "");
  }

  // On a phone text and quote are never on screen together: the words come to the reader.
  _showPeek(quote) {
    const { before, words, after } = this.passages.get(quote.document_id).around(quote.start, quote.end, 90);
    this.peek.replaceChildren(
      h("p", { class: "place" }, this._place(quote)),
      h("p", { class: "text", dir: "auto" }, before, h("span", { class: "lit" }, words), after),
      h(
        "div",
        { class: "go" },
        h("button", { type: "button", onclick: () => this._jump(quote) }, "Show in the text"),
        h("button", { type: "button", class: "quiet", onclick: () => this.pinned && this.pin(this.pinned) }, "Close"),
      ),
    );
    this.peek.hidden = false;
  }

  _jump(quote) {
    this.peek.hidden = true;
    this.light([quote], { move: true });
  }

  _watch() {
    const owner = (event) => {
      const element = event.target instanceof Element ? event.target.closest("[data-lights], .quote") : null;
      return element && this.quotesOf.has(element) ? element : null;
    };
    const on = (event) => {
      const element = owner(event);
      if (element) this._lightOf(element);
    };
    const off = (event) => {
      const element = owner(event);
      if (element && !element.contains(event.relatedTarget)) this.dim();
    };
    document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && on(event));
    document.addEventListener("pointerout", (event) => event.pointerType !== "touch" && off(event));
    document.addEventListener("focusin", on);
    document.addEventListener("focusout", off);
    document.addEventListener("click", (event) => {
      const element = owner(event);
      if (!element?.classList.contains("quote")) return;
      event.preventDefault();
      this.pin(element);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.pinned) this.pin(this.pinned);
      const element = event.key === " " ? owner(event) : null;
      if (element?.classList.contains("quote")) {
        event.preventDefault();
        this.pin(element);
      }
    });
  }
}

/** Words that are not in the text they were said to be from. */
export function struck(rejected, text = rejected.text) {
  return h("del", { class: "struck", title: `Not counted: ${rejected.reason ?? "not in the document"}` }, visible(text));
}

const HEADER = 70;
const isNarrow = () => matchMedia("(max-width: 60rem)").matches;

/** Bring an element into view inside its scrolling pane; with `page`, on the page as well. */
function reveal(element, { page }) {
  scrollPane(element);
  const box = element.getBoundingClientRect();
  if (page && (box.top < HEADER || box.bottom > innerHeight)) element.scrollIntoView({ block: "center", behavior: "smooth" });
}

function scrollPane(element, frames = 12) {
  const pane = element.closest(".pane");
  if (!pane || pane.scrollHeight <= pane.clientHeight) return;
  // Parts of a long text get their true height only when they are near: what was aimed at may move for some frames.
  if (frames) requestAnimationFrame(() => scrollPane(element, frames - 1));
  const [box, view] = [element.getBoundingClientRect(), pane.getBoundingClientRect()];
  // A pane may reach below the window: only what is seen of it counts.
  const [top, bottom] = [Math.max(view.top, HEADER), Math.min(view.bottom, innerHeight)];
  if (box.top < top + 8 || box.bottom > bottom - 8) pane.scrollTop += box.top - top - (bottom - top) / 3;
}
