// What can be chosen for a case: protocols as cards, engine and settings as fields. Shared by new case and batch.

import { get, rows } from "./api.js";
import { h } from "./dom.js";
import { name } from "./format.js";

const HELP = {
  max_rounds: "Rounds of debate at most; 0 for none.",
  dissent_threshold: "How many jurors on the smaller side are strong dissent.",
  speakers: "Who speaks for a side in each round.",
  rejudge_edit: "Let the jury hear the smallest change as well.",
  rebuttal_rounds: "How often each side may answer the other.",
  passages: "Passages that each claim is read against.",
  retriever: "How evidence is found.",
  match: "How the evidence index is searched.",
  hits: "Hits of each store for each query.",
  web: "Search the web where the index has nothing. Leaves this machine.",
};

export async function loadChoices() {
  const [protocols, engines] = await Promise.all([get("/v1/protocols"), get("/v1/engines")]);
  return { protocols: rows(protocols, "protocols"), engines: rows(engines, "engines") };
}

/** Protocols as cards to pick from. */
export function protocolCards(protocols, chosen, onpick) {
  return protocols.map((one) =>
    h(
      "label",
      { class: "pick" },
      h(
        "input",
        { type: "radio", name: "protocol", value: one.name, checked: one.name === chosen, onchange: () => onpick(one.name) },
      ),
      h("strong", {}, one.name),
      h("span", {}, one.what),
    ),
  );
}

/** The engine as a field with suggestions: a model is named freely, as on the command line. */
export function engineField(engines, value = "") {
  const usual = engines.find((one) => one.default)?.name ?? "offline";
  const not = engines.filter((one) => !one.usable);
  return h(
    "div",
    { class: "field", id: "engine-field" },
    h("label", { for: "engine" }, "Engine"),
    h(
      "input",
      {
        id: "engine",
        name: "engine",
        list: "engines",
        placeholder: usual,
        value,
        autocomplete: "off",
        "aria-describedby": "engine-help engine-problem",
      },
    ),
    h("datalist", { id: "engines" }, engines.filter((one) => one.usable).map((one) => h("option", { value: one.name }, one.why))),
    h(
      "p",
      { class: "help", id: "engine-help" },
      not.length ? `Not available: ${not.map((one) => `${one.name} (${one.why})`).join(", ")}.` : "As on the command line.",
    ),
    h("p", { class: "problem", id: "engine-problem", hidden: true }),
  );
}

/** One field for each setting of a protocol. */
export function settingFields(protocol, values = {}) {
  return (protocol?.settings ?? []).map((one) => {
    const id = `setting-${one.name}`;
    const value = values[one.name] ?? one.default;
    return h(
      "div",
      { class: "field", id: `${id}-field` },
      h("label", { for: id }, name(one.name)),
      control(one, id, value),
      HELP[one.name] && h("p", { class: "help", id: `${id}-help` }, HELP[one.name]),
      h("p", { class: "problem", id: `${id}-problem`, hidden: true }),
    );
  });
}

function control(one, id, value) {
  const about = {
    id,
    dataset: { setting: one.name, type: one.type, default: JSON.stringify(one.default) },
    "aria-describedby": `${id}-help ${id}-problem`,
  };
  if (one.choices?.length) {
    return h(
      "select",
      about,
      one.choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice || "none")),
    );
  }
  if (one.type === "boolean") return h(
    "span",
    { class: "switch" },
    h("input", { ...about, type: "checkbox", checked: !!value }),
    "yes",
  );
  const number = one.type === "integer" || one.type === "number";
  return h(
    "input",
    {
      ...about,
      type: number ? "number" : "text",
      min: one.minimum,
      max: one.maximum,
      step: one.type === "number" ? "any" : undefined,
      value: value ?? "",
    },
  );
}

/** The settings that differ from the usual, as the service wants them. */
export function chosenSettings(root) {
  const settings = {};
  for (const input of root.querySelectorAll("[data-setting]")) {
    const { setting, type, default: usual } = input.dataset;
    const value = type === "boolean" ? input.checked : type === "integer" || type === "number" ? Number(input.value) : input.value;
    if (JSON.stringify(value) !== usual && !(type !== "boolean" && type !== "string" && input.value === "")) settings[setting] = value;
  }
  return settings;
}
