// The courtroom of one case: texts on the left, proceedings on the right, the verdict over both.
//
// `Court` holds what has happened so far and draws it; live events and stored verdicts go through the same door, so a
// reload, a second screen and a run of last week all look alike.

import { asked } from "../lib/address.js";
import { h, say, sync } from "../lib/dom.js";
import { Evidence } from "../lib/evidence.js";
import { Follow } from "../lib/follow.js";
import { item, waiting } from "../lib/parts.js";
import { oneLine } from "../lib/text.js";
import { points } from "../lib/tones.js";
import { Replay } from "./replay.js";
import { hearingItems } from "./seats.js";
import { banner, provenance, why } from "./verdict.js";
import { viewOf } from "./views.js";

const LONG_SOURCE = 1500; // characters
const OVER = ["finished", "failed", "stopped", "parked"];

export class Court {
  /** `after` gives sections for the end of the page; a `brief` court shows only what decides the verdict. */
  constructor(root, { after = () => [], brief = false } = {}) {
    this.evidence = new Evidence();
    this.after = after;
    this.brief = brief;
    this.outcome = h("div", { class: "outcome" });
    this.seats = h("section", { class: "seats", "aria-label": "Seats" });
    this.again = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.replay() }, "Replay the hearing");
    this.rail = h("ol", { class: "rail", "aria-label": "Stages" });
    this.file = h("aside", { class: "file pane", "aria-label": "Case file", tabindex: "0" });
    this.proceedings = h("div", { class: "proceedings" });
    this.court = h("div", { class: "court" }, this.file, this.proceedings);
    root.append(this.outcome, this.seats, h("div", { class: "rail-line" }, this.rail, this.again), this.court);
    this.follow = new Follow({
      latest: () => [...this.proceedings.querySelectorAll(":scope > .group > .group-body > *")].filter((one) => one.checkVisibility()).at(-1),
      home: () => root,
    });
    this.reset();
  }

  reset() {
    this.evidence.verdict = null;
    this.state = { check: null, case: null, phase: "", phases: [], answers: [], verdict: null, headline: null, failure: null, status: "" };
  }

  /** One event of a run. */
  take(event, data) {
    const state = this.state;
    if (event === "reset") this.reset();
    else if (event === "check") {
      state.check = data;
      state.status = data.status;
      state.case ??= data.case;
      state.failure ??= data.failure;
    } else if (event === "case") state.case = data;
    else if (event === "phase") {
      state.phase = data.phase;
      state.phases.push(data.phase);
      const view = viewOf(state.check?.protocol);
      if (!this.over && !data.phase.includes("/")) say(`In session: ${this._stageName(view, data.phase)}`);
    } else if (event === "answer") {
      if (!state.answers.some((entry) => entry.number === data.number)) state.answers.push(data);
    } else if (event === "headline") state.headline = data;
    else if (event === "verdict") this.decided(data);
    else if (event === "failure") state.failure = data;
    else if (event === "end") state.status = data.status;
    this._drawSoon(event === "end");
  }

  /** Events come in bursts: one drawing for all that are there. */
  _drawSoon(last) {
    this._last ||= last;
    if (this._waiting) return;
    this._waiting = true;
    setTimeout(() => {
      this._waiting = false;
      this.draw();
      if (this._last) this._ended();
      else if (!this.over && this.state.answers.length) this.follow.moved();
      this._last = false;
    });
  }

  _ended() {
    this.follow.over();
    this.evidence.followAddress();
    if (asked().replay && this.state.verdict) this.replay();
  }

  /** The hearing once more, from its first answer on; then its verdict again. */
  replay() {
    if (this.replaying) return;
    const whole = this.state;
    this.replaying = new Replay(whole.answers, {
      show: (answers, next) => {
        const phases = [...answers, next].filter(Boolean).map((entry) => entry.phase);
        const since = { answers, phase: next?.phase ?? "", phases, verdict: null, headline: null, status: "running" };
        this.evidence.verdict = null;
        this.state = { ...whole, ...since };
        this.draw();
        this.follow.moved({ calm: false });
      },
      end: () => {
        this.replaying = null;
        this.evidence.verdict = whole.verdict;
        this.state = whole;
        this.draw();
        this.follow.over();
        this.again.focus({ preventScroll: true });
      },
    });
    this._marked = null;
    for (const passage of this.evidence.passages.values()) passage.mark([]);
    this.replaying.start();
  }

  decided(verdict) {
    this.state.verdict = verdict;
    this.state.answers = inOrder(this.state.answers, verdict.transcript?.entries ?? []);
    this.evidence.verdict = verdict;
    say(`Verdict: ${this.state.headline.text}. ${this.state.headline.reason}`);
  }

  /** A stored verdict with nothing live about it. */
  show(given, verdict, headline) {
    this.state.case = given;
    this.state.headline = headline;
    this.state.status = "finished";
    this.state.answers = (verdict.transcript?.entries ?? []).map((entry) => ({ ...entry, quotes: [] }));
    this.state.phases = this.state.answers.map((entry) => entry.phase);
    this.state.check = { protocol: verdict.protocol };
    this.decided(verdict);
    this.draw();
    this._ended();
  }

  get over() {
    return OVER.includes(this.state.status);
  }

  draw() {
    const { state } = this;
    if (!state.case) return;
    const view = viewOf(state.check?.protocol ?? state.verdict?.protocol);
    this.court.classList.toggle("wide", !!view.wide);
    this.court.classList.toggle("is-live", !this.over);
    this._drawFile(view);
    this._drawOutcome(view);
    if (this.brief) return this._drawBrief(view);
    const groups = view.groups(state, this.evidence).map((group) => ({ ...group, state: this._stage(view, group) }));
    this._drawRail(view, groups);
    this.rail.hidden ||= this.over && !this.replaying; // what is over is folded below, under the same names
    this.again.hidden = !(state.verdict && this.over && state.answers.length);
    sync(this.seats, state.verdict || state.failure ? [] : hearingItems(view, state));
    sync(this.proceedings, [
      ...(state.verdict ? why(state, view, this.evidence).map((section) => this._section(section)) : []),
      ...groups.filter((group) => group.items.length || group.state === "now").map((group) => this._group(group, view)),
      ...(state.verdict && this.over ? this.after(state).map((section) => this._section(section)) : []),
      ...(state.verdict ? [this._section({
        key: "provenance",
        title: "How it was made",
        folded: true,
        body: provenance(state.verdict, state.headline),
      })] : []),
    ]);
  }

  _drawBrief(view) {
    this.rail.hidden = this.again.hidden = true;
    const shown = why(this.state, view, this.evidence).filter(({ key }) => ["points", "faithful", "failed"].includes(key));
    sync(this.proceedings, shown.map((section) => this._section(section)));
  }

  _drawFile(view) {
    const fresh = this.evidence.setCase(this.state.case, { claimTitle: view.claimTitle, sourceTitle: view.sourceTitle });
    if (fresh) {
      this._marked = null;
      const [claim, ...sources] = [...this.evidence.passages.values()].map((passage) => passage.node);
      const pane = view.wide ? "pane" : "";
      this.file.classList.toggle("pane", !view.wide);
      this.file.replaceChildren(
        h("div", { class: `file-claim ${pane}` }, claim),
        h(
          "div",
          { class: `file-sources ${pane}` },
          sources.length ? sources : h("p", { class: "soft none-yet" }, "No source yet."),
        ),
      );
      this._window();
    }
    if (this.state.verdict && this._marked !== this.state.verdict) {
      this._marked = this.state.verdict;
      this._mark(view);
    }
  }

  /** A long source is a window around its evidence; where the page has one column, a button shows the whole. */
  _window() {
    const length = this.state.case.documents.reduce((sum, one) => sum + one.text.length, 0);
    if (length < LONG_SOURCE) return;
    const sources = this.file.querySelector(".file-sources");
    sources.classList.add("window", "pane");
    sources.tabIndex = 0;
    sources.setAttribute("role", "region");
    sources.setAttribute("aria-label", "Text of the source");
    const toggle = () => {
      sources.classList.toggle("whole");
      button.textContent = sources.classList.contains("whole") ? "Show less" : "Show the whole source";
    };
    const button = h("button", { type: "button", class: "quiet whole-source", onclick: toggle }, "Show the whole source");
    sources.after(button);
  }

  /** The findings' words in the texts, with the number of their point and both readings on hover. */
  _mark(view) {
    const { verdict } = this.state;
    const found = points(verdict, this.state.headline.outcome);
    const list = view.marks?.(verdict, found) ?? found.map(pointMark);
    for (const [id, passage] of this.evidence.passages) {
      const spans = list.flatMap((mark) =>
        mark.quotes
          .filter((quote) => quote.document_id === id && passage.fits(quote))
          .map(({ start, end }) => ({ start, end, ...mark })),
      );
      passage.mark(spans, { make: (stretch) => this._stretch(stretch, id), tail: refs });
    }
    const pane = this.file.querySelector(".file-sources.window");
    const first = pane?.querySelector("mark");
    if (first) pane.scrollTop += first.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  }

  _stretch({ spans, tone, wide }, id) {
    const severity = id === "claim" && spans[0].severity ? ` severity-${spans[0].severity}` : "";
    const mark = h("mark", {
      class: `${tone}${wide ? " wide" : ""}${severity}`,
      title: spans[0].title,
      tabindex: "0",
      role: "button",
      dataset: { lights: "", ref: spans[0].ref },
      onclick: () => this._goTo(spans[0]),
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this._goTo(spans[0]);
        }
      },
    });
    return this.evidence.lights(mark, spans.flatMap((span) => span.quotes));
  }

  _goTo(mark) {
    this.evidence.light(mark.quotes, { move: true });
    const card = document.getElementById(`point-${mark.point ?? mark.ref}`);
    if (card && !this.court.classList.contains("wide")) {
      card.closest("details")?.setAttribute("open", "");
      card.scrollIntoView({ block: "nearest", behavior: "smooth" });
      card.focus({ preventScroll: true });
    }
    say(mark.title);
  }

  _drawOutcome(view) {
    const { verdict, headline, failure, status, check } = this.state;
    if (verdict) {
      sync(this.outcome, [item("verdict", headline, () => banner(headline, verdict, this.state.case, { brief: this.brief }))]);
      document.title = `${headline.text}: ${oneLine(this.state.case.claim, 60)} · Adjudge`;
    } else if (failure) sync(this.outcome, [item("failure", failure, () => failed(failure))]);
    else if (status === "stopped" || status === "parked") sync(this.outcome, [item(status, "", () => halted(status))]);
    else sync(this.outcome, [item("live", [status, this.state.phase, check?.position, !!this.replaying], () => live(this.state, this._stageName(view, this.state.phase), !!this.replaying))]);
  }

  _drawRail(view, groups) {
    // An edit is heard only where there is one: until then nobody needs to wait for it.
    const heard = (key) => groups.some((group) => group.stage === key && (group.items.length || group.state === "now"));
    const stages = view.stages.filter(([key]) => key !== "edit" || heard(key));
    const states = new Map(groups.map((group) => [group.stage, group]));
    sync(
      this.rail,
      stages.map(([key, title]) => {
        const group = states.get(key);
        const linked = !!group?.items.length;
        return item(key, [group?.state, linked], () =>
          h(
            "li",
            { class: group?.state ?? "later" },
            linked ? h("a", { href: `#stage-${slug(key)}` }, title) : h("span", {}, title),
            group?.state === "now" && h("span", { class: "unseen" }, " (now)"),
          ),
        );
      }),
    );
    this.rail.hidden = !stages.length;
  }

  /** A phase in the words of the page. */
  _stageName(view, phase) {
    const stage = (view.stageOf ?? String)(phase);
    const [, title] = view.stages.find(([key]) => stage.startsWith(key)) ?? ["", phase.replace("edit/", "the edit, ")];
    return title.toLowerCase();
  }

  _stage(view, group) {
    const stageOf = view.stageOf ?? ((phase) => phase);
    const matches = (phase) => stageOf(phase).startsWith(group.stage);
    if (!this.over && !this.state.verdict && matches(this.state.phase)) return "now";
    return this.state.phases.some(matches) || group.items.length ? "done" : "later";
  }

  _group(group, view) {
    const id = `stage-${slug(group.stage)}`;
    const body = (node) => node.querySelector(":scope > .group-body");
    // While it is heard everything is open; once decided the answer comes first and the proceedings fold away.
    const folded = group.folded || (!!this.state.verdict && !view.open);
    const title = folded && group.items.length > 1 ? `${group.title} (${group.items.length})` : group.title;
    return {
      key: id,
      sig: JSON.stringify([title, folded, group.lead, group.note, group.heads]),
      build: () =>
        folding(
          { ...group, title, folded },
          h("div", { class: "group-note", hidden: !group.note }, group.note ?? ""),
          group.heads && h(
            "div",
            { class: `heads ${group.layout}-heads`, "aria-hidden": "true" },
            group.heads.map((head) => h("span", {}, head)),
          ),
          h("div", { class: `group-body ${group.layout ?? ""}` }),
          id,
        ),
      update: (node) =>
        sync(
          body(node),
          [
            ...group.items,
            ...(group.state === "now" ? [item("waiting", this.state.phase, () => waiting(`${group.title} …`))] : []),
          ],
        ),
    };
  }

  _section({ key, title, body, folded }) {
    return {
      key,
      sig: `${key}-${this.state.verdict?.case_id ?? ""}`,
      build: () => folding({ title, folded }, h("div", { class: "group-body" }, body), null, null, `part-${key}`),
    };
  }
}

