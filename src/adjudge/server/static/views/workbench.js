// The rows of a batch as a workbench: search, filter, sort, review with the keyboard; as a table or as a heat map of axes.

import { asked, remember } from "../lib/address.js";
import { get, withQuery } from "../lib/api.js";
import { alertBox, emptyState, h, say } from "../lib/dom.js";
import { name, plural } from "../lib/format.js";
import { tab } from "../lib/keep.js";
import { meter, says, waiting } from "../lib/parts.js";
import { OPINIONS, STANCES, isShortcut, saveReview, stanceName } from "../lib/reviews.js";
import { oneLine, visible } from "../lib/text.js";
import { OUTCOMES, SIGNS, word } from "../lib/tones.js";
import { Windowed } from "../lib/windowed.js";

const [FIRST_PAGE, PAGE] = [50, 500]; // the first rows are there at once
const ALL_OUTCOMES = [...Object.keys(OUTCOMES), "Failed"];
const SHOW = {
  doubt: ["in doubt", (row) => row.leaning || row.outcome === "Undecided"],
  divided: ["agents disagree", (row) => row.dissent > 0],
  failed: ["failed", (row) => row.outcome === "Failed"],
  open: ["not reviewed", (row) => !row.review],
  reviewed: ["reviewed", (row) => !!row.review],
  disputed: ["reviewers disagree", (row) => !!row.review && row.review.judgement !== "agree"],
};
const share = (row) => Math.round(row.confidence * 100); // as it is shown
const SURE = {
  low: ["below 60%", (row) => row.confidence !== null && share(row) < 60],
  middle: ["60 to 89%", (row) => row.confidence !== null && share(row) >= 60 && share(row) < 90],
  high: ["90% and more", (row) => row.confidence !== null && share(row) >= 90],
  none: ["not calibrated", (row) => row.confidence === null],
};
const SORTS = {
  row: (a, b) => a.position - b.position,
  id: (a, b) => a.case_id.localeCompare(b.case_id, "en", { numeric: true }),
  claim: (a, b) => a.claim.localeCompare(b.claim),
  verdict: (a, b) => ALL_OUTCOMES.indexOf(a.outcome) - ALL_OUTCOMES.indexOf(b.outcome) || (a.confidence ?? 2) - (b.confidence ?? 2),
  sure: (a, b) => (a.confidence ?? 2) - (b.confidence ?? 2),
  review: (a, b) => (a.review?.judgement ?? "").localeCompare(b.review?.judgement ?? ""),
};
const TONE_WORDS = { good: "holds", bad: "wrong", beyond: "not in the source", unsure: "unclear" };

/** The order in which a table was left, for the pages of its cases. */
export const orderOf = (runId) => tab.get(`adjudge.order.${runId}`);

export class Workbench {
  constructor(root, runId) {
    this.id = runId;
    this.path = `/v1/runs/${encodeURIComponent(runId)}`;
    this.rows = [];
    this.next = -1;
    this.over = false;
    const { q = "", outcome = "", show = "", sure = "", sort = "row", view = "table", row = "" } = asked();
    this.state = { q, outcome, show, sure, sort, view, row };
    this.trouble = h("div");
    this.tally = h("p", { class: "tally", role: "status" });
    this.place = h("div", { class: "rows-of-batch" }, waiting("Reading the rows …"));
    root.append(
      h("h2", { class: "batch-head" }, "Verdicts"),
      this._filters(),
      this.tally,
      this.trouble,
      this.place,
    );
    document.addEventListener("keydown", (event) => this._key(event));
  }

  /** Fetch the rows behind the last known one; `afresh` asks for all again, since rows may be decided out of order. */
  load({ afresh = false, over = this.over } = {}) {
    this.over = over;
    this._loading = (this._loading ?? Promise.resolve()).then(() => this._load(afresh));
    return this._loading;
  }

