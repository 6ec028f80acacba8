// The evidence index: stores with their files, search, files added and removed.

import { asked, remember } from "../lib/address.js";
import { get, remove, sendFile, withQuery } from "../lib/api.js";
import { alertBox, confirmed, emptyState, h, say } from "../lib/dom.js";
import { bytes, plural, when } from "../lib/format.js";
import { clearProblems, showProblem } from "../lib/problems.js";
import { oneLine, visible } from "../lib/text.js";

const at = (id) => document.getElementById(id);
const stores = at("stores");
const form = at("add");
const LIMIT = 10;
const WHAT = {
  docs: "Documents: text, Markdown, HTML, PDF, DOCX, ODT, JSON lines with text",
  isot: "Headlines: a CSV with a title (True.csv, Fake.csv)",
  fever: "Claims: JSON lines with claim and label",
};
const STATUS = { added: "Added", replaced: "Replaced", unchanged: "Is there already", refused: "Refused" };
let formats = [];

async function load() {
  try {
    const data = await get("/v1/index");
    formats = data.formats;
    stores.replaceChildren(data.stores.length
      ? h("div", { class: "figures-grid" }, data.stores.map(storePanel))
      : emptyState("The index is empty", h("p", {}, "Add files below, or on the command line:"), h("pre", {}, "adjudge index add docs reports/")));
    if (!form.childElementCount) fields(data.stores);
    else names(data.stores);
  } catch (error) {
    stores.replaceChildren(alertBox("The index could not be read", error.detail ?? String(error), error.hint));
  } finally {
    stores.removeAttribute("aria-busy");
  }
}

