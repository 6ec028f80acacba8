// One evaluation while it runs and after: progress, accuracy, what was said of what, and the calibration as it grows.

import { get, post, remove } from "../lib/api.js";
import { reliabilityChart, reliabilityTable } from "../lib/charts.js";
import { alertBox, confirmed, h, say } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { says } from "../lib/parts.js";
import { listen } from "../lib/stream.js";

const at = (id) => document.getElementById(id);
const root = at("watched");
const id = decodeURIComponent(location.pathname.split("/")[2]);
const path = `/v1/evaluations/${encodeURIComponent(id)}`;
const TONES = { running: "plain", queued: "plain", stopped: "unsure", failed: "failed", finished: "good" };
const FEW = 50;
let close = () => {};
let last = "";

async function start() {
  at("name").textContent = id;
  document.title = `${id} · Adjudge`;
  try {
    show(await get(path));
    watch();
  } catch (error) {
    root.replaceChildren(alertBox("The evaluation could not be loaded", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

function watch() {
  close();
  close = listen(`${path}/events`, (name, data) => name === "progress" && show(data));
}

function show(one) {
  const request = one.request;
  at("about").textContent = request ? `${request.protocol} on ${request.engine ?? "the usual engine"}` : "Started on the command line";
  if (one.status !== last) {
    acts(one);
    say(`The evaluation is ${one.status}.`);
    last = one.status;
  }
  const folded = root.querySelector("details")?.open;
  root.className = "figures-grid";
  root.replaceChildren(progress(one), calibration(one), confusion(one));
  if (folded) root.querySelector("details")?.setAttribute("open", "");
}

const panel = (kind, title, ...content) =>
  h("section", { class: `panel ${kind}`, "aria-labelledby": `${kind.split(" ")[0]}-head` }, h("h2", { id: `${kind.split(" ")[0]}-head` }, title), content);

function progress(one) {
  const share = one.asked ? one.done / one.asked : 0;
  return panel(
    "progress-panel wide",
    "Rows",
    h(
      "div",
      { class: "progress" },
      h(
        "p",
        { class: "progress-line" },
        h("strong", {}, one.asked === null ? plural(one.done, "row") : `${one.done.toLocaleString("en-GB")} of ${one.asked.toLocaleString("en-GB")}`),
        says(one.status, TONES[one.status]),
      ),
      one.asked !== null && h("span", { class: "bar", "aria-hidden": "true" }, h("i", { share })),
    ),
    h("p", {}, h("strong", { class: "figure" }, one.done ? percent(one.right / one.done) : "–"), ` right${one.done < FEW && one.done ? `; ${plural(one.done, "row")}: too few to go by` : ""}`,
      one.undetermined > 0 && `; ${plural(one.undetermined, "row")} undetermined`,
      one.failed > 0 && `; ${plural(one.failed, "row")} failed`),
    one.message && alertBox("It failed", one.message, one.hint),
  );
}

const calibration = (one) => panel(
  "calibration",
  "Calibration",
  h(
    "div",
    { class: "with-chart" },
    reliabilityChart(one.bins),
    h(
      "div",
      {},
      h("p", {}, one.ece === null ? "Nothing is judged yet." : `Mean gap between confidence and the share that was right: ${percent(one.ece)}.`),
      reliabilityTable(one.bins),
    ),
  ),
);

function confusion(one) {
  const said = [...new Set(Object.values(one.confusion).flatMap(Object.keys))].sort();
  if (!said.length) return "";
  return panel(
    "confusion wide",
    "Confusion matrix",
    h(
      "div",
      { class: "table-wrap", tabindex: "0", role: "region", "aria-label": "Confusion matrix, table" },
      h(
        "table",
        { class: "matrix" },
        h("thead", {}, h("tr", {}, h("td"), said.map((word) => h("th", { scope: "col" }, `said ${word}`)))),
        h("tbody", {}, Object.entries(one.confusion).map(([gold, counts]) => h(
          "tr",
          {},
          h("th", { scope: "row" }, `is ${gold}`),
          said.map((word) => h("td", { class: `num ${word === gold ? "diagonal" : ""}` }, (counts[word] ?? 0).toLocaleString("en-GB"))),
        ))),
      ),
    ),
  );
}

function acts(one) {
  const button = (text, run, kind = "") => h("button", { type: "button", class: kind, onclick: run }, text);
  const going = ["running", "queued"].includes(one.status);
  at("acts").replaceChildren(
    ...(one.status === "finished" ? [h("a", { class: "button primary", href: `${path}/report.html`, target: "_blank", rel: "noopener" }, "Report")] : []),
    ...(one.request && going ? [button("Stop", () => act("stop"))] : []),
    ...(one.request && ["stopped", "failed"].includes(one.status) ? [button("Resume", () => act("resume"), "primary")] : []),
    ...(one.request ? [button("Delete", erase, "danger")] : []),
  );
}

async function act(what) {
  try {
    show(await post(`${path}/${what}`));
    watch();
  } catch (error) {
    root.prepend(alertBox(`It could not be ${what === "stop" ? "stopped" : "resumed"}`, error.detail, error.hint));
  }
}

async function erase() {
  if (!(await confirmed(`Delete the evaluation ${id} with its report?`, "Delete"))) return;
  try {
    close();
    await remove(path);
    location.assign("/evaluations");
  } catch (error) {
    root.prepend(alertBox("It could not be deleted", error.detail, error.hint));
  }
}

start();