  async _load(afresh) {
    const known = afresh ? [] : this.rows;
    let after = known.at(-1)?.position ?? -1;
    try {
      for (let more = true; more; ) {
        const page = await get(withQuery(`${this.path}/rows`, { after, limit: after < 0 ? FIRST_PAGE : PAGE }));
        known.push(...page.rows);
        this.read = true;
        after = page.next;
        more = page.next !== null;
        this.reading = more;
        if (!afresh || !more) {
          this.rows = known;
          this.draw();
        }
      }
    } catch (error) {
      this.trouble.replaceChildren(alertBox("The rows could not be loaded", error.detail ?? String(error), error.hint));
    }
  }

  _filters() {
    const set = (key) => (event) => {
      this.state[key] = event.target.value;
      this._changed();
    };
    const select = (key, label, options) => h(
      "label",
      {},
      h("span", {}, label),
      h(
        "select",
        { id: key, onchange: set(key) },
        h("option", { value: "" }, "all"),
        options.map(([value, text]) => h("option", { value, selected: value === this.state[key] }, text)),
      ),
    );
    const views = [["table", "Table"], ["heat", "Heat map"]].map(([value, text]) => h(
      "label",
      {},
      h("input", { type: "radio", name: "view", value, checked: value === this.state.view, onchange: set("view") }),
      h("span", {}, text),
    ));
    return h(
      "form",
      { class: "filters", role: "search", "aria-label": "Rows", onsubmit: (event) => event.preventDefault() },
      h(
        "label",
        { class: "grow" },
        h("span", {}, "Search"),
        h("input", { type: "search", id: "q", value: this.state.q, placeholder: "Words of claim, id, reason or your columns", oninput: set("q") }),
      ),
      select("outcome", "Outcome", ALL_OUTCOMES.map((one) => [one, one])),
      select("show", "Show", Object.entries(SHOW).map(([key, [text]]) => [key, text])),
      select("sure", "Confidence", Object.entries(SURE).map(([key, [text]]) => [key, text])),
      h("fieldset", { class: "switch" }, h("legend", { class: "unseen" }, "View"), views),
    );
  }

  _changed() {
    const { q, outcome, show, sure, sort, view, row } = this.state;
    remember({ q, outcome, show, sure, row, sort: sort === "row" ? "" : sort, view: view === "table" ? "" : view });
    this.draw();
  }

