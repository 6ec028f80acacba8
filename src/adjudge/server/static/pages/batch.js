// A file of many cases: upload, preview, map columns, start.

import { get, post, rows, upload, withQuery } from "../lib/api.js";
import { chosenSettings, engineField, loadChoices, protocolCards, settingFields } from "../lib/choices.js";
import { alertBox, h, say } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { icon } from "../lib/parts.js";
import { clearProblems, fieldOf, showProblem } from "../lib/problems.js";
import { oneLine, visible } from "../lib/text.js";
import { batchLine } from "../views/batch.js";

const root = document.getElementById("batch");
const GUESSES = {
  claim: ["claim", "headline", "hypothesis", "summary", "statement", "text"],
  truth: ["truth", "source", "article", "evidence", "premise", "document", "context"],
};
let choices = { protocols: [], engines: [] };
let table = null;

function dropzone(problem) {
  const file = h(
    "input",
    {
      type: "file",
      id: "table-file",
      class: "unseen",
      accept: ".csv,.tsv,.jsonl,.ndjson,.json,text/csv",
      onchange: () => file.files[0] && read(file.files[0]),
    },
  );
  const zone = h(
    "label",
    { class: "dropzone", for: "table-file" },
    icon("M12 16V4", "M7 9l5-5 5 5", "M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3"),
    h("strong", {}, "Drop a CSV or JSONL file, or choose one"),
    h("span", { class: "soft" }, "One row for each case. Which columns are which is asked next."),
    file,
  );
  for (const name of ["dragover", "dragleave", "drop"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", name === "dragover");
      if (name === "drop" && event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
    });
  }
  root.replaceChildren(...(problem ? [problem] : []), zone);
}

async function read(file) {
  root.setAttribute("aria-busy", "true");
  try {
    table = await upload(file);
    if (table.kind !== "table") throw Object.assign(
      new Error(),
      { detail: `${file.name} is a text, not a table.`, hint: "Check single texts on the page New case." },
    );
    showTable();
    say(`${file.name}: ${table.rows} rows, columns ${table.columns.join(", ")}.`);
  } catch (error) {
    dropzone(alertBox("The file could not be read", error.detail, error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

const guess = (role) => GUESSES[role].map((name) => table.columns.find((column) => column.toLowerCase() === name)).find(Boolean) ?? "";

function showTable() {
  const select = (id, role, label) =>
    h(
      "div",
      { class: "field", id: `${id}-field` },
      h("label", { for: id }, label),
      h(
        "select",
        { id, onchange: preview, "aria-describedby": `${id}-problem` },
        h("option", { value: "" }, "choose a column"),
        table.columns.map((column) => h("option", { value: column, selected: column === guess(role) }, column)),
      ),
      h("p", { class: "problem", id: `${id}-problem`, hidden: true }),
    );
  const form = h(
    "form",
    { class: "case-form", id: "batch-form", novalidate: true },
    h(
      "div",
      { class: "run-head" },
      h(
        "div",
        {},
        h("h2", {}, table.name),
        h("p", { class: "soft" }, `${plural(table.rows, "row")}, ${plural(table.columns.length, "column")}`),
      ),
      h("button", { type: "button", onclick: () => dropzone() }, "Another file"),
    ),
    ...(table.problems ?? []).map((text) => h("p", { class: "note" }, text)),
    h(
      "div",
      { class: "grid-fields" },
      select("claim_col", "claim", "The claim is in"),
      select("truth_col", "truth", "Its source is in"),
    ),
    h("div", { class: "table-wrap preview", id: "preview" }),
    h("fieldset", { class: "protocols" }, h("legend", {}, "How they are decided"), h("div", { class: "cards", id: "protocols" })),
    h("details", { class: "more" }, h("summary", {}, "Engine and settings"), h("div", { class: "grid-fields", id: "settings" })),
    h("p", { class: "problem wide", id: "form-problem", role: "alert", hidden: true }),
    h(
      "div",
      { class: "go" },
      h("button", { type: "submit", class: "primary", id: "start" }, `Judge ${plural(table.rows, "row")}`),
    ),
  );
  form.addEventListener("submit", (event) => submit(event, form));
  root.replaceChildren(form);
  preview();
  const offered = choices.protocols.filter((one) => one.needs_source !== false);
  const settings = (name) => form.querySelector("#settings").replaceChildren(
    engineField(choices.engines),
    ...settingFields(choices.protocols.find((one) => one.name === name)),
  );
  form.querySelector("#protocols").replaceChildren(...protocolCards(offered, "jury", settings));
  settings("jury");
}

function preview() {
  const [claim, truth] = ["claim_col", "truth_col"].map((id) => document.getElementById(id).value);
  const role = (column) => (column === claim ? "claim" : column === truth ? "source" : "");
  document.getElementById("preview").replaceChildren(
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.columns.map((column) => h(
            "th",
            { scope: "col", dataset: role(column) ? { role: role(column) } : {} },
            h("span", { class: "role" }, role(column)),
            column,
          )),
        ),
      ),
      h(
        "tbody",
        {},
        (table.sample ?? []).slice(0, 5).map((row) => h(
          "tr",
          {},
          table.columns.map((column) => h("td", { dir: "auto" }, oneLine(visible(cell(row[column])), 140))),
        )),
      ),
    ),
  );
}

const cell = (value) => (value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));

async function submit(event, form) {
  event.preventDefault();
  clearProblems(form);
  const [claim, truth] = ["claim_col", "truth_col"].map((id) => form.querySelector(`#${id}`).value);
  if (!claim) return showProblem(form, "claim_col", "Which column holds the claims?", `There are: ${table.columns.join(", ")}.`);
  if (!truth) return showProblem(form, "truth_col", "Which column holds the sources?", `There are: ${table.columns.join(", ")}.`);
  if (claim === truth) return showProblem(
    form,
    "truth_col",
    "Claim and source are the same column.",
    "A text always agrees with itself.",
  );
  const button = form.querySelector("#start");
  button.disabled = true;
  try {
    const batch = await post("/v1/batches", {
      upload: table.id,
      claim_col: claim,
      truth_col: truth,
      protocol: new FormData(form).get("protocol") ?? "jury",
      engine: form.querySelector("#engine").value.trim() || null,
      settings: chosenSettings(form),
    });
    location.assign(`/runs/${encodeURIComponent(batch.id)}`);
  } catch (error) {
    button.disabled = false;
    const named = (id) => error.detail.includes(form.querySelector(`#${id}`).value) || error.detail.includes(id);
    const column = ["claim_col", "truth_col"].find(named);
    showProblem(form, /column/i.test(error.detail) && column ? column : fieldOf(error, form), error.detail, error.hint);
  }
}

/** Every batch there was, a page at a time. */
async function earlier(after = null) {
  const page = await get(withQuery("/v1/runs", { kind: "batch", limit: 25, after }));
  const found = rows(page, "runs");
  if (!found.length && !after) return;
  document.getElementById("earlier").hidden = false;
  document.getElementById("batches").append(...found.map(batchLine));
  const older = h("button", { type: "button", onclick: () => earlier(page.next).catch(lost) }, "Older batches");
  const lost = (error) => older.after(alertBox("The batches could not be listed", error.detail, error.hint));
  document.getElementById("older").replaceChildren(...(page.next ? [older] : []));
}

dropzone();
loadChoices().then((given) => {
  choices = given;
  if (table) showTable();
}, (error) => dropzone(alertBox("The protocols could not be loaded", error.detail, error.hint)));
earlier().catch(() => {});