function storePanel(one) {
  const list = h("div");
  const open = h(
    "details",
    { class: "more", ontoggle: () => open.open && !list.childElementCount && files(one.name, list) },
    h("summary", {}, plural(one.files, "file")),
    list,
  );
  return h(
    "section",
    { class: "panel", "aria-label": `Store ${one.name}` },
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, one.name),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete store ${one.name}`, onclick: () => erase(one.name) }, "Delete"),
    ),
    h("p", { class: "soft" }, [
      one.origin,
      plural(one.records, "record"),
      bytes(one.bytes_on_disk),
      one.last_added_at && when(one.last_added_at),
    ].filter(Boolean).join(" · ")),
    open,
  );
}

async function files(name, list) {
  try {
    const data = await get(`/v1/index/stores/${encodeURIComponent(name)}`);
    list.replaceChildren(h("ul", { class: "lines" }, data.files.map((one) => h(
      "li",
      { class: "file-line" },
      h("span", { dir: "auto" }, visible(one.file), h("small", { class: "aside" }, `${plural(one.records, "record")} · ${when(one.added_at)}`)),
      h("button", { type: "button", class: "quiet", "aria-label": `Remove ${one.file} from ${name}`, onclick: () => eraseFile(name, one) }, "Remove"),
    ))));
  } catch (error) {
    list.replaceChildren(alertBox("The files could not be listed", error.detail, error.hint));
  }
}

async function erase(name) {
  if (!(await confirmed(`Delete the store ${name} with all its records?`, "Delete"))) return;
  await gone(`/v1/index/stores/${encodeURIComponent(name)}`, `The store ${name} is deleted.`);
}

async function eraseFile(name, one) {
  if (!(await confirmed(`Remove the records of ${oneLine(one.file, 80)} from ${name}?`, "Remove"))) return;
  await gone(`/v1/index/stores/${encodeURIComponent(name)}/files/${encodeURIComponent(one.id)}`, `${one.file} is removed.`);
}

async function gone(path, told) {
  try {
    await remove(path);
    say(told);
    await load();
  } catch (error) {
    stores.prepend(alertBox("It could not be deleted", error.detail, error.hint));
  }
}

function fields(known) {
  const file = h("input", { type: "file", id: "files", multiple: true, "aria-describedby": "files-problem" });
  const format = h(
    "select",
    { id: "format", onchange: () => kind() },
    formats.map((one) => h("option", { value: one.name, selected: one.name === "docs" }, WHAT[one.name] ?? one.name)),
  );
  const label = h("select", { id: "label" });
  const name = h("input", { id: "store", list: "store-names", value: "docs", autocomplete: "off", maxlength: 64, "aria-describedby": "store-problem" });
  form.replaceChildren(
    h(
      "div",
      { class: "grid-fields" },
      h("div", { class: "field" }, h("label", { for: "files" }, "Files"), file, h("p", { class: "problem", id: "files-problem", hidden: true })),
      h("div", { class: "field" }, h("label", { for: "format" }, "What they are"), format),
      h("div", { class: "field" }, h("label", { for: "store" }, "Store"), name, h("datalist", { id: "store-names" }), h("p", { class: "problem", id: "store-problem", hidden: true })),
      h("div", { class: "field", id: "label-field" }, h("label", { for: "label" }, "Label of all records"), label),
    ),
    h("div", { class: "go" }, h("button", { type: "submit", class: "primary", id: "send" }, "Add to the index")),
    h("p", { class: "problem wide", id: "form-problem", role: "alert", hidden: true }),
    h("ul", { id: "added", class: "lines", "aria-live": "polite" }),
  );
  form.addEventListener("submit", submit);
  const kind = () => {
    const one = formats.find((each) => each.name === format.value);
    if (Object.keys(WHAT).includes(name.value)) name.value = format.value;
    file.accept = one.endings.flatMap((ending) => [ending, `${ending}.gz`]).join(",");
    at("label-field").hidden = !one.labels.length;
    label.replaceChildren(h("option", { value: "" }, "as the file says"), ...one.labels.map((word) => h("option", { value: word }, word)));
  };
  kind();
  names(known);
}

const names = (known) => at("store-names").replaceChildren(...known.map((one) => h("option", { value: one.name })));

async function submit(event) {
  event.preventDefault();
  clearProblems(form);
  const chosen = [...at("files").files];
  const store = at("store").value.trim();
  if (!chosen.length) return showProblem(form, "files", "No file is chosen.", "Choose one or more files.");
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(store)) return showProblem(form, "store", `'${store}' is not a valid store name.`, "Use a-z, 0-9, - and _, up to 64.");
  const told = at("added");
  told.replaceChildren();
  at("send").disabled = true;
  for (const file of chosen) {
    const line = h("li", {}, h("span", { class: "soft" }, `Adding ${file.name} …`));
    told.append(line);
    try {
      const one = await sendFile(`/v1/index/stores/${encodeURIComponent(store)}/files`, file, { format: at("format").value, label: at("label").value });
      line.replaceChildren(
        h("span", { dir: "auto" }, `${STATUS[one.status] ?? one.status}: `, visible(one.file)),
        h("small", {}, [plural(one.records, "record"), one.duplicates && plural(one.duplicates, "duplicate"), one.skipped && `${plural(one.skipped, "line")} not read`].filter(Boolean).join(" · ")),
        one.problems.length ? h("small", {}, one.problems.join("; ")) : "",
      );
    } catch (error) {
      line.className = "problem";
      line.replaceChildren(error.detail ?? String(error), h("small", {}, error.hint));
    }
  }
  at("send").disabled = false;
  at("files").value = "";
  await load();
}

let timer;
let searched = 0;

async function search() {
  const q = at("search").elements.q.value.trim();
  remember({ q });
  const mine = ++searched;
  if (!q) return at("found").replaceChildren();
  try {
    const data = await get(withQuery("/v1/index/search", { q, limit: LIMIT }));
    if (mine !== searched) return;
    at("found").replaceChildren(h(
      "section",
      { class: "panel found", "aria-label": "What was found" },
      data.hits.length
        ? h("ul", { class: "lines" }, data.hits.map(({ store, evidence: one }) => h(
          "li",
          {},
          h("span", { dir: "auto", class: "said" }, visible(one.text)),
          h("small", {}, [one.label, one.title, one.place, store].filter(Boolean).join(" · ")),
        )))
        : h("p", { class: "soft" }, data.problem || "Nothing in the index has these words."),
    ));
  } catch (error) {
    if (mine === searched) at("found").replaceChildren(alertBox("The index could not be searched", error.detail, error.hint));
  }
}

at("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
at("search").addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, 250);
});
at("search").elements.q.value = asked().q ?? "";
if (asked().q) search();
load();
