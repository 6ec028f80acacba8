// Two runs beside each other: which verdicts changed, and what else changed with them.

import { asked, remember } from "../lib/address.js";
import { get } from "../lib/api.js";
import { alertBox, emptyState, h } from "../lib/dom.js";
import { name, plural, when } from "../lib/format.js";
import { chip, meter, says, strip } from "../lib/parts.js";
import { oneLine, visible } from "../lib/text.js";
import { OUTCOMES, points, word } from "../lib/tones.js";

const root = document.getElementById("compare");
const [, , a, b] = location.pathname.split("/").map(decodeURIComponent);
const MOST_EVIDENCE = 3;
const TONES = { same: "good", "outcome changed": "bad", "only in the first": "unsure", "only in the second": "unsure" };

async function start() {
  try {
    show(await get(`/v1/runs/${encodeURIComponent(a)}/diff/${encodeURIComponent(b)}`));
  } catch (error) {
    root.replaceChildren(alertBox("The runs could not be compared", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

function show(diff) {
  const changes = Object.keys(TONES).map((change) => [
    change,
    diff.cases.filter((one) => one.change === change).length,
  ]).filter(([, n]) => n);
  root.replaceChildren(...[
    h("div", { class: "versus" }, side("First", diff.before), side("Second", diff.after)),
    diff.cases.length > 1 && strip("Cases", changes.map(([change, n]) => chip(`${n.toLocaleString("en-GB")} ${change}`, TONES[change]))),
    matrix(diff.cases),
    diff.cases.length > 1 && h("h2", { class: "batch-head" }, "Case by case"),
    diff.cases.length ? cases(diff.cases, [diff.before, diff.after].map(byPosition)) : emptyState("Neither run has a case"),
  ].filter(Boolean));
}

const byPosition = ({ rows }) => new Map(rows.map((row) => [row.position, row]));

function side(title, { run, rows }) {
  const one = rows.length === 1 && run.counts.asked === 1 ? rows[0] : null;
  const engines = [...new Set(Object.values(run.engines))].join(", ");
  return h(
    "article",
    { class: "panel" },
    h("p", { class: "eyebrow" }, title),
    h("h2", {}, h("a", { href: `/runs/${encodeURIComponent(run.id)}` }, one ? oneLine(one.claim, 110) : run.title || run.id)),
    h("p", { class: "soft" }, [run.protocol, engines, when(run.started_at)].filter(Boolean).join(" · ")),
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
function cases(list, rows) {
  const node = h("div");
  const unchanged = list.filter((one) => one.change === "same").length;
  const common = inAllCases(list);
  const box = h("input", { type: "checkbox", id: "all-cases", onchange: () => draw(box.checked) });
  const draw = (all) => {
    const shown = all || list.length === 1 ? list : list.filter((one) => one.change !== "same");
    remember({ all: all ? 1 : "" });
    node.replaceChildren(...[
      unchanged > 0 && list.length > 1 && h("p", {}, h("label", { for: "all-cases" }, box, ` Show ${plural(unchanged, "unchanged case")}`)),
      common.size > 0 && strip("In all cases", [...common].map((text) => chip(text))),
      shown.length ? h("ol", { class: "pairs" }, shown.map((one) => pair(one, rows, common))) : emptyState("No outcome changed"),
    ].filter(Boolean));
  };
  box.checked = "all" in asked();
  draw(box.checked);
  return node;
}

const said = ({ part, detail }) => `${part === "settings" && detail.startsWith("name: ") ? detail.replace("name", "protocol") : `${name(part)} ${oneLine(detail, 220)}`}`;

/** What differs in every case alike is said once. */
function inAllCases(list) {
  const both = list.filter((one) => one.before && one.after);
  const first = both.length > 1 ? both[0].differences.map(said) : [];
  return new Set(first.filter((text) => both.every((one) => one.differences.some((other) => said(other) === text))));
}

/** A case as both runs have it. */
function pair(one, [before, after], common) {
  const differences = one.differences.map(said).filter((text) => !common.has(text));
  const texts = h("div", { class: "versus" });
  const open = h(
    "details",
    { class: "more", ontoggle: () => open.open && !texts.childElementCount && fetchTexts(one, texts) },
    h("summary", {}, "Texts and evidence"),
    texts,
  );
  return h(
    "li",
    { class: "panel pair" },
    h("h3", { class: "said", dir: "auto" }, oneLine((one.after ?? one.before).claim || one.case_id, 240)),
    h("p", { class: "soft" }, [one.case_id, one.change].join(" · ")),
    h("div", { class: "versus" }, answer("First", before.get(one.before?.position), a), answer("Second", after.get(one.after?.position), b)),
    differences.length > 0 && h("ul", { class: "chips" }, differences.map((text) => chip(text))),
    open,
  );
}

const answer = (title, row, run) => h(
  "div",
  { class: `answer ${row?.tone ?? "plain"}` },
  h("p", { class: "eyebrow" }, title),
  row ? [
    h("p", {}, h("a", { class: "case-link", href: `/runs/${encodeURIComponent(run)}?position=${row.position}` }, says(row.text, row.tone, row.leaning)), " ", meter(row.confidence), " ", h("small", { class: "own" }, word(row.label))),
    h("p", { dir: "auto" }, visible(row.reason)),
  ] : h("p", { class: "soft" }, "does not have this case"),
);

async function fetchTexts(one, place) {
  try {
    const [first, second] = await Promise.all([stored(a, one.before), stored(b, one.after)]);
    place.replaceChildren(texts(first), texts(second));
  } catch (error) {
    place.replaceChildren(alertBox("The case could not be loaded", error.detail ?? String(error), error.hint));
  }
}

async function stored(run, trace) {
  if (!trace) return null;
  const page = await get(`/v1/runs/${encodeURIComponent(run)}/outcomes?after=${trace.position - 1}&limit=1`);
  return page.outcomes[0];
}

function texts(outcome) {
  if (!outcome?.case) return h("p", { class: "soft" }, "No texts are stored.");
  const { case: given, verdict, failure, headline } = outcome;
  const said = (quote) => (quote ? h("q", { dir: "auto" }, oneLine(quote.text, 200)) : "–");
  const deciding = verdict ? points(verdict, headline.outcome).filter((point) => point.decides).slice(0, MOST_EVIDENCE) : [];
  return h(
    "div",
    { class: "case-texts" },
    h("p", { dir: "auto" }, visible(given.claim)),
    given.documents.map((one) => h("p", { class: "soft", dir: "auto" }, oneLine(one.text, 800))),
    deciding.length > 0 && h("ul", { class: "plainly" }, deciding.map((point) => h("li", {}, said(point.claim_quote), " against ", said(point.source_quote)))),
    verdict?.minimal_edit && h("p", { dir: "auto" }, "Corrected: ", visible(verdict.minimal_edit.text)),
    failure && h("p", {}, visible(failure.message)),
  );
}

start();
