// Evaluations: a form to start one on a labelled table, those that are not finished, and the reports.

import { get, post, rows, upload } from "../lib/api.js";
import { chosenSettings, engineField, loadChoices, settingFields } from "../lib/choices.js";
import { alertBox, emptyState, h, say } from "../lib/dom.js";
import { name, percent, plural, when } from "../lib/format.js";
import { clearProblems, fieldOf, showProblem } from "../lib/problems.js";
import { says } from "../lib/parts.js";

const at = (id) => document.getElementById(id);
const form = at("evaluation");
const STATUS = { running: "plain", queued: "plain", stopped: "unsure", failed: "failed" };
const COLUMNS = { claim_col: "Claims are in", source_col: "Their sources are in", label_col: "Labels are in" };
const USUAL = {
  claim_col: ["claim", "summary", "text"],
  source_col: ["source", "truth", "article", "document", "evidence", "context"],
  label_col: ["label", "gold", "expected", "faithful", "verdict"],
};
const REFRESH_MS = 3000;
let choices = { protocols: [], engines: [] };
let table = null;

function start() {
  showForm();
  list();
}

async function list() {
  try {
    const [found, open] = await Promise.all([get("/v1/evaluations"), get("/v1/evaluations/unfinished")]);
    at("unfinished").replaceChildren(...(open.length ? [h("h2", { class: "eyebrow" }, "Not finished"), h("ul", { class: "lines panel" }, open.map(line))] : []));
    at("evaluations").replaceChildren(
      ...(found.length
        ? [h("h2", { class: "eyebrow" }, "Reports"), h("div", { class: "reports" }, rows(found, "evaluations").map(report))]
        : [emptyState("No report yet", h("p", {}, "Start one above, or on the command line:"), h("pre", {}, "adjudge eval labelled.jsonl --out ~/.adjudge/evaluations/first"))]),
    );
    if (open.some((one) => ["running", "queued"].includes(one.status))) setTimeout(list, REFRESH_MS);
  } catch (error) {
    at("evaluations").replaceChildren(alertBox("The reports could not be listed", error.detail ?? String(error), error.hint));
  } finally {
    at("evaluations").removeAttribute("aria-busy");
  }
}

const line = (one) => h(
  "li",
  {},
  h("a", { href: `/evaluations/${encodeURIComponent(one.name)}` }, one.name),
  h("div", { class: "under" }, says(one.status, STATUS[one.status] ?? "plain"), h("span", { class: "soft" }, [
    one.asked ? `${one.done.toLocaleString("en-GB")} of ${plural(one.asked, "row")}` : plural(one.done, "row"),
    one.request?.protocol,
    one.request?.engine ?? "",
  ].filter(Boolean).join(" · "))),
);

function report(one) {
  const told = [one.protocol, one.engine, one.rows?.asked ? plural(one.rows.asked, "row") : "", when(one.written_at)].filter(Boolean).join(" · ");
  const figures = Object.entries(one.figures ?? {})
    .map(([key, figure]) => [key, figure?.value ?? figure])
    .filter(([, value]) => typeof value === "number");
  return h(
    "article",
    { class: "report" },
    h("h3", {}, h("a", { href: `/evaluations/${encodeURIComponent(one.name)}` }, one.name)),
    one.dataset && h("p", {}, one.dataset),
    told && h("p", { class: "soft" }, told),
    figures.length > 0 && h("p", {}, figures.map(([key, value], n) => [n ? " · " : "", h("small", {}, `${name(key)} `), value <= 1 ? percent(value) : value])),
    h("p", {}, h("a", { href: `/v1/evaluations/${encodeURIComponent(one.name)}/report.html`, target: "_blank", rel: "noopener", "aria-label": `Report of ${one.name}` }, "Report")),
  );
}

const field = (id, label, control, help) => h(
  "div",
  { class: "field", id: `${id}-field` },
  h("label", { for: id }, label),
  control,
  help && h("p", { class: "help", id: `${id}-help` }, help),
  h("p", { class: "problem", id: `${id}-problem`, hidden: true }),
);

function showForm() {
  const file = h("input", { type: "file", id: "table", accept: ".csv,.tsv,.jsonl,.ndjson,.json", "aria-describedby": "table-help table-problem" });
  file.addEventListener("change", async () => {
    clearProblems(form);
    const [given] = file.files;
    if (given) await read(given);
  });
  form.replaceChildren(
    field("table", "Labelled table", file, "CSV or JSON lines: a claim, its source and a label in every row."),
    h("div", { class: "grid-fields", id: "columns", hidden: true }),
    h("div", { id: "rest", class: "case-form", hidden: true }),
    h("p", { class: "problem wide", id: "form-problem", role: "alert", hidden: true }),
  );
  form.addEventListener("submit", submit);
}

