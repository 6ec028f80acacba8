// A new case: texts, protocol, settings, start.

import { get, post, rows, upload } from "../lib/api.js";
import { chosenSettings, engineField, loadChoices, protocolCards, settingFields } from "../lib/choices.js";
import { h, say } from "../lib/dom.js";
import { clearProblems, fieldOf, showProblem } from "../lib/problems.js";
import { oneLine } from "../lib/text.js";

const KINDS = {
  claim: {
    claim: "Claim",
    source: "Source",
    protocols: ["jury", "trial", "entailment"],
    start: "Start the hearing",
    ask: "What somebody says",
  },
  summary: {
    claim: "Summary",
    source: "Article",
    protocols: ["factuality"],
    start: "Check the summary",
    ask: "The text that sums it up",
  },
  open: { claim: "Claim", source: "", protocols: ["news"], start: "Look it up", ask: "A headline, a sentence that goes around" },
};
const form = document.getElementById("case");
const at = (id) => document.getElementById(id);
const chosen = { kind: "claim", protocol: "jury" };
let choices = { protocols: [], engines: [] };
let lastSource = 0;

const kindOf = (protocol) => Object.keys(KINDS).find((kind) => KINDS[kind].protocols.includes(protocol)) ?? "claim";

async function start() {
  addSource();
  showKind("claim");
  form.addEventListener("change", (event) => event.target.name === "kind" && showKind(event.target.value));
  form.addEventListener("submit", submit);
  at("add-source").addEventListener("click", () => addSource().focus());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  // Coming back with the browser's own button must not find a form that cannot be sent.
  addEventListener("pageshow", () => {
    at("start").disabled = false;
  });
  get("/v1/examples").then((data) => showExamples(rows(data, "examples"))).catch(() => at("examples").closest("aside").remove());
  try {
    choices = await loadChoices();
    showProtocols();
  } catch (error) {
    showProblem(form, "form", error.detail, error.hint);
  } finally {
    at("protocols").removeAttribute("aria-busy");
  }
  const from = new URLSearchParams(location.search).get("from");
  if (from) refill(from);
}

function showKind(kind) {
  const { claim, source, start: verb, ask } = KINDS[kind];
  chosen.kind = kind;
  if (!KINDS[kind].protocols.includes(chosen.protocol)) [chosen.protocol] = KINDS[kind].protocols;
  form.elements.kind.value = kind;
  at("claim-name").textContent = claim;
  at("claim").placeholder = ask;
  at("sources-field").hidden = kind === "open";
  form.querySelector(".texts").className = `texts ${kind}`;
  at("start").textContent = verb;
  for (const [n, box] of [...at("sources").children].entries()) box.querySelector("label").textContent = n ? `${source} ${n + 1}` : source;
  showProtocols();
}

function showProtocols() {
  const offered = choices.protocols.filter((one) => KINDS[chosen.kind].protocols.includes(one.name));
  offered.sort((a, b) => KINDS[chosen.kind].protocols.indexOf(a.name) - KINDS[chosen.kind].protocols.indexOf(b.name));
  at("protocols").replaceChildren(
    ...protocolCards(offered, chosen.protocol, (name) => {
      chosen.protocol = name;
      showSettings();
    }),
  );
  showSettings();
}

function showSettings(engine = at("engine")?.value ?? "", values = {}) {
  const protocol = choices.protocols.find((one) => one.name === chosen.protocol);
  if (!protocol) return;
  const kind = h(
    "div",
    { class: "field" },
    h("label", { for: "source-kind" }, "Type of source"),
    h("input", { id: "source-kind", placeholder: "a study, a press release …", value: at("source-kind")?.value ?? "" }),
    h("p", { class: "help" }, "In words. Rated by the entailment pipeline, never part of a verdict."),
  );
  at("settings").replaceChildren(
    engineField(choices.engines, engine),
    ...(protocol.needs_source === false ? [] : [kind]),
    ...settingFields(protocol, values),
  );
  at("settings-note").textContent = `${engine || at("engine").placeholder}${protocol.settings.length ? ", the usual settings" : ""}`;
}

