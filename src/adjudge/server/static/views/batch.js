// A batch: how far it is, how fast, what came of each row; stop, resume, download.

import { get, post, remove, withQuery } from "../lib/api.js";
import { alertBox, confirmed, emptyState, h, say, sync } from "../lib/dom.js";
import { plural, seconds, when } from "../lib/format.js";
import { countChips, item, opinion, says } from "../lib/parts.js";
import { listen } from "../lib/stream.js";
import { oneLine } from "../lib/text.js";
import { OUTCOMES } from "../lib/tones.js";

const LIMIT = 50;

export class BatchView {
  constructor(root, run, kind) {
    // A run of the command line is no batch of the service: it is shown as it is stored.
    this.stored = kind !== "batch";
    this.id = run.id;
    this.path = `/v1/batches/${encodeURIComponent(run.id)}`;
    this.state = { ...run, asked: run.counts?.asked, done: run.done ?? 0 };
    this.top = h("div", { class: "panel" });
    this.trouble = h("div", {});
    this.table = h("div", { class: "rows-of-batch" });
    this.more = h("div", { class: "paging" });
    this.outcomes = [];
    this.next = null;
    this.wanted = new URLSearchParams(location.search).get("outcome") ?? "";
    root.append(
      this._head(run),
      this.trouble,
      this.top,
      h("h2", { class: "batch-head" }, "Verdicts"),
      this._filter(),
      this.table,
      this.more,
    );
    this.start();
  }

  async start() {
    try {
      if (!this.stored) Object.assign(this.state, await get(this.path));
    } catch (error) {
      this.state.failure = { message: error.detail, hint: error.hint };
    }
    this.draw();
    await this.load();
    if (!this.stored && !this.over) this.watch();
  }

  get over() {
    return ["finished", "failed", "stopped"].includes(this.state.status);
  }

  watch() {
    this._close?.();
    let last = 0;
    this._close = listen(`${this.path}/events`, async (event, data) => {
      if (event === "progress" || event === "batch") Object.assign(this.state, data);
      if (event === "end") {
        Object.assign(this.state, data);
        await get(this.path).then((fresh) => Object.assign(this.state, fresh)).catch(() => {});
        say(`The batch is ${this.state.status}.`);
      }
      this.draw();
      // Rows are fetched as they come, but not at every step of a fast batch.
      if (event === "end" || Date.now() - last > 1000) {
        last = Date.now();
        await this.load({ afresh: event === "end" });
      }
    });
  }

  /** Which rows are shown; the address keeps it. */
  _filter() {
    const select = h(
      "select",
      { id: "outcome", onchange: () => this._choose(select.value) },
      h("option", { value: "" }, "all"),
      [...Object.keys(OUTCOMES), "Failed"].map((one) => h("option", { value: one, selected: one === this.wanted }, one)),
    );
    return h("p", { class: "filters" }, h("label", { for: "outcome" }, h("span", {}, "Show"), " ", select));
  }

  _choose(outcome) {
    this.wanted = outcome;
    const url = new URL(location.href);
    if (outcome) url.searchParams.set("outcome", outcome);
    else url.searchParams.delete("outcome");
    history.replaceState(null, "", url);
    this.outcomes = [];
    this.load({ afresh: true });
  }

  _head(run) {
    return h(
      "div",
      { class: "run-head" },
      h(
        "div",
        {},
        h("p", { class: "crumbs" }, h("a", { href: "/runs" }, "Runs"), " / ", run.id),
        (this.title = h("h1", {}, "Batch")),
        h("p", { class: "soft meta" }, [run.protocol, when(run.started_at ?? run.created_at)].filter(Boolean).join(" · ")),
      ),
      (this.actions = h("div", { class: "actions" })),
    );
  }

  draw() {
    const { asked, done, counts = {}, rate, eta_s: eta, status, failure } = this.state;
    const judged = done || Object.values(counts.outcomes ?? {}).reduce((sum, n) => sum + n, counts.failed ?? 0);
    const pace = this.over ? "" : [
      rate ? `${rate.toFixed(1)} a second` : "",
      eta ? `${seconds(eta)} left` : "",
    ].filter(Boolean).join(", ");
    this.top.replaceChildren(
      h(
        "div",
        { class: "progress" },
        h(
          "div",
          { class: "progress-line" },
          h("strong", {}, `${judged.toLocaleString("en-GB")} of ${(asked ?? judged).toLocaleString("en-GB")}`),
          h("span", { class: "soft", id: "pace" }, [status, pace].filter(Boolean).join(" · ")),
        ),
        h(
          "span",
          {
            class: "bar",
            role: "progressbar",
            "aria-label": "Progress",
            "aria-valuemin": "0",
            "aria-valuemax": asked ?? judged,
            "aria-valuenow": judged,
          },
          h("i", { share: asked ? judged / asked : 1 }),
        ),
        judged > 0 && countChips(counts),
      ),
    );
    this.title.textContent = this.state.name || "Batch";
    this.trouble.replaceChildren(...(failure ? [alertBox("The batch failed", failure.message, failure.hint)] : []));
    sync(this.actions, this._buttons());
  }

