// Keeps the newest words of a hearing in view, until the reader goes elsewhere; a button leads back to them.

import { h } from "./dom.js";

const SETTLE_MS = 1200; // longer than a smooth scroll takes
const CALM_MS = 1500; // a hearing that is over sooner is not scrolled through

export class Follow {
  /** `latest` gives the element that the newest words are in; `home` is where it ends, with the verdict. */
  constructor({ latest, home }) {
    this.latest = latest;
    this.home = home;
    this.following = true;
    this.began = null;
    this.button = h("button", { type: "button", class: "to-now", hidden: true, onclick: () => this.jump() }, "Jump to now");
    document.body.append(this.button);
    addEventListener("scroll", () => this._scrolled(), { passive: true });
    addEventListener("touchmove", () => (this._ours = 0), { passive: true });
    addEventListener("wheel", (event) => (event.deltaY < 0 ? this._leave() : (this._ours = 0)), { passive: true });
    addEventListener("keydown", (event) => {
      if (["ArrowUp", "PageUp", "Home"].includes(event.key) && event.target === document.body) this._leave();
      else if (["ArrowDown", "PageDown", "End", " "].includes(event.key)) this._ours = 0;
    });
  }

  /** Something was said. `calm` waits a moment first: at the start of a live hearing. */
  moved({ calm = true } = {}) {
    this.began ??= Date.now();
    if (calm && Date.now() - this.began < CALM_MS) return;
    // Who is reading a quote, or stands in the proceedings with the keyboard, is left alone.
    if (document.activeElement?.closest?.(".proceedings, .file")) this.following = false;
    if (this.following) this._to(this.latest(), "end");
    this._show();
  }

  /** The hearing is over: whoever followed it to here sees its verdict. */
  over() {
    if (this.began !== null && this.following && scrollY > 0) this._to(this.home(), "start");
    this.began = null;
    this.button.hidden = true;
  }

  jump() {
    this.following = true;
    this.button.hidden = true;
    this._to(this.latest(), "end");
  }

  _to(element, block) {
    if (!element) return;
    const box = element.getBoundingClientRect();
    if (block === "end" && box.top > 0 && box.bottom < innerHeight - 60) return;
    this._ours = Date.now();
    element.scrollIntoView({ block, behavior: "smooth" });
  }

  /** The reader goes back up: a scroll of ours that is on its way must not fight that. */
  _leave() {
    if (this.began === null) return;
    if (this._ours) scrollTo({ top: scrollY, behavior: "instant" });
    this._ours = 0;
    this._last = scrollY + 1; // what is left of our own scroll is no going down
    this.following = false;
    this._show();
  }

  _scrolled() {
    const down = scrollY > (this._last ?? 0);
    this._last = scrollY;
    if (this.began === null || Date.now() - (this._ours ?? 0) < SETTLE_MS) return;
    // Who has gone up comes back by going down to where the newest words are.
    this.following = this._seen() && (this.following || down);
    this._show();
  }

  _seen() {
    const box = this.latest()?.getBoundingClientRect();
    return !!box && box.bottom > 0 && box.top < innerHeight;
  }

  _show() {
    this.button.hidden = this.following || this.began === null;
  }
}