/** One more source; returns its text field. */
function addSource(text = "", title = "") {
  const n = ++lastSource;
  const id = `source-${n}`;
  const input = h(
    "textarea",
    {
      id,
      rows: "5",
      dir: "auto",
      spellcheck: "true",
      placeholder: "Paste the text, or drop a file: text, HTML, PDF",
      "aria-describedby": `${id}-problem sources-problem`,
      dataset: { title },
    },
  );
  input.value = text;
  const file = h(
    "input",
    {
      type: "file",
      class: "unseen",
      id: `${id}-file`,
      accept: ".txt,.md,.html,.htm,.pdf,text/*,application/pdf",
      tabindex: "-1",
      "aria-label": "Open a file",
      onchange: async () => {
        const [given] = file.files;
        if (given) await read(given, input);
        file.value = ""; // the same file, put right, can be chosen again
      },
    },
  );
  const drop = h("div", { class: "drop" }, input);
  const box = h(
    "div",
    { class: "source", id: `${id}-field` },
    h(
      "div",
      { class: "source-head" },
      h("label", { for: id }, KINDS[chosen.kind].source || "Source"),
      h(
        "span",
        { class: "acts" },
        h("button", { type: "button", class: "link", onclick: () => file.click() }, "Open a file"),
        n > 1 && h(
          "button",
          { type: "button", class: "link", onclick: () => { box.remove(); showKind(chosen.kind); } },
          "Remove",
        ),
      ),
    ),
    drop,
    file,
    h("p", { class: "problem", id: `${id}-problem`, hidden: true }),
  );
  for (const name of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
      if (name === "drop" && event.dataTransfer.files[0]) read(event.dataTransfer.files[0], input);
    });
  }
  at("sources").append(box);
  showKind(chosen.kind);
  return input;
}

async function read(file, input) {
  clearProblems(form);
  input.disabled = true;
  try {
    const document = await upload(file);
    if (document.kind !== "document") throw Object.assign(
      new Error(),
      { detail: `${file.name} is a table.`, hint: "Open tables of many cases on the page Batch." },
    );
    input.value = document.text;
    input.dataset.title = document.title ?? "";
    say(`${file.name} is read: ${document.text.length} characters.`);
    if (document.problems?.length) {
      showProblem(form, input.id, `Not all of ${file.name} could be read.`, document.problems.join("; "));
      input.removeAttribute("aria-invalid");
    }
  } catch (error) {
    input.disabled = false;
    showProblem(form, input.id, error.detail, error.hint);
  } finally {
    input.disabled = false;
  }
}

async function submit(event) {
  event.preventDefault();
  clearProblems(form);
  const kind = KINDS[chosen.kind];
  const claim = at("claim").value;
  if (!claim.trim()) return showProblem(
    form,
    "claim",
    `The ${kind.claim.toLowerCase()} is empty.`,
    "Give the text that is to be checked.",
  );
  const sources = chosen.kind === "open" ? [] : [...at("sources").querySelectorAll("textarea")].filter((input) => input.value.trim());
  if (!sources.length && chosen.kind !== "open") return showProblem(
    form,
    "sources",
    `The ${kind.source.toLowerCase()} is empty.`,
    `Paste its text or drop a file. Without one, choose “Only a claim”.`,
  );
  const type = at("source-kind")?.value.trim() ?? "";
  const documents = sources.map((input) => ({ text: input.value, title: input.dataset.title || "", kind: type }));
  const button = at("start");
  button.disabled = true;
  try {
    const check = await post(
      "/v1/checks",
      {
        case: { claim, documents },
        protocol: chosen.protocol,
        engine: at("engine")?.value.trim() || null,
        settings: chosenSettings(at("settings")),
      },
    );
    location.assign(`/runs/${encodeURIComponent(check.id)}`);
  } catch (error) {
    showProblem(form, fieldOf(error, form), error.detail, error.hint);
    button.disabled = false;
  }
}

function fill({ claim, sources, protocol, kind = "", engine = "", settings = {} }) {
  clearProblems(form);
  chosen.protocol = protocol;
  showKind(kindOf(protocol));
  at("claim").value = claim;
  at("sources").replaceChildren();
  lastSource = 0;
  for (const { text, title } of sources.length ? sources : [{ text: "" }]) addSource(text, title);
  showSettings(engine, settings);
  if (at("source-kind")) at("source-kind").value = kind;
}

function showExamples(examples) {
  at("examples").replaceChildren(
    ...examples.map((one) => {
      const sources = one.source ? [{ text: one.source }] : [];
      const use = () => {
        fill({ claim: one.claim, sources, protocol: one.protocol, kind: one.kind });
        at("claim").focus();
      };
      return h(
        "button",
        { type: "button", class: "example", onclick: use },
        h("strong", {}, one.title),
        h("span", { dir: "auto" }, oneLine(one.claim, 90)),
        h("span", { class: "by" }, one.protocol),
      );
    }),
  );
}

async function refill(id) {
  try {
    const check = await get(`/v1/checks/${encodeURIComponent(id)}`);
    // What a news check found is not what was given: it looks again.
    const sources = check.protocol === "news" ? [] : check.case.documents;
    fill({
      claim: check.case.claim,
      sources,
      protocol: check.protocol,
      kind: sources[0]?.kind,
      engine: check.engine ?? "",
      settings: check.settings,
    });
  } catch (error) {
    showProblem(form, "form", error.detail, error.hint);
  }
}

start();
