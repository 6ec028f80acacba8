// A decided hearing once more, at reading speed: play, pause, one step back or on, faster, to the end.

import { remember } from "../lib/address.js";
import { h, say } from "../lib/dom.js";
import { name } from "../lib/format.js";

const WORDS_PER_MS = 230 / 60_000;
const [LEAST_MS, MOST_MS] = [1200, 12_000];
const SPEEDS = [1, 2, 4, 8];

export class Replay {
  /** `answers` in their order; `show(n)` shows the hearing after n steps, `end()` the verdict. */
  constructor(answers, { show, end }) {
    this.steps = stepsOf(answers);
    this.show = show;
    this.end = end;
    this.at = 0;
    this.speed = 1;
    this.play = h("button", { type: "button", class: "primary", onclick: () => this.toggle() });
    this.place = h("input", {
      type: "range",
      min: 0,
      max: this.steps.length,
      value: 0,
      "aria-label": "Place in the hearing",
      oninput: () => this.go(Number(this.place.value), { pause: true }),
    });
    this.told = h("span", { class: "soft told" });
    this.node = h(
      "section",
      { class: "replay", "aria-label": "Replay" },
      this.play,
      h("button", { type: "button", "aria-label": "Step back", onclick: () => this.go(this.at - 1, { pause: true }) }, "◂"),
      this.place,
      h("button", { type: "button", "aria-label": "Step on", onclick: () => this.go(this.at + 1, { pause: true }) }, "▸"),
      this.told,
      h(
        "label",
        { class: "speed" },
        h("span", { class: "unseen" }, "Speed"),
        h("select", { onchange: (event) => this._faster(Number(event.target.value)) }, SPEEDS.map((n) => h("option", { value: n }, `${n} ×`))),
      ),
      h("button", { type: "button", onclick: () => this.close() }, "To the verdict"),
    );
  }

  start() {
    document.body.append(this.node);
    remember({ replay: "1" });
    this.playing = true;
    this.go(0);
    this.play.focus();
    say("The hearing is replayed.");
  }

  toggle() {
    this.playing = !this.playing;
    this._schedule();
    this._draw();
  }

  go(step, { pause = false } = {}) {
    if (step > this.steps.length) return this.close();
    this.at = Math.max(0, step);
    if (pause) this.playing = false;
    this.show(this.steps.slice(0, this.at).flat(), this.steps[this.at]?.[0]);
    this._schedule();
    this._draw();
  }

  close() {
    clearTimeout(this.timer);
    this.playing = false;
    this.node.remove();
    remember({ replay: "" });
    this.end();
  }

  _faster(speed) {
    this.speed = speed;
    this._schedule();
  }

  /** What is on the page is read before the next answer comes. */
  _schedule() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    const shown = this.at ? this.steps[this.at - 1] : [];
    const read_ms = Math.min(MOST_MS, Math.max(LEAST_MS, wordsOf(shown[0]?.reply) / WORDS_PER_MS));
    this.timer = setTimeout(() => this.go(this.at + 1), read_ms / this.speed);
  }

  _draw() {
    this.play.textContent = this.playing ? "Pause" : "Play";
    this.place.value = this.at;
    const last = this.at ? this.steps[this.at - 1][0] : null;
    this.told.textContent = `${this.at} of ${this.steps.length}`;
    this.place.setAttribute("aria-valuetext", `${this.at} of ${this.steps.length}${last ? `, ${name(last.agent)}` : ""}`);
  }
}

/** One answer is one step; an edit that the same jury hears again is one step altogether. */
function stepsOf(answers) {
  const own = answers.filter((entry) => !entry.phase.startsWith("edit/"));
  const again = answers.filter((entry) => entry.phase.startsWith("edit/"));
  return [...own.map((entry) => [entry]), ...(again.length ? [again] : [])];
}

function wordsOf(value) {
  if (typeof value === "string") return value.split(/\s+/).length;
  return value && typeof value === "object" ? Object.values(value).reduce((sum, one) => sum + wordsOf(one), 0) : 0;
}