function folding({ title, lead, folded }, ...rest) {
  const id = rest.pop();
  if (folded) {
    return h("details", { class: "group", id }, h("summary", {}, h("h2", {}, title), lead && h("small", {}, lead)), ...rest);
  }
  return h(
    "section",
    { class: "group", id, "aria-labelledby": `${id}-title` },
    h("header", {}, h("h2", { id: `${id}-title` }, title), lead && h("p", { class: "lead" }, lead)),
    ...rest,
  );
}

function pointMark(one) {
  const quotes = [one.claim_quote, one.source_quote].filter(Boolean);
  const readings = `claim: “${one.claim_quote?.text ?? "–"}” · source: “${one.source_quote?.text ?? "–"}”`;
  return { ref: one.number, tone: one.tone, quotes, title: `${one.axis.replace(/_/g, " ")}, ${one.relation}. ${readings}` };
}

const refs = (ending) =>
  ending.some((span) => span.ref) ? h(
    "sup",
    { "aria-hidden": "true" },
    [...new Set(ending.map((span) => span.ref).filter(Boolean))].sort((a, b) => a - b).join(" "),
  ) : null;

const slug = (text) => text.replace(/[^a-z0-9]+/gi, "-");

function live({ status, check }, stage, replayed) {
  const position = check?.position;
  const text =
    status === "queued"
      ? position ? `Waiting: ${position} before this one.` : "Waiting for its turn."
      : stage ? `In session: ${stage}` : "The court is opening.";
  return h(
    "section",
    { class: "banner live", "aria-label": "Progress" },
    h(
      "div",
      { class: "banner-text" },
      h("p", { class: "eyebrow" }, replayed ? "replay" : status || "running"),
      h("h1", {}, replayed ? "The hearing, replayed" : "The hearing is on"),
      waiting(text),
    ),
  );
}

