// The jury designer: jurors, rubric, rounds and models; saved under a name, taken as a run file, tried on a case.

import { asked, remember } from "../lib/address.js";
import { get, post, put, remove } from "../lib/api.js";
import { confirmed, h, say } from "../lib/dom.js";
import { browser } from "../lib/keep.js";
import { clearProblems, showProblem } from "../lib/problems.js";

const form = document.getElementById("jury");
const at = (id) => document.getElementById(id);
const DRAFT = "adjudge.jury";
const MOST = 12;
const LENSES = {
  literal: "facts: numbers, dates, names, negation",
  context: "the whole text",
  steelman: "the best support of any passage",
  sceptic: "the hardest contradiction of any passage",
  all: "everything",
};
let known = { names: [], usual: null, lenses: [] };
let engines = [];
let last = 0;

async function start() {
  try {
    [known, engines] = await Promise.all([get("/v1/juries"), get("/v1/engines")]);
    const name = asked().jury ?? "";
    const draft = browser.get(DRAFT);
    if (name) await open(name);
    else show(draft?.jurors ? draft : known.usual, "");
  } catch (error) {
    show(known.usual ?? { jurors: [], rubric: [], max_rounds: 2, dissent_threshold: 2, speakers: "one" }, "");
    showProblem(form, "form", error.detail ?? String(error), error.hint);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

async function open(name) {
  show(await get(`/v1/juries/${encodeURIComponent(name)}`), name);
  remember({ jury: name });
}

const field = (id, label, control, help) => h(
  "div",
  { class: "field", id: `${id}-field` },
  h("label", { for: id }, label),
  control,
  help && h("p", { class: "help" }, help),
  h("p", { class: "problem", id: `${id}-problem`, hidden: true }),
);

const text = (id, value, more = {}) => h("input", { id, value: value ?? "", autocomplete: "off", ...more });
const model = (id, value, usual, part) =>
  text(id, value, { list: "engine-names", placeholder: usual, maxlength: 500, dataset: part ? { part } : {} });

function show(design, name) {
  last = 0;
  const jurors = h("div", { id: "jurors", class: "jurors" }, design.jurors.map(juror));
  const axes = h("div", { id: "axes", class: "axes" }, design.rubric.map(axis));
  form.replaceChildren(
    h("datalist", { id: "engine-names" }, engines.filter((one) => one.usable).map((one) => h("option", { value: one.name }))),
    saved(name),
    h(
      "section",
      { "aria-labelledby": "jurors-head", class: "part" },
      h("h2", { id: "jurors-head" }, "Jurors"),
      jurors,
      h("button", { type: "button", class: "link", id: "add-juror", onclick: addJuror }, "Add a juror"),
    ),
    h(
      "section",
      { "aria-labelledby": "rubric-head", class: "part" },
      h("h2", { id: "rubric-head" }, "Rubric"),
      h("p", { class: "soft" }, "The foreperson answers each question with yes or no; yes speaks for the claim."),
      axes,
      h("button", { type: "button", class: "link", onclick: addAxis }, "Add a question"),
    ),
    h(
      "section",
      { "aria-labelledby": "rounds-head", class: "part" },
      h("h2", { id: "rounds-head" }, "Debate and models"),
      h(
        "div",
        { class: "grid-fields" },
        field("max_rounds", "Rounds of debate", text("max_rounds", design.max_rounds, { type: "number", min: 0, max: 5 }), "At most; 0 for none."),
        field("dissent_threshold", "Strong dissent from", text("dissent_threshold", design.dissent_threshold, { type: "number", min: 1, max: MOST }), "Jurors on the smaller side."),
        field("speakers", "Who speaks for a side", h("select", { id: "speakers" }, ["one", "all"].map((one) => h("option", { value: one, selected: one === design.speakers }, one === "one" ? "one juror" : "every juror")))),
        field("agents_model", "Model of the jurors", model("agents_model", design.agents_model, "the usual engine")),
        field("parser_model", "Model of the parser", model("parser_model", design.parser_model, "the usual engine")),
        field("foreperson_model", "Model of the foreperson", model("foreperson_model", design.foreperson_model, "the usual engine")),
      ),
    ),
    h("p", { class: "problem wide", id: "form-problem", role: "alert", hidden: true }),
    keeping(name),
    trying(),
  );
}

function saved(name) {
  const select = h(
    "select",
    {
      id: "saved",
      onchange: async () => {
        clearProblems(form);
        try {
          if (select.value) await open(select.value);
          else {
            remember({ jury: "" });
            browser.remove(DRAFT);
            show(known.usual, "");
          }
          at("saved").focus();
        } catch (error) {
          showProblem(form, "form", error.detail, error.hint);
        }
      },
    },
    h("option", { value: "" }, "the usual jury"),
    known.names.map((one) => h("option", { value: one, selected: one === name }, one)),
  );
  return h("div", { class: "grid-fields" }, field("saved", "Begin with", select));
}

function juror(one) {
  const n = ++last;
  const id = (part) => `juror-${n}-${part}`;
  const box = h(
    "fieldset",
    { class: "panel juror" },
    h("legend", { class: "unseen" }, `Juror ${n}`),
    h(
      "div",
      { class: "grid-fields" },
      field(id("name"), "Name", text(id("name"), one.name, { maxlength: 40, dataset: { part: "name" } })),
      field(id("role"), "Role", text(id("role"), one.role, { maxlength: 200, dataset: { part: "role" } })),
      field(id("lens"), "Reads offline", h(
        "select",
        { id: id("lens"), dataset: { part: "lens" } },
        known.lenses.map((lens) => h("option", { value: lens, selected: lens === (one.lens || "all") }, LENSES[lens] ?? lens)),
      )),
      field(id("model"), "Model", model(id("model"), one.model, "as all jurors", "model")),
    ),
    field(id("brief"), "Brief", h("textarea", { id: id("brief"), rows: "4", maxlength: 20_000, value: one.brief ?? "", dir: "auto", dataset: { part: "brief" } }), "What a language model is told beyond the role."),
    h("button", { type: "button", class: "quiet danger", "aria-label": `Remove juror ${one.name || n}`, onclick: () => drop(box, "#add-juror") }, "Remove"),
  );
  return box;
}

function axis(one) {
  const n = ++last;
  const box = h(
    "div",
    { class: "axis-line" },
    field(`axis-${n}-name`, "Axis", text(`axis-${n}-name`, one.axis, { maxlength: 100, dataset: { part: "axis" } })),
    field(`axis-${n}-question`, "Question", text(`axis-${n}-question`, one.question, { maxlength: 1000, dataset: { part: "question" } })),
    h("button", { type: "button", class: "quiet", "aria-label": `Remove the axis ${one.axis || n}`, onclick: () => drop(box, "#axes + button") }, "Remove"),
  );
  return box;
}

function drop(box, next) {
  box.remove();
  form.querySelector(next)?.focus();
  draft();
}

function addJuror() {
  if (at("jurors").childElementCount >= MOST) return showProblem(form, "form", `A jury has at most ${MOST} jurors.`);
  const box = juror({ name: "", role: "", brief: "", lens: "all", model: "" });
  at("jurors").append(box);
  box.querySelector("input").focus();
}

function addAxis() {
  const box = axis({ axis: "", question: "" });
  at("axes").append(box);
  box.querySelector("input").focus();
}

function keeping(name) {
  return h(
    "div",
    { class: "go keeping" },
    field("name", "Save as", text("name", name, { maxlength: 64 })),
    h("button", { type: "button", class: "primary", onclick: save }, "Save"),
    name && h("a", { class: "button", href: `/v1/juries/${encodeURIComponent(name)}/run.yaml`, download: `${name}.yaml` }, "Run file"),
    name && h("button", { type: "button", class: "danger", onclick: () => erase(name) }, "Delete"),
  );
}

const trying = () => h(
  "section",
  { class: "panel", "aria-labelledby": "try-head" },
  h("h2", { id: "try-head" }, "Try it on a case"),
  h(
    "div",
    { class: "texts" },
    field("claim", "Claim", h("textarea", { id: "claim", rows: "4", dir: "auto" })),
    field("source", "Source", h("textarea", { id: "source", rows: "4", dir: "auto" })),
  ),
  h("div", { class: "go" }, h("button", { type: "submit", class: "primary", id: "hear" }, "Start the hearing")),
);

/** The design as the form has it. */
function design() {
  const parts = (box) => Object.fromEntries([...box.querySelectorAll("[data-part]")].map((input) => [input.dataset.part, input.value.trim()]));
  return {
    jurors: [...at("jurors").children].map(parts),
    rubric: [...at("axes").children].map(parts),
    max_rounds: Number(at("max_rounds").value),
    dissent_threshold: Number(at("dissent_threshold").value),
    speakers: at("speakers").value,
    agents_model: at("agents_model").value.trim(),
    parser_model: at("parser_model").value.trim(),
    foreperson_model: at("foreperson_model").value.trim(),
  };
}

function draft() {
  if (!at("name").value) browser.set(DRAFT, design());
}

/** Whether every juror has a name; the first that has none is named beside its field. */
function named() {
  for (const input of at("jurors").querySelectorAll("[data-part=name]")) {
    if (!/^[A-Za-z0-9][A-Za-z0-9 _.-]*$/.test(input.value.trim())) {
      showProblem(form, input.id, "The juror needs a name.", "Letters, digits, spaces, dots, - and _.");
      return false;
    }
  }
  return true;
}

async function save() {
  clearProblems(form);
  const name = at("name").value.trim();
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) return showProblem(form, "name", "The jury needs a name.", "Use a-z, 0-9, - and _.");
  if (!named()) return;
  try {
    await put(`/v1/juries/${encodeURIComponent(name)}`, design());
    browser.remove(DRAFT);
    known = await get("/v1/juries");
    await open(name);
    say(`The jury ${name} is saved.`);
    at("name").focus();
  } catch (error) {
    tell(error);
  }
}

async function erase(name) {
  if (!(await confirmed(`Delete the jury ${name}?`, "Delete"))) return;
  try {
    await remove(`/v1/juries/${encodeURIComponent(name)}`);
    known = await get("/v1/juries");
    remember({ jury: "" });
    show(known.usual, "");
    say(`The jury ${name} is deleted.`);
  } catch (error) {
    tell(error);
  }
}

async function hear(event) {
  event.preventDefault();
  clearProblems(form);
  const claim = at("claim").value;
  const source = at("source").value;
  if (!claim.trim()) return showProblem(form, "claim", "The claim is empty.", "Give the text that is to be checked.");
  if (!source.trim()) return showProblem(form, "source", "The source is empty.", "Give the text that the claim rests on.");
  if (!named()) return;
  at("hear").disabled = true;
  try {
    const check = await post("/v1/checks", { case: { claim, documents: [{ text: source }] }, jury: design() });
    location.assign(`/runs/${encodeURIComponent(check.id)}`);
  } catch (error) {
    at("hear").disabled = false;
    tell(error);
  }
}

/** The service's problem, beside the field that it names if there is one. */
function tell(error) {
  const engine = /engine '([^']+)'|Unknown engine '([^']+)'/i.exec(error.detail ?? "");
  const named = engine && [...form.querySelectorAll("[list=engine-names]")].find((input) => input.value.trim() === (engine[1] ?? engine[2]));
  const plain = ["max_rounds", "dissent_threshold"].find((id) => (error.detail ?? "").includes(id));
  showProblem(form, named?.id ?? plain ?? "form", error.detail ?? String(error), error.hint);
}

form.addEventListener("submit", hear);
form.addEventListener("input", draft);
addEventListener("pageshow", () => at("hear") && (at("hear").disabled = false));
start();
