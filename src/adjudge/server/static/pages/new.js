// A new case: texts, protocol, settings, start.

import { get, post, rows, upload } from "../lib/api.js";
import { chosenSettings, engineField, loadChoices, protocolCards, settingFields } from "../lib/choices.js";
import { h, say } from "../lib/dom.js";
import { when } from "../lib/format.js";
import { tab } from "../lib/keep.js";
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
const filesOf = new WeakMap(); // what was read from a file, by text field
let choices = { protocols: [], engines: [] };
const DRAFT = "adjudge.draft";
const ADDRESS = /^\s*https?:\/\/\S+\s*$/i;
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
  const from = new URLSearchParams(location.search).get("from");
  const draft = from ? null : tab.get(DRAFT);
  if (draft) fill(draft);
  form.addEventListener("input", keepDraft);
  form.addEventListener("change", keepDraft);
  addEventListener("pagehide", keepDraft);
  // Coming back with the browser's own button must not find a form that cannot be sent.
  addEventListener("pageshow", () => {
    at("start").disabled = false;
  });
  get("/v1/examples").then((data) => showExamples(rows(data, "examples"))).catch(() => at("examples").closest("aside").remove());
  try {
    choices = await loadChoices();
    showProtocols();
    if (draft) showSettings(draft.engine, draft.settings);
    if (draft?.kind && at("source-kind")) at("source-kind").value = draft.kind;
  } catch (error) {
    showProblem(form, "form", error.detail, error.hint);
  } finally {
    at("protocols").removeAttribute("aria-busy");
  }
  if (from) refill(from);
  if (draft) showDraftNote();
}

/** What is on the page, so that a reload or a way back loses nothing; this tab keeps it until the case is started. */
function keepDraft() {
  if (at("start").disabled) return;
  const draft = {
    claim: at("claim").value,
    sources: [...at("sources").querySelectorAll("textarea")].map((input) => ({ text: input.value, ...input.dataset })),
    protocol: chosen.protocol,
    kind: at("source-kind")?.value ?? "",
    engine: at("engine")?.value ?? "",
    settings: chosenSettings(at("settings")),
  };
  const empty = !draft.claim.trim() && !draft.sources.some((one) => one.text.trim());
  if (empty) tab.remove(DRAFT);
  else tab.set(DRAFT, draft);
}

function showDraftNote() {
  const note = h(
    "p",
    { class: "note draft", role: "status" },
    "Your draft is as you left it. ",
    h("button", { type: "button", class: "link", onclick: () => {
      fill({ claim: "", sources: [], protocol: chosen.protocol });
      tab.remove(DRAFT);
      note.remove();
      at("claim").focus();
    } }, "Start afresh"),
  );
  form.prepend(note);
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
function addSource(text = "", about = {}) {
  const n = ++lastSource;
  const id = `source-${n}`;
  const input = h(
    "textarea",
    {
      id,
      rows: "5",
      dir: "auto",
      spellcheck: "true",
      placeholder: "Paste the text or an address, or drop a file: text, HTML, PDF",
      "aria-describedby": `${id}-problem sources-problem`,
      dataset: Object.fromEntries(["title", "url", "retrieved"].map((name) => [name, about[name] ?? ""])),
      oninput: () => offerFetch(input, fetched),
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
  const fetched = h("p", { class: "help", hidden: true, role: "status" });
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
    fetched,
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
  showOrigin(input, fetched);
  return input;
}

/** An address in place of a text can be fetched; the text is then the source, and stays with the case. */
function offerFetch(input, place) {
  if (!ADDRESS.test(input.value)) {
    if (place.dataset.offers) showOrigin(input, place);
    return;
  }
  const url = input.value.trim();
  place.dataset.offers = url;
  place.replaceChildren(
    h("button", { type: "button", class: "button", onclick: () => fetchSource(input, place, url) }, "Fetch this page"),
    " Your server asks the other site for it; its text is kept with the case.",
  );
  place.hidden = false;
}

async function fetchSource(input, place, url) {
  clearProblems(form);
  input.disabled = true;
  place.replaceChildren("Fetching …");
  try {
    const page = await post("/v1/sources", { url });
    input.value = page.text;
    Object.assign(input.dataset, { title: page.title, url: page.url, retrieved: page.retrieved_at });
    say(`The page is read: ${page.text.length} characters.`);
    showOrigin(input, place);
    keepDraft();
  } catch (error) {
    input.disabled = false;
    offerFetch(input, place);
    showProblem(form, input.id, error.detail, error.hint);
  } finally {
    input.disabled = false;
  }
}

/** Where the text was fetched from, as long as it is there. */
function showOrigin(input, place) {
  const { url, retrieved } = input.dataset;
  delete place.dataset.offers;
  if (!input.value.trim()) Object.assign(input.dataset, { title: "", url: "", retrieved: "" });
  place.hidden = !url || !input.value.trim();
  place.replaceChildren(...(place.hidden ? [] : [`From ${url}, fetched ${when(retrieved)}.`]));
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
    filesOf.set(input, document);
    Object.assign(input.dataset, { title: document.title ?? "", url: "", retrieved: "" });
    keepDraft();
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
  const address = sources.find((input) => ADDRESS.test(input.value));
  if (address) return showProblem(
    form,
    address.id,
    "This is an address, not a text.",
    "Press “Fetch this page”, or paste the text of the page.",
  );
  const type = at("source-kind")?.value.trim() ?? "";
  const documents = sources.map((input) => ({
    text: input.value,
    title: input.dataset.title || "",
    kind: type,
    // Pages hold for the text as it was read, not for one that was edited since.
    ...(filesOf.get(input)?.text === input.value ? { places: filesOf.get(input).places ?? [] } : {}),
    ...(input.dataset.url ? { url: input.dataset.url, retrieved_at: input.dataset.retrieved || null } : {}),
  }));
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
    tab.remove(DRAFT);
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
  for (const one of sources.length ? sources : [{ text: "" }]) {
    addSource(one.text, { ...one, retrieved: one.retrieved ?? one.retrieved_at });
  }
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
        keepDraft();
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
