// Home: what runs, outcomes by day, recent runs, and how far reviewers agree. Refreshes itself while it is looked at.

import { asked, remember } from "../lib/address.js";
import { get, withQuery } from "../lib/api.js";
import { daysChart, parts, reliabilityChart, reliabilityTable } from "../lib/charts.js";
import { alertBox, emptyState, h, sync } from "../lib/dom.js";
import { percent, plural, when } from "../lib/format.js";
import { chip, countChips, item, says } from "../lib/parts.js";
import { reviewer as ownName } from "../lib/reviews.js";
import { oneLine } from "../lib/text.js";
import { outcomeTone } from "../lib/tones.js";

const root = document.getElementById("home");
const PERIODS = [7, 30, 90];
const BUSY_MS = 2000;
const IDLE_MS = 15_000;
const FEW = 20;
const wanted = { days: PERIODS.includes(Number(asked().days)) ? Number(asked().days) : 30, reviewer: asked().reviewer ?? null };
let number = 0;
let timer = 0;

async function load() {
  clearTimeout(timer);
  const mine = ++number;
  let busy = false;
  try {
    const [data, unfinished] = await Promise.all([
      get(withQuery("/v1/overview", {
        days: wanted.days,
        reviewer: wanted.reviewer,
        utc_offset: -new Date().getTimezoneOffset(),
      })),
      get("/v1/evaluations/unfinished"),
    ]);
    if (mine !== number) return;
    // Until a reviewer is chosen, somebody who reviews in this browser sees the own reviews.
    if (wanted.reviewer === null) {
      wanted.reviewer = data.reviewers.includes(ownName()) ? ownName() : "";
      if (wanted.reviewer) return void load();
    }
    const evaluations = unfinished.filter((one) => ["running", "queued"].includes(one.status));
    busy = data.running.length + evaluations.length > 0;
    show(data, evaluations);
  } catch (error) {
    if (mine === number && !root.querySelector("section")) {
      root.replaceChildren(alertBox("The overview could not be loaded", error.detail ?? String(error), error.hint));
    }
  } finally {
    if (mine === number) {
      root.removeAttribute("aria-busy");
      timer = setTimeout(() => (document.hidden ? null : load()), busy ? BUSY_MS : IDLE_MS);
    }
  }
}

function show(data, evaluations) {
  if (!data.recent.length && !evaluations.length) {
    root.replaceChildren(emptyState(
      "Nothing has been checked yet",
      h("p", {}, h("a", { href: "/new" }, "Open a new case"), ", drop a table on ", h("a", { href: "/batch" }, "Batch"), ", or check on the command line:"),
      h("pre", {}, 'adjudge check "All patients recovered." --source report.pdf'),
    ));
    return;
  }
  if (root.querySelector(".empty, .alert")) root.replaceChildren();
  root.className = "figures-grid";
  sync(root, [
    ...(data.running.length + evaluations.length ? [item("running", [data.running, evaluations], () => running(data.running, evaluations))] : []),
    item("days", data.days, () => outcomes(data.days)),
    item("recent", [data.recent, new Date().toDateString()], () => recent(data.recent)),
    item("agreement", data.reviews, () => agreement(data.reviews)),
    item("calibration", [data.reviews, data.reviewers], () => calibration(data.reviews, data.reviewers)),
  ]);
}

const panel = (id, title, ...content) =>
  h("section", { class: `panel ${id}`, "aria-labelledby": `${id}-head` }, h("h2", { id: `${id}-head` }, title), content);

function running(runs, evaluations) {
  const line = (link, status, done, asked, what, about) => h(
    "li",
    {},
    link,
    h("span", { class: "soft" }, status === "queued" ? "waits" : `${done.toLocaleString("en-GB")} of ${plural(asked, what)}`, ` · ${about}`),
    status !== "queued" && h("span", { class: "meter" }, h("span", { class: "bar", "aria-hidden": "true" }, h("i", { share: asked ? done / asked : 0 }))),
  );
  return panel("running", "Running now", h(
    "ul",
    { class: "lines" },
    runs.map((run) => {
      const done = Object.values(run.counts?.outcomes ?? {}).reduce((a, b) => a + b, 0) + (run.counts?.failed ?? 0);
      return line(runLink(run), run.status, done, run.asked, "case", run.protocol);
    }),
    evaluations.map((one) => line(
      h("a", { href: `/evaluations/${encodeURIComponent(one.name)}` }, one.name),
      one.status,
      one.done,
      one.asked,
      "row",
      `evaluation of ${one.request?.protocol ?? "a protocol"}`,
    )),
  ));
}

const runLink = (run) => h("a", { href: `/runs/${encodeURIComponent(run.id)}`, dir: "auto" }, oneLine(run.claim || run.id, 110));