async function read(given) {
  table = null;
  try {
    const found = await upload(given);
    if (found.kind !== "table") return showProblem(form, "table", `${given.name} is no table.`, "Choose a CSV or JSON lines file.");
    // What can be chosen is asked for when there is something to choose it for.
    if (!choices.protocols.length) choices = await loadChoices();
    table = found;
    say(`${given.name} has ${plural(table.rows, "row")}.`);
    showColumns();
  } catch (error) {
    showProblem(form, "table", error.detail ?? String(error), error.hint);
  }
}

function showColumns() {
  const known = new Map(table.columns.map((column) => [column.trim().toLowerCase(), column]));
  at("columns").replaceChildren(...Object.entries(COLUMNS).map(([id, label]) => {
    const guess = USUAL[id].map((word) => known.get(word)).find(Boolean) ?? "";
    return field(id, label, h(
      "select",
      { id },
      h("option", { value: "" }, "choose a column"),
      table.columns.map((column) => h("option", { value: column, selected: column === guess }, column)),
    ));
  }));
  at("columns").hidden = false;
  at("rest").hidden = false;
  showChoices();
}

function showChoices() {
  const offered = choices.protocols.filter((one) => one.needs_source);
  const picked = at("protocol")?.value ?? "jury";
  const protocol = offered.find((one) => one.name === picked) ?? offered[0];
  const pick = h("select", { id: "protocol", onchange: showChoices }, offered.map((one) => h("option", { value: one.name, selected: one === protocol }, one.name)));
  const limit = h("input", { id: "limit", type: "number", min: 1, max: table.rows, value: at("limit")?.value ?? "", placeholder: `all ${table.rows.toLocaleString("en-GB")}` });
  const guess = `${table.name.split(".")[0].toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "labelled"}-${protocol.name}`.slice(0, 64);
  const kept = at("title")?.dataset.edited ? at("title").value : guess;
  const title = h("input", { id: "title", value: kept, maxlength: 64, autocomplete: "off", dataset: at("title")?.dataset.edited ? { edited: "1" } : {} });
  title.addEventListener("input", () => {
    title.dataset.edited = "1";
  });
  const asks = h("p", { class: "soft", id: "asks" });
  const count = () => {
    const n = Math.min(Number(limit.value) || table.rows, table.rows);
    const calls = [protocol.fewest_calls * n, protocol.most_calls * n].map((one) => one.toLocaleString("en-GB")).join(" to ");
    asks.textContent = `${plural(n, "row")}; with a language model ${calls} calls.`;
  };
  limit.addEventListener("input", count);
  const settings = h("div", { class: "grid-fields", id: "settings" }, settingFields(protocol));
  at("rest").replaceChildren(
    h(
      "div",
      { class: "grid-fields" },
      field("protocol", "Protocol", pick),
      engineField(choices.engines, at("engine")?.value ?? ""),
      field("limit", "Rows", limit, "A random sample of so many; the same each time."),
      field("title", "Name", title, "a-z, 0-9, - and _"),
      field("label_map", "Words that are no known labels", h("input", { id: "label_map", value: at("label_map")?.value ?? "", placeholder: "good=SUPPORTED, bad=CONTRADICTED", autocomplete: "off" })),
    ),
    h("details", { class: "more" }, h("summary", {}, "Settings of the protocol"), settings),
    asks,
    h("div", { class: "go" }, h("button", { type: "submit", class: "primary", id: "start" }, "Start the evaluation")),
  );
  count();
}

async function submit(event) {
  event.preventDefault();
  clearProblems(form);
  if (!table) return showProblem(form, "table", "No table is chosen.", "Choose a CSV or JSON lines file with labels.");
  for (const [id, label] of Object.entries(COLUMNS)) {
    if (!at(id).value) return showProblem(form, id, "Choose a column.", `${label} which one?`);
  }
  const words = at("label_map").value.split(",").map((word) => word.trim()).filter(Boolean);
  const start = at("start");
  start.disabled = true;
  try {
    const shown = await post("/v1/evaluations", {
      name: at("title").value.trim(),
      upload: table.id,
      protocol: at("protocol").value,
      engine: at("engine").value.trim() || null,
      settings: chosenSettings(at("settings")),
      claim_col: at("claim_col").value,
      source_col: at("source_col").value,
      label_col: at("label_col").value,
      label_map: words,
      limit: at("limit").value === "" ? null : Number(at("limit").value),
    });
    location.assign(`/evaluations/${encodeURIComponent(shown.name)}`);
  } catch (error) {
    start.disabled = false;
    showProblem(form, place(error), error.detail ?? String(error), error.hint);
  }
}

function place(error) {
  const text = `${error.detail} ${error.hint}`;
  if (/label_map|maps no label/.test(text)) return "label_map";
  if (/evaluation '|valid name for/.test(text)) return "title";
  if (/limit/.test(error.detail)) return "limit";
  if (/label/i.test(error.detail)) return "label_col";
  const found = fieldOf(error, form);
  return ["sources", "claim"].includes(found) ? "form" : found;
}

start();
