// Two runs beside each other: which verdicts changed, and what else changed with them.

import { get } from "../lib/api.js";
import { alertBox, emptyState, h } from "../lib/dom.js";
import { name, plural, when } from "../lib/format.js";
import { chip, opinion, says, strip } from "../lib/parts.js";
import { oneLine, visible } from "../lib/text.js";
import { OUTCOMES, outcomeTone, word } from "../lib/tones.js";

const root = document.getElementById("compare");
const [, , a, b] = location.pathname.split("/").map(decodeURIComponent);
const TONES = { same: "good", "outcome changed": "bad", "only in the first": "unsure", "only in the second": "unsure" };

async function start() {
  try {
    const [diff, before, after] = await Promise.all([
      get(`/v1/runs/${encodeURIComponent(a)}/diff/${encodeURIComponent(b)}`),
      get(`/v1/runs/${encodeURIComponent(a)}`),
      get(`/v1/runs/${encodeURIComponent(b)}`),
    ]);
    show(diff, before, after);
  } catch (error) {
    root.replaceChildren(alertBox("The runs could not be compared", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

function show(diff, before, after) {
  const changes = Object.keys(TONES).map((change) => [
    change,
    diff.cases.filter((one) => one.change === change).length,
  ]).filter(([, n]) => n);
  root.replaceChildren(...[
    h("div", { class: "versus" }, side("First", before, a), side("Second", after, b)),
    strip("Cases", changes.map(([change, n]) => chip(`${n.toLocaleString("en-GB")} ${change}`, TONES[change]))),
    matrix(diff.cases),
    h("h2", { class: "batch-head" }, "Case by case"),
    diff.cases.length ? cases(diff.cases) : emptyState("Neither run has a case"),
  ].filter(Boolean));
}

function side(title, shown, id) {
  const run = shown.run ?? shown;
  const one = shown.outcomes?.length === 1 ? shown.outcomes[0] : null;
  const engines = [...new Set(Object.values(run.engines ?? {}))].join(", ");
  return h(
    "article",
    { class: "panel" },
    h("p", { class: "eyebrow" }, title),
    h("h2", {}, h("a", { href: `/runs/${encodeURIComponent(id)}` }, one?.case ? oneLine(one.case.claim, 110) : run.title || id)),
    h("p", { class: "soft" }, [run.protocol, engines, when(run.started_at)].filter(Boolean).join(" · ")),
    one?.headline && h("p", { class: one.headline.tone }, opinion(one.headline)),
    one?.headline && h("p", { dir: "auto" }, visible(one.headline.reason)),
  );
}

/** From which outcome to which, by the number of cases; the diagonal is what stayed. */
function matrix(list) {
  const both = list.filter((one) => one.before && one.after);
  if (both.length < 2) return null;
  const named = (trace) => trace.outcome ?? "Failed";
  const names = [...Object.keys(OUTCOMES), "Failed"].filter((one) => both.some((c) => [named(c.before), named(c.after)].includes(one)));
  const count = (from, to) => both.filter((one) => named(one.before) === from && named(one.after) === to).length;
  return h(
    "div",
    { class: "table-wrap" },
    h(
      "table",
      { class: "matrix" },
      h("caption", {}, "From the first run (rows) to the second (columns)"),
      h("thead", {}, h("tr", {}, h("td"), names.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, names.map((from) => h(
        "tr",
        {},
        h("th", { scope: "row" }, from),
        names.map((to) => h("td", { class: `num ${from !== to && count(from, to) ? "bad" : ""}` }, count(from, to) || "–")),
      ))),
    ),
  );
}

/** Only what changed, unless all is asked for; the address says which. */
function cases(list) {
  const node = h("div");
  const unchanged = list.filter((one) => one.change === "same").length;
  const box = h("input", { type: "checkbox", id: "all-cases", onchange: () => draw(box.checked) });
  const draw = (all) => {
    const shown = all ? list : list.filter((one) => one.change !== "same");
    const url = new URL(location.href);
    if (all) url.searchParams.set("all", "1");
    else url.searchParams.delete("all");
    history.replaceState(null, "", url);
    node.replaceChildren(
      h("p", {}, h("label", { for: "all-cases" }, box, ` Also ${plural(unchanged, "unchanged case")}`)),
      shown.length ? table(shown) : emptyState("No outcome changed"),
    );
  };
  box.checked = new URLSearchParams(location.search).has("all");
  draw(box.checked);
  return node;
}

function table(cases) {
  return h(
    "div",
    { class: "table-wrap" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["Case", "First", "Second", "What differs"].map((title) => h("th", { scope: "col" }, title)))),
      h(
        "tbody",
        {},
        cases.map((one) => h(
          "tr",
          {},
          h("td", { class: "claim" }, oneLine((one.after ?? one.before).claim || one.case_id, 140), h("small", {}, one.change)),
          cell(one.before, a),
          cell(one.after, b),
          h("td", {}, differences(one.differences)),
        )),
      ),
    ),
  );
}

const cell = (trace, run) => h("td", { class: `nowrap ${trace ? outcomeTone(trace.outcome) : ""}` }, shown(trace, run));

const shown = (trace, run) => (trace ? [
  h("a", { class: "case-link", href: `/runs/${encodeURIComponent(run)}?position=${trace.position}` }, says(trace.outcome ?? trace.label, outcomeTone(trace.outcome))),
  trace.outcome && h("small", { class: "own" }, word(trace.label)),
] : h("span", { class: "soft" }, "–"));

const differences = (list) =>
  list.length ? h(
    "ul",
    { class: "differences" },
    list.map((one) => h(
      "li",
      {},
      h("span", { class: "badge" }, name(one.part)),
      h("span", { dir: "auto" }, oneLine(one.detail, 220)),
    )),
  ) : h("span", { class: "soft" }, "nothing");

start();
