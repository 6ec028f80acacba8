// The REST service's own description as a page: every route with its fields and answers; what only reads can be asked.

import { asked, remember } from "../lib/address.js";
import { get } from "../lib/api.js";
import { alertBox, emptyState, h } from "../lib/dom.js";
import { visible } from "../lib/text.js";

const root = document.getElementById("routes");
const input = document.getElementById("find-route");
const LONGEST = 20_000;
const DEEPEST = 4;
let api = null;

async function start() {
  try {
    api = await get("/v1/openapi.json");
    const byTag = new Map();
    for (const [path, verbs] of Object.entries(api.paths)) {
      for (const [verb, one] of Object.entries(verbs)) {
        const tag = one.tags?.[0] ?? "other";
        if (!byTag.has(tag)) byTag.set(tag, []);
        byTag.get(tag).push(route(verb.toUpperCase(), path, one));
      }
    }
    root.replaceChildren(...[...byTag].map(([tag, routes]) => h("section", { class: "tag", "aria-label": tag }, h("h2", {}, tag), routes)), none);
    input.value = asked().q ?? "";
    filter();
  } catch (error) {
    root.replaceChildren(alertBox("The description could not be loaded", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

const none = emptyState("No route has these words");

function filter() {
  const words = input.value.trim().toLowerCase();
  remember({ q: words });
  for (const tag of root.querySelectorAll(".tag")) {
    for (const one of tag.querySelectorAll(".route")) one.hidden = !one.dataset.words.includes(words);
    tag.hidden = !tag.querySelector(".route:not([hidden])");
  }
  none.hidden = Boolean(root.querySelector(".tag:not([hidden])"));
}

function route(verb, path, one) {
  const body = h("div", { class: "route-body" });
  const node = h(
    "details",
    {
      class: "route",
      dataset: { words: `${verb} ${path} ${one.description ?? one.summary ?? ""}`.toLowerCase() },
      ontoggle: () => node.open && !body.childElementCount && body.append(...content(verb, path, one)),
    },
    h("summary", {}, h("span", { class: `verb ${verb.toLowerCase()}` }, verb), h("code", {}, path), h("span", { class: "soft" }, firstLine(one))),
    body,
  );
  return node;
}

const firstLine = (one) => (one.description ?? one.summary ?? "").split(/(?<=\.)\s/)[0];

function content(verb, path, one) {
  const request = one.requestBody && Object.entries(one.requestBody.content)[0];
  return [
    h("p", {}, visible(one.description ?? "")),
    one.parameters?.length && block("Parameters", fieldTable(one.parameters.map((each) => [
      each.name,
      `${typeOf(each.schema)}, in the ${each.in}`,
      each.required,
      each.description ?? each.schema?.description ?? "",
    ]))),
    request && block(`Body (${request[0]})`, schemaTable(request[1].schema)),
    block("Answers", h("ul", { class: "lines" }, Object.entries(one.responses).map(([status, answer]) => h(
      "li",
      {},
      h("span", {}, h("strong", {}, status), ` ${answer.description ?? ""}`),
      answerTable(answer),
    )))),
    verb === "GET" && !path.endsWith("/events") ? asking(path, one) : block("On the command line", h("pre", {}, curl(verb, path, request?.[0]))),
  ].filter(Boolean);
}

const block = (title, ...more) => h("div", { class: "doc-block" }, h("h3", {}, title), more);

function answerTable(answer) {
  const schema = answer.content?.["application/json"]?.schema;
  return schema && Object.keys(schema).length ? schemaTable(schema) : null;
}

/** The schema that a reference names. */
function resolved(schema) {
  return schema?.$ref ? api.components.schemas[schema.$ref.split("/").pop()] ?? {} : schema ?? {};
}

function typeOf(schema, depth = 0) {
  if (!schema || depth > DEEPEST) return "any";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (several) return several.map((one) => typeOf(one, depth + 1)).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items, depth + 1)}`;
  return schema.type ?? "any";
}

function schemaTable(given) {
  const list = given.type === "array";
  const inner = resolved(list ? given.items : given);
  const fields = Object.entries(inner.properties ?? {});
  if (!fields.length) return h("p", { class: "soft" }, typeOf(given));
  const table = fieldTable(fields.map(([name, one]) => [name, typeOf(one), (inner.required ?? []).includes(name), one.description ?? ""]));
  return [list && h("p", { class: "soft" }, "A list of:"), table];
}

const fieldTable = (fields) => h(
  "table",
  { class: "plain-table stack" },
  h("tbody", {}, fields.map(([name, type, required, about]) => h(
    "tr",
    {},
    h("th", { scope: "row" }, h("code", {}, name), required && h("span", { class: "badge" }, "required")),
    h("td", { class: "soft" }, type),
    h("td", {}, visible(about)),
  ))),
);

function curl(verb, path, type) {
  const how = type === "multipart/form-data" ? " -F file=@FILE" : type ? ` -H 'Content-Type: ${type}' -d '{…}'` : "";
  return `curl -s${verb === "GET" ? "N" : ` -X ${verb}`} ${location.origin}${path}${how}`;
}

/** A route that only reads, with its parameters as fields. */
function asking(path, one) {
  const given = (one.parameters ?? []).filter((each) => ["path", "query"].includes(each.in));
  const answer = h("pre", { class: "answer", tabindex: "0", "aria-live": "polite", "aria-label": "Answer", role: "region", hidden: true });
  const form = h(
    "form",
    {
      class: "try",
      onsubmit: async (event) => {
        event.preventDefault();
        await ask(path, given, form, answer);
      },
    },
    given.map((each) => h("label", { class: "field" }, h("span", {}, each.name), h("input", { name: each.name, autocomplete: "off", required: each.in === "path", placeholder: each.schema?.default ?? "" }))),
    h("button", { type: "submit" }, "Send"),
  );
  return block("Ask it", form, answer);
}

async function ask(path, given, form, answer) {
  let address = path;
  const query = new URLSearchParams();
  for (const each of given) {
    const value = form.elements[each.name].value;
    if (each.in === "path") address = address.replace(`{${each.name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(each.name, value);
  }
  const whole = query.size ? `${address}?${query}` : address;
  answer.hidden = false;
  try {
    const response = await fetch(whole);
    const text = await response.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 1);
    } catch {
      // it is no JSON, and shown as it came
    }
    const cut = shown.length > LONGEST ? `${shown.slice(0, LONGEST)}\n… ${(shown.length - LONGEST).toLocaleString("en-GB")} characters more` : shown;
    answer.textContent = `GET ${whole}\n${response.status} ${response.headers.get("content-type") ?? ""}\n\n${cut}`;
  } catch {
    answer.textContent = `GET ${whole}\nThe server cannot be reached.`;
  }
}

input.addEventListener("input", filter);
start();
