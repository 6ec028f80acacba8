// The reports of `adjudge eval`.

import { get, rows } from "../lib/api.js";
import { alertBox, emptyState, h } from "../lib/dom.js";
import { name, percent, plural, when } from "../lib/format.js";

const root = document.getElementById("evaluations");

async function start() {
  try {
    const found = rows(await get("/v1/evaluations"), "evaluations");
    root.replaceChildren(
      found.length
        ? h("div", { class: "reports" }, found.map(report))
        : emptyState(
          "No report yet",
          h("p", {}, "Measure a protocol on labelled data, and its report shows here:"),
          h("pre", {}, "adjudge eval labelled.jsonl --out ~/.adjudge/evaluations/first"),
        ),
    );
  } catch (error) {
    root.replaceChildren(alertBox("The reports could not be listed", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

function report(one) {
  const href = `/v1/evaluations/${encodeURIComponent(one.name)}/report.html`;
  const line = [
    one.protocol,
    one.engine,
    one.rows?.asked ? plural(one.rows.asked, "row") : "",
    when(one.written_at),
  ].filter(Boolean).join(" · ");
  const figures = Object.entries(one.figures ?? {})
    .map(([key, figure]) => [key, figure?.value ?? figure])
    .filter(([, value]) => typeof value === "number");
  return h(
    "a",
    { class: "report", href, target: "_blank", rel: "noopener" },
    h("h2", {}, one.name),
    one.dataset && h("p", {}, one.dataset),
    line && h("p", { class: "soft" }, line),
    figures.length > 0 && h(
      "p",
      {},
      figures.map(([key, value], n) => [n ? " · " : "", h("small", {}, `${name(key)} `), value <= 1 ? percent(value) : value]),
    ),
  );
}

start();