  _buttons() {
    const button = (key, label, run, kind = "") => item(
      key,
      label,
      () => h("button", { type: "button", class: kind, id: key, onclick: run }, label),
    );
    const act = (verb) => async () => {
      try {
        Object.assign(this.state, await post(`${this.path}/${verb}`));
        this.draw();
        if (verb === "resume") this.watch();
      } catch (error) {
        this.trouble.replaceChildren(alertBox(`The batch could not ${verb}`, error.detail, error.hint));
      }
    };
    const all = [];
    if (!this.stored && !this.over) all.push(button("stop", "Stop", act("stop"), "danger"));
    if (!this.stored && ["stopped", "failed", "parked"].includes(this.state.status)) all.push(button("resume", "Resume", act("resume")));
    if (!this.stored) all.push(item(
      "download",
      "",
      () => h("a", { class: "button", href: `${this.path}/verdicts.jsonl`, download: "" }, "Download verdicts"),
    ), item("csv", "", () => h("a", { class: "button", href: `${this.path}/verdicts.csv`, download: "" }, "Download CSV")));
    all.push(button("delete", "Delete", () => this.erase(), "quiet"));
    return all;
  }

  async erase() {
    if (!(await confirmed("Delete this batch with its verdicts and reviews?", "Delete"))) return;
    await remove(`/v1/runs/${encodeURIComponent(this.id)}`);
    location.assign("/runs");
  }

  /**
   * Fetch rows: those behind the last one shown, up to a page more on request. Rows are decided side by side, so one may
   * come after a later one was shown: `afresh` asks for all of them again. One fetch at a time.
   */
  load(options = {}) {
    this._loading = (this._loading ?? Promise.resolve()).then(() => this._load(options));
    return this._loading;
  }

  async _load({ more = false, afresh = false }) {
    const known = afresh ? [] : [...this.outcomes];
    const want = Math.max(LIMIT, this.outcomes.length + (more ? LIMIT : 0));
    try {
      while (known.length < want) {
        const after = known.at(-1)?.position;
        const page = await get(withQuery(`/v1/runs/${encodeURIComponent(this.id)}/outcomes`, { limit: LIMIT, after, outcome: this.wanted }));
        known.push(...page.outcomes);
        this.next = page.next;
        if (page.next === null) break;
      }
    } catch (error) {
      this.table.replaceChildren(alertBox("The verdicts could not be loaded", error.detail, error.hint));
      return;
    }
    this.outcomes = known;
    this.drawRows();
  }

  drawRows() {
    if (!this.outcomes.length) {
      this.table.replaceChildren(emptyState(this.wanted ? "No row has this outcome" : this.over ? "No row was judged" : "The first verdicts are on their way"));
      return;
    }
    this.table.replaceChildren(
      h(
        "div",
        { class: "table-wrap" },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ["Row", "Id", "Claim", "Verdict", "Why"].map((title) => h("th", { scope: "col" }, title)))),
          h("tbody", {}, this.outcomes.map((one) => this._row(one))),
        ),
      ),
    );
    this.more.replaceChildren(...(this.next !== null ? [h(
      "button",
      { type: "button", onclick: () => this.load({ more: true }) },
      "More rows",
    )] : []));
    this.more.hidden = this.next === null;
  }

  _row({ position, case: given, verdict, headline, failure }) {
    return h(
      "tr",
      {},
      h("td", { class: "num" }, position + 1),
      h("td", { class: "thin" }, oneLine(given?.id ?? failure?.case_id ?? "", 40)),
      h(
        "td",
        { class: "claim" },
        h(
          "a",
          { href: `/runs/${encodeURIComponent(this.id)}?position=${position}`, dir: "auto" },
          oneLine(given?.claim ?? "", 140),
        ),
      ),
      h(
        "td",
        { class: `nowrap ${headline?.tone ?? "failed"}` },
        headline ? opinion(headline) : says("Failed", "failed"),
      ),
      h("td", { class: "cell" }, oneLine(verdict ? headline.reason || headline.doubt : `${failure?.error}: ${failure?.message}`, 160)),
    );
  }
}

export const batchLine = (run) => h(
  "p",
  { class: "row" },
  h("a", { href: `/runs/${encodeURIComponent(run.id)}` }, oneLine(run.claim || run.id, 90)),
  h("small", {}, [plural(run.asked, "row"), run.protocol, run.status, when(run.started_at)].filter(Boolean).join(" · ")),
);
