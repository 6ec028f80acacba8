// A table body that draws only the rows on the screen, so that ten thousand rows scroll like fifty. All rows must be equally high.

import { h } from "./dom.js";

const SPARE = 20; // rows above and below the screen
const FEWEST = SPARE / 2; // so few of them are left when the window moves: a move costs about the same for one row and for ten
const ALL_BELOW = 200; // so few are simply drawn

export class Windowed {
  /** `build(item, index)` makes a row. */
  constructor(body, columns, build) {
    this.body = body;
    this.columns = columns;
    this.build = build;
    this.items = [];
    this.from = this.to = 0;
    this._height = 0;
    [this._above, this._below] = [0, 0].map(() => h("tr", { class: "space", "aria-hidden": "true" }, h("td")));
    this._onScroll = () => this._soon();
    addEventListener("scroll", this._onScroll, { passive: true });
    addEventListener("resize", this._onScroll);
  }

  close() {
    removeEventListener("scroll", this._onScroll);
    removeEventListener("resize", this._onScroll);
  }

  show(items) {
    this.items = items;
    this.draw();
  }

  _soon() {
    if (this._waiting || this.items.length <= ALL_BELOW) return;
    this._waiting = true;
    requestAnimationFrame(() => {
      this._waiting = false;
      const [first, last] = this._place();
      const reaches = this.from <= Math.max(0, first - FEWEST) && this.to >= Math.min(this.items.length, last + FEWEST);
      if (!reaches) this._move();
    });
  }

  /** The rows on the screen. */
  _place() {
    if (this.items.length <= ALL_BELOW) return [0, this.items.length];
    const top = -this.body.getBoundingClientRect().top;
    const from = Math.max(0, Math.floor(top / this.height));
    return [Math.min(from, this.items.length), Math.min(this.items.length, from + Math.ceil(innerHeight / this.height) + 1)];
  }

  get height() {
    this._height = this.body.querySelector("tr[data-at]")?.offsetHeight || this._height || 64;
    return this._height;
  }

  /** Every row of the window anew. */
  draw() {
    const focused = document.activeElement?.closest?.("tr[data-at]")?.dataset.at;
    const control = focused === undefined ? "" : document.activeElement.dataset.act;
    [this.from, this.to] = this._range();
    this.body.replaceChildren(...this._rows(this.from, this.to));
    this._pad();
    if (control) this.body.querySelector(`tr[data-at="${focused}"] [data-act="${control}"]`)?.focus({ preventScroll: true });
  }

  /** The window where the screen is now: rows that it has already stay, so that a frame builds only those that come into it. */
  _move() {
    const [from, to] = this._range();
    if (from >= this.to || to <= this.from) return this.draw();
    for (const row of this.body.querySelectorAll("tr[data-at]")) if (row.dataset.at < from || row.dataset.at >= to) row.remove();
    this._above.remove();
    this._below.remove();
    this.body.prepend(...this._rows(from, this.from));
    this.body.append(...this._rows(this.to, to));
    [this.from, this.to] = [from, to];
    this._pad();
  }

  _range() {
    const [first, last] = this._place();
    return [Math.max(0, first - SPARE), Math.min(this.items.length, last + SPARE)];
  }

  _rows(from, to) {
    return this.items.slice(from, Math.max(from, to)).map((one, n) => {
      const row = this.build(one, from + n);
      row.dataset.at = from + n;
      row.setAttribute("aria-rowindex", from + n + 2);
      return row;
    });
  }

  /** The place of the rows that are not drawn. */
  _pad() {
    const { height } = this;
    if (this.from) this.body.prepend(sized(this._above, this.columns(), this.from * height));
    if (this.to < this.items.length) this.body.append(sized(this._below, this.columns(), (this.items.length - this.to) * height));
  }

  /** Bring a row into view. */
  reveal(index) {
    const row = this.body.querySelector(`tr[data-at="${index}"]`);
    if (row) return row.scrollIntoView({ block: "nearest" });
    const top = this.body.getBoundingClientRect().top + scrollY + index * this.height;
    scrollTo(0, top - innerHeight / 2);
    this.draw();
  }
}

function sized(row, columns, pixels) {
  row.firstChild.colSpan = columns;
  row.firstChild.style.height = `${pixels}px`;
  return row;
}
