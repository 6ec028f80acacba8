// A batch: how far it is and how fast; stop, resume, download. Its rows are the workbench below it.

import { get, post, remove } from "../lib/api.js";
import { alertBox, confirmed, h, say, sync } from "../lib/dom.js";
import { plural, seconds, when } from "../lib/format.js";
import { tablesMenu } from "../lib/menu.js";
import { countChips, item } from "../lib/parts.js";
import { listen } from "../lib/stream.js";
import { oneLine } from "../lib/text.js";
import { Workbench } from "./workbench.js";

export class BatchView {
  constructor(root, run, kind, formats) {
    // A run of the command line is no batch of the service: it is shown as it is stored.
    this.stored = kind !== "batch";
    this.id = run.id;
    this.formats = formats;
    this.path = `/v1/batches/${encodeURIComponent(run.id)}`;
    this.state = { ...run, asked: run.counts?.asked, done: run.done ?? 0 };
    this.top = h("div", { class: "panel" });
    this.trouble = h("div", {});
    root.append(this._head(run), this.trouble, this.top);
    this.bench = new Workbench(root, run.id);
    this.start();
  }

  async start() {
    try {
      if (!this.stored) Object.assign(this.state, await get(this.path));
    } catch (error) {
      this.state.failure = { message: error.detail, hint: error.hint };
    }
    this.draw();
    await this.bench.load({ over: this.stored || this.over });
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
        await this.bench.load({ afresh: event === "end", over: this.over });
      }
    });
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
    all.push(item("download", this.formats, () => tablesMenu(this.id, this.formats)));
    all.push(button("delete", "Delete", () => this.erase(), "quiet"));
    return all;
  }

  async erase() {
    if (!(await confirmed("Delete this batch with its verdicts and reviews?", "Delete"))) return;
    await remove(`/v1/runs/${encodeURIComponent(this.id)}`);
    location.assign("/runs");
  }
}

export const batchLine = (run) => h(
  "p",
  { class: "row" },
  h("a", { href: `/runs/${encodeURIComponent(run.id)}` }, oneLine(run.claim || run.id, 90)),
  h("small", {}, [plural(run.asked, "row"), run.protocol, run.status, when(run.started_at)].filter(Boolean).join(" · ")),
);
