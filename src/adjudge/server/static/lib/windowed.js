// A table body that draws only the rows on the screen, so that ten thousand rows scroll like fifty. All rows must be equally high.

import { h } from "./dom.js";

const SPARE = 20; // rows above and below the screen
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
      const [from, to] = this._place();
      if (from < this.from || to > this.to) this.draw();
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

  draw() {
    const height = this.height;
    const [first, last] = this._place();
    this.from = Math.max(0, first - SPARE);
    this.to = Math.min(this.items.length, last + SPARE);
    const focused = document.activeElement?.closest?.("tr[data-at]")?.dataset.at;
    const control = focused === undefined ? "" : document.activeElement.dataset.act;
    this.body.replaceChildren(
      ...this._space(this.from * height),
      ...this.items.slice(this.from, this.to).map((one, n) => {
        const row = this.build(one, this.from + n);
        row.dataset.at = this.from + n;
        row.setAttribute("aria-rowindex", this.from + n + 2);
        return row;
      }),
      ...this._space((this.items.length - this.to) * height),
    );
    if (control) this.body.querySelector(`tr[data-at="${focused}"] [data-act="${control}"]`)?.focus({ preventScroll: true });
  }

  _space(pixels) {
    if (!pixels) return [];
    const cell = h("td", { colspan: this.columns() });
    cell.style.height = `${pixels}px`;
    return [h("tr", { class: "space", "aria-hidden": "true" }, cell)];
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