function failed(failure) {
  return h(
    "section",
    { class: "banner failed", role: "alert" },
    h("div", { class: "seal", "aria-hidden": "true" }, "!"),
    h(
      "div",
      { class: "banner-text" },
      h("p", { class: "eyebrow" }, "No verdict"),
      h("h1", {}, "The hearing failed"),
      h("p", { class: "lede" }, failure.message),
      failure.hint && h("p", { class: "soft" }, failure.hint),
    ),
  );
}

function halted(status) {
  const parked = status === "parked";
  return h(
    "section",
    { class: "banner plain" },
    h(
      "div",
      { class: "banner-text" },
      h("p", { class: "eyebrow" }, "No verdict"),
      h("h1", {}, parked ? "Parked" : "Stopped"),
      h(
        "p",
        { class: "lede" },
        parked
          ? "The server was shut down in the middle; it goes on when the server starts again."
          : "The hearing was stopped before its verdict. What was said until then is below.",
      ),
    ),
  );
}

/** Answers as the transcript has them: they came in the order in which they were ready, which every hearing has anew. */
function inOrder(answers, entries) {
  const key = ({ phase, agent, kind }) => JSON.stringify([phase, agent, kind]);
  const places = new Map();
  entries.forEach((entry, n) => places.set(key(entry), places.get(key(entry)) ?? n));
  const place = (entry) => places.get(key(entry)) ?? entries.length;
  return [...answers].sort((a, b) => place(a) - place(b) || a.number - b.number);
}