function outcomes(days) {
  const sum = { outcomes: {}, failed: 0 };
  for (const day of days) {
    sum.failed += day.failed;
    for (const [name, n] of Object.entries(day.outcomes)) sum.outcomes[name] = (sum.outcomes[name] ?? 0) + n;
  }
  const select = h(
    "select",
    {
      "aria-label": "Period",
      id: "period",
      onchange: () => {
        wanted.days = Number(select.value);
        remember({ days: wanted.days === 30 ? "" : wanted.days });
        load();
      },
    },
    PERIODS.map((n) => h("option", { value: String(n), selected: n === days.length }, `last ${n} days`)),
  );
  const told = parts(sum);
  const node = panel(
    "days-panel",
    "Outcomes",
    told.length
      ? [h("ul", { class: "chips" }, told.map(([words, tone, n]) => chip(`${n.toLocaleString("en-GB")} ${words}`, tone))), daysChart(days)]
      : h("p", { class: "soft" }, "Nothing was decided in these days."),
  );
  const head = node.querySelector("h2");
  const line = h("div", { class: "panel-head" });
  head.replaceWith(line);
  line.append(head, select);
  return node;
}

function recent(runs) {
  return panel(
    "recent",
    "Recent runs",
    h("ul", { class: "lines" }, runs.map((run) => h(
      "li",
      {},
      runLink(run),
      h(
        "div",
        { class: "under" },
        run.asked > 1 ? countChips(run.counts) : run.outcome ? says(run.text, outcomeTone(run.outcome), run.leaning) : run.status === "failed" ? says("Failed", "failed") : h("span", { class: "soft" }, run.status),
        h("span", { class: "soft" }, [run.protocol, when(run.started_at)].join(" · ")),
      ),
    ))),
    h("p", {}, h("a", { href: "/runs" }, "All runs")),
  );
}

function agreement({ total, by_protocol: protocols, by_outcome: kinds }) {
  if (!total.reviewed) {
    return panel(
      "agreement",
      "Agreement with reviewers",
      h("p", { class: "soft" }, "Nobody has reviewed a verdict yet. Below every verdict a reader can agree, disagree or correct it."),
    );
  }
  const line = ([name, one], tone) => h(
    "tr",
    {},
    h("th", { scope: "row" }, tone ? says(name, tone) : name),
    h("td", { class: "num" }, `${one.agreed.toLocaleString("en-GB")} of ${one.reviewed.toLocaleString("en-GB")}`),
    h("td", { class: "meter-cell" }, h("span", { class: "meter" }, h("span", { class: "bar", "aria-hidden": "true" }, h("i", { share: one.agreed / one.reviewed })), h("span", { class: "num" }, percent(one.agreed / one.reviewed)))),
  );
  return panel(
    "agreement",
    "Agreement with reviewers",
    h("p", {}, h("strong", { class: "figure" }, percent(total.agreed / total.reviewed)), ` of ${plural(total.reviewed, "reviewed verdict")} found right.`),
    h(
      "table",
      { class: "plain-table" },
      h("caption", { class: "unseen" }, "Verdicts that reviewers agree with, by protocol and by outcome"),
      h("tbody", {}, Object.entries(protocols).map((one) => line(one))),
      h("tbody", {}, Object.entries(kinds).map((one) => line(one, outcomeTone(one[0])))),
    ),
  );
}

function calibration({ reviewer, bins, ece }, reviewers) {
  const select = h(
    "select",
    {
      "aria-label": "Reviewer",
      id: "reviewer",
      onchange: () => {
        wanted.reviewer = select.value;
        remember({ reviewer: select.value });
        load();
      },
    },
    h("option", { value: "" }, "all reviewers"),
    reviewers.map((name) => h("option", { value: name, selected: name === reviewer }, name)),
  );
  const n = bins.reduce((sum, one) => sum + one.count, 0);
  const node = panel(
    "calibration",
    "Confidence against reviews",
    n
      ? h(
        "div",
        { class: "with-chart" },
        reliabilityChart(bins, { right: "agreed with" }),
        h("div", {}, h("p", {}, worth(bins, n, ece)), reliabilityTable(bins, { right: "agreed with" })),
      )
      : h("p", { class: "soft" }, "Once decided verdicts are reviewed, this shows how often reviewers agree at each confidence."),
  );
  if (reviewers.length) node.querySelector("h2").after(select);
  return node;
}

function worth(bins, n, ece) {
  const said = bins.reduce((sum, one) => sum + one.said * one.count, 0) / n;
  const right = bins.reduce((sum, one) => sum + one.right * one.count, 0) / n;
  const told = `The verdicts are ${percent(said)} confident on average, and reviewers agree with ${percent(right)} of them.`;
  return n < FEW ? `${told} ${plural(n, "verdict")}: too few to go by.` : `${told} Mean gap between both: ${percent(ece)}.`;
}

document.addEventListener("visibilitychange", () => document.hidden || load());
load();