  /** What the filters leave, in the wanted order. */
  get shown() {
    const { q, outcome, show, sure, sort } = this.state;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row) => {
      const text = `${row.case_id} ${row.claim} ${row.reason} ${row.label} ${ownColumns(row)}`.toLowerCase();
      return words.every((one) => text.includes(one));
    };
    const list = this.rows.filter((row) =>
      (!outcome || row.outcome === outcome) && (SHOW[show]?.[1](row) ?? true) && (SURE[sure]?.[1](row) ?? true) && fits(row));
    const down = sort.startsWith("-");
    const order = SORTS[sort.replace("-", "")] ?? SORTS.row;
    return list.sort((a, b) => (down ? -1 : 1) * order(a, b) || a.position - b.position);
  }

  draw() {
    if (!this.read) return;
    this.list = this.shown;
    this._told();
    if (!this.list.length) {
      this._close();
      const none = this.rows.length ? "No row fits" : this.over ? "No row was judged" : "The first verdicts are on their way";
      this.place.replaceChildren(emptyState(none));
      return;
    }
    if (this.view !== this.state.view || !this.body?.isConnected) this._table();
    this._head();
    this.window.show(this.list);
  }

  _told() {
    const reviewed = this.rows.filter((row) => row.review);
    const agreed = reviewed.filter((row) => row.review.judgement === "agree").length;
    const parts = [
      this.list.length === this.rows.length ? plural(this.rows.length, "row") : `${this.list.length.toLocaleString("en-GB")} of ${plural(this.rows.length, "row")}`,
      this.reading ? "reading more …" : "",
      reviewed.length ? `${reviewed.length.toLocaleString("en-GB")} reviewed, ${agreed.toLocaleString("en-GB")} agreed` : "",
    ].filter(Boolean);
    this.tally.replaceChildren(
      parts.join(" · "),
      h("span", { class: "keys" }, [["J", "next"], ["K", "previous"], ["A", "agree"], ["D", "disagree"], ["C", "correct"], ["Enter", "open"]].map(([key, what]) => [h("kbd", {}, key), ` ${what} `])),
    );
  }

  _close() {
    this.window?.close();
    this.window = this.body = null;
  }

  _table() {
    this._close();
    this.view = this.state.view;
    const heat = this.view === "heat";
    this.body = h("tbody");
    this.top = h("thead");
    this.place.replaceChildren(h(
      "div",
      { class: "table-wrap", tabindex: "0", role: "region", "aria-label": heat ? "Heat map" : "Rows" },
      h("table", { class: `${heat ? "heat" : "bench"}${this.rows.some(ownColumns) ? " with-own" : ""}`, "aria-rowcount": this.rows.length + 1 }, this.top, this.body),
    ), heat ? legend() : "");
    this.window = new Windowed(this.body, () => this.top.querySelectorAll("th").length || 1, (row) => (heat ? this._heatRow(row) : this._row(row)));
  }

  _head() {
    const heat = this.view === "heat";
    this.axes = heat ? [...new Set(this.list.flatMap((row) => Object.keys(row.axes)))] : [];
    const sort = (key, text) => {
      const own = this.state.sort.replace("-", "") === key;
      const down = this.state.sort.startsWith("-");
      const turn = () => {
        this.state.sort = own && !down ? `-${key}` : key;
        this._changed();
        this.top.querySelector(`[data-sort=${key}]`)?.focus();
      };
      return h(
        "th",
        { scope: "col", class: `col-${key}`, "aria-sort": own ? (down ? "descending" : "ascending") : null },
        h("button", { type: "button", class: "sort", dataset: { sort: key }, onclick: turn }, text, own && h("span", { "aria-hidden": "true" }, down ? " ↓" : " ↑")),
      );
    };
    const axis = (one) => h("th", { scope: "col", class: "axis" }, h("span", {}, name(one)));
    this.top.replaceChildren(h("tr", {}, sort("row", "Row"), sort("id", "Id"), sort("claim", "Claim"), sort("verdict", "Verdict"), heat ? this.axes.map(axis) : [h("th", { scope: "col", class: "col-why" }, "Why"), sort("review", "Review")]));
  }

  _frame(row, ...cells) {
    const chosen = this.state.row === String(row.position);
    return h(
      "tr",
      { class: chosen ? "chosen-row" : "", "aria-current": chosen ? "true" : null, onclick: (event) => !event.target.closest("a, button, select") && this.choose(row) },
      h("td", { class: "num" }, row.position + 1),
      h("td", { class: "thin" }, visible(row.case_id)),
      h("td", { class: "claim" }, h("a", { href: this._case(row), dir: "auto", dataset: { act: "open" }, onclick: () => this._leave() }, visible(row.claim || "(no claim)")), ownColumns(row) && h("small", { class: "own-columns", dir: "auto", title: ownColumns(row) }, ownColumns(row))),
      h("td", { class: `verdict ${row.tone}` }, says(row.text, row.tone, row.leaning), meter(row.confidence), h("small", { class: "own" }, word(row.label))),
      ...cells,
    );
  }

  _row(row) {
    const failed = row.outcome === "Failed";
    const divided = row.dissent > 0 && h("small", { class: "divided" }, `${plural(row.dissent, "agent disagrees", "agents disagree")}. `);
    return this._frame(row, h("td", { class: "why", title: row.reason }, h("span", {}, divided, visible(row.reason))), h("td", { class: "review-cell" }, failed ? h("span", { class: "soft" }, "–") : this._reviewers(row)));
  }

  _reviewers(row) {
    const own = row.review?.judgement;
    const button = (judgement, sign, label) => h(
      "button",
      { type: "button", class: `mark ${judgement}`, "aria-pressed": String(own === judgement), "aria-label": `${label}, row ${row.position + 1}`, title: label, dataset: { act: judgement }, onclick: () => this.review(row, judgement) },
      h("span", { "aria-hidden": "true" }, sign),
    );
    const right = h(
      "select",
      { "aria-label": `Correct row ${row.position + 1}`, dataset: { act: "correct" }, onchange: () => right.value && this.review(row, "correct", right.value) },
      h("option", { value: "" }, "Correct …"),
      STANCES.map(([value, text]) => h("option", { value, selected: own === "correct" && row.review.stance === value }, text)),
    );
    return [button("agree", "✓", "Agree"), button("disagree", "✗", "Disagree"), right];
  }

  _heatRow(row) {
    return this._frame(row, this.axes.map((axis) => {
      const tone = row.axes[axis];
      const text = tone ? TONE_WORDS[tone] : "not compared";
      return h("td", { class: `cell-of-heat ${tone ?? "none"}`, title: `${name(axis)}: ${text}` }, h("span", { "aria-hidden": "true" }, tone ? SIGNS[tone] : ""), h("span", { class: "unseen" }, text));
    }));
  }

  _case(row) {
    return `/runs/${encodeURIComponent(this.id)}?position=${row.position}`;
  }

  /** Cases are paged through in the order of this table, and lead back to it. */
  _leave() {
    tab.set(`adjudge.order.${this.id}`, { positions: this.list.map((row) => row.position), search: location.search });
  }

  choose(row) {
    this.state.row = row ? String(row.position) : "";
    remember({ row: this.state.row });
    this.window.draw();
    if (row) {
      this.window.reveal(this.list.indexOf(row));
      say(`Row ${row.position + 1}: ${row.text}. ${oneLine(row.claim, 90)}`);
    }
  }

  async review(row, judgement, stance) {
    const before = row.review;
    row.review = { judgement, stance: stance ?? null };
    this._told();
    this.window?.draw();
    try {
      await saveReview(this.id, row.position, judgement, { stance });
      this.trouble.replaceChildren();
      say(`Row ${row.position + 1}: ${OPINIONS[judgement][0].toLowerCase()}${stance ? ` to ${stanceName(stance)}` : ""}.`);
    } catch (error) {
      row.review = before;
      this._told();
      this.window?.draw();
      this.trouble.replaceChildren(alertBox(`The review of row ${row.position + 1} could not be saved`, error.detail ?? String(error), error.hint));
    }
  }

  _key(event) {
    if (event.key === "/" && isShortcut(event)) {
      event.preventDefault();
      document.getElementById("q").focus();
      return;
    }
    if (!isShortcut(event) || !this.list?.length) return;
    const at = this.list.findIndex((row) => String(row.position) === this.state.row);
    const row = this.list[at];
    const key = event.key.toLowerCase();
    if (key === "j" || key === "k") {
      // What was focused before, such as a column's head, must not take the Enter that is meant for the chosen row.
      document.activeElement?.blur();
      this.choose(this.list[Math.min(this.list.length - 1, Math.max(0, at + (key === "j" ? 1 : -1)))]);
    } else if (!row) return;
    else if (event.key === "Enter" && !event.target.closest?.("a, button, summary")) {
      this._leave();
      location.assign(this._case(row));
    } else if ((key === "a" || key === "d") && row.outcome !== "Failed") this._judge(row, at, key === "a" ? "agree" : "disagree");
    else if (key === "c") this.body?.querySelector(`tr[data-at="${at}"] [data-act=correct]`)?.focus();
    else return;
    event.preventDefault();
  }

  /** Review, and go on to the next row. Where a filter takes the reviewed row away, the next one moves up. */
  async _judge(row, at, judgement) {
    const next = this.list[at + 1];
    const saved = this.review(row, judgement);
    if (next) this.choose(next);
    await saved;
    if (this.shown.length !== this.list.length) this.draw();
  }
}

/** The user's other columns, in one line. */
const ownColumns = (row) => Object.entries(row.own).map(([column, cell]) => `${column}: ${cell}`).join(" · ");

const legend = () => h("p", { class: "legend" }, Object.entries(TONE_WORDS).map(([tone, text]) => h("span", { class: tone }, h("i", { class: `cell-of-heat ${tone}` }, SIGNS[tone]), ` ${text}`)), h("span", {}, "empty: not compared"));
