// Two runs beside each other: which verdicts changed, and what else changed with them.

import { get } from "../lib/api.js";
import { alertBox, emptyState, h } from "../lib/dom.js";
import { name, when } from "../lib/format.js";
import { chip, meter, says, strip } from "../lib/parts.js";
import { oneLine, visible } from "../lib/text.js";
import { tone } from "../lib/tones.js";

const root = document.getElementById("compare");
const [, , a, b] = location.pathname.split("/").map(decodeURIComponent);
const TONES = { same: "good", "verdict changed": "bad", "only in the first": "unsure", "only in the second": "unsure" };

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
  const shown = [...(before.outcomes ?? []), ...(after.outcomes ?? [])].filter((one) => one.case);
  const claims = new Map(shown.map((one) => [one.case.id, one.case.claim]));
  const changes = Object.keys(TONES).map((change) => [
    change,
    diff.cases.filter((one) => one.change === change).length,
  ]).filter(([, n]) => n);
  root.replaceChildren(
    h("div", { class: "versus" }, side("First", before, a), side("Second", after, b)),
    strip("Cases", changes.map(([change, n]) => chip(`${n} ${change}`, TONES[change]))),
    h("h2", { class: "batch-head" }, "Case by case"),
    diff.cases.length ? table(diff.cases, claims) : emptyState("Neither run has a case"),
  );
}

function side(title, shown, id) {
  const run = shown.run ?? shown;
  const one = shown.outcomes?.length === 1 ? shown.outcomes[0] : null;
  const engines = [...new Set(Object.values(run.engines ?? {}))].join(", ");
  return h(
    "article",
    { class: "panel" },
    h("p", { class: "eyebrow" }, title),
    h("h2", {}, h("a", { href: `/runs/${encodeURIComponent(id)}` }, one?.case ? oneLine(one.case.claim, 110) : id)),
    h("p", { class: "soft" }, [run.protocol, engines, when(run.started_at)].filter(Boolean).join(" · ")),
    one?.verdict && h(
      "p",
      { class: tone(one.verdict.label) },
      says(one.verdict.label, tone(one.verdict.label)),
      " ",
      meter(one.verdict.confidence.value),
    ),
    one?.verdict && h("p", { dir: "auto" }, visible(one.verdict.reasons[0] ?? "")),
  );
}

function table(cases, claims) {
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
          h("td", { class: "claim" }, oneLine(claims.get(one.case_id) ?? one.case_id, 140), h("small", {}, one.change)),
          cell(one.before),
          cell(one.after),
          h("td", {}, differences(one.differences)),
        )),
      ),
    ),
  );
}

const cell = (trace) => h("td", { class: `nowrap ${trace ? tone(trace.label) : ""}` }, opinion(trace));

const opinion = (trace) => (trace ? [
  trace.stance ? says(trace.label, tone(trace.label)) : says(trace.label, "failed"),
  meter(trace.confidence),
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
