// A verdict alone: what was claimed, what came out and the evidence; with an address of its own, and nothing else on paper.

import { asked } from "../lib/address.js";
import { get } from "../lib/api.js";
import { copying } from "../lib/copy.js";
import { alertBox, h } from "../lib/dom.js";
import { when } from "../lib/format.js";
import { exportMenu } from "../lib/menu.js";
import { Court } from "../views/court.js";

const root = document.getElementById("report");
const id = decodeURIComponent(location.pathname.split("/")[2]);
const position = Math.max(0, Number.parseInt(asked().position ?? "0", 10) || 0);
const query = position ? `?position=${position}` : "";
const run = `/v1/runs/${encodeURIComponent(id)}`;

async function start() {
  try {
    const [{ run: record }, page] = await Promise.all([get(run), get(`${run}/outcomes?after=${position - 1}&limit=1`)]);
    const outcome = page.outcomes.find((one) => one.position === position);
    if (!outcome?.verdict) throw Object.assign(new Error(), { status: 404, detail: "This case has no verdict, and so no report." });
    root.replaceChildren(head());
    new Court(root, { brief: true }).show(outcome.case, outcome.verdict, outcome.headline);
    root.append(foot(record, outcome.verdict));
  } catch (error) {
    root.replaceChildren(
      alertBox(error.status === 404 ? "There is no such report" : "The report could not be opened", error.detail ?? String(error), error.hint),
      h("p", {}, h("a", { href: "/runs" }, "All runs")),
    );
  } finally {
    root.removeAttribute("aria-busy");
  }
}

function head() {
  const hearing = `/runs/${encodeURIComponent(id)}${query}`;
  return h(
    "div",
    { class: "run-head" },
    h("p", { class: "crumbs" }, h("a", { href: "/runs" }, "Runs"), " / ", h("a", { href: hearing }, id), " / report"),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", onclick: () => print() }, "Print or save as PDF"),
      h("button", { type: "button", onclick: copying(() => location.href, "The address of the report is copied.") }, "Copy link"),
      h("button", { type: "button", onclick: copying(embedCode, "The code to embed the card is copied.") }, "Copy embed code"),
      exportMenu(id, position),
      h("a", { class: "button", href: hearing }, "The whole hearing"),
    ),
  );
}

/** The card itself inside an iframe: whoever embeds it needs no way to this server. */
async function embedCode() {
  const response = await fetch(`/v1/checks/${encodeURIComponent(id)}/embed.html${query}`);
  if (!response.ok) throw new Error("The card could not be loaded.");
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.setAttribute("title", "Verdict by Adjudge");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "420");
  frame.setAttribute("srcdoc", await response.text());
  return frame.outerHTML;
}

const foot = (record, verdict) => h(
  "p",
  { class: "soft report-foot" },
  [
    `Checked ${when(record.started_at)}`,
    `${verdict.protocol} protocol`,
    [...new Set(Object.values(record.engines ?? {}))].join(", "),
    `adjudge ${verdict.provenance.adjudge}`,
  ].filter(Boolean).join(" · "),
  h("span", { class: "on-paper" }, ` · ${location.origin}${location.pathname}${location.search}`),
);

start();
