// Engines with a test call, keys by name, limits, calibrations and places.

import { get, post } from "../lib/api.js";
import { alertBox, h, say } from "../lib/dom.js";
import { dollars, name, percent, plural } from "../lib/format.js";
import { facts, says } from "../lib/parts.js";
import { visible } from "../lib/text.js";

const root = document.getElementById("settings-page");
const MEGABYTE = 1_000_000;
const count = (n) => n.toLocaleString("en-GB");

async function start() {
  try {
    const data = await get("/v1/settings");
    root.className = "figures-grid";
    root.replaceChildren(engines(data.engines), keys(data.keys), limits(data), calibrations(data.calibrations), places(data));
  } catch (error) {
    root.replaceChildren(alertBox("The settings could not be loaded", error.detail ?? String(error), error.hint));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

const panel = (id, title, ...content) =>
  h("section", { class: `panel ${id}`, "aria-labelledby": `${id}-head` }, h("h2", { id: `${id}-head` }, title), content);

function engines(list) {
  const input = h("input", {
    id: "engine",
    name: "engine",
    list: "engine-names",
    autocomplete: "off",
    required: true,
    value: list.find((one) => one.default)?.name ?? "",
    "aria-describedby": "engine-problem engine-help",
  });
  const button = h("button", { type: "submit", class: "primary" }, "Test call");
  const problem = h("p", { class: "problem", id: "engine-problem", role: "alert", hidden: true });
  const answer = h("div", { id: "answer", "aria-live": "polite" });
  const form = h(
    "form",
    {
      class: "try",
      onsubmit: async (event) => {
        event.preventDefault();
        await testCall(input, button, problem, answer);
      },
    },
    h("div", { class: "field" }, h("label", { for: "engine" }, "Engine to test"), input),
    h("datalist", { id: "engine-names" }, list.filter((one) => one.usable).map((one) => h("option", { value: one.name }))),
    button,
  );
  input.addEventListener("input", () => {
    problem.hidden = true;
    input.removeAttribute("aria-invalid");
  });
  return panel(
    "engines-panel wide",
    "Engines",
    h(
      "table",
      { class: "plain-table stack" },
      h("caption", { class: "unseen" }, "Engines and whether they can be asked"),
      h("tbody", {}, list.map((one) => h(
        "tr",
        {},
        h("th", { scope: "row" }, h("code", {}, one.name), one.default && h("span", { class: "badge" }, "default")),
        h("td", {}, one.usable ? says("ready", "good") : says("not usable", "unsure"), one.why && h("small", { class: "aside" }, one.why)),
      ))),
    ),
    form,
    h("p", { class: "help soft", id: "engine-help" }, "One small question, asked anew: it costs what one vote of a juror costs. Write MODEL as the provider names it, or an address as given with --engine."),
    problem,
    answer,
  );
}

async function testCall(input, button, problem, answer) {
  problem.hidden = true;
  answer.replaceChildren(h("p", { class: "soft" }, `Waiting for ${input.value} …`));
  button.disabled = true;
  try {
    const said = await post("/v1/engines/test", { engine: input.value.trim() });
    const right = said.verdict === "Mutated";
    answer.replaceChildren(facts([
      ["Answered by", h("code", {}, said.engine)],
      ["In", `${said.seconds < 1 ? `${Math.round(said.seconds * 1000)} ms` : `${said.seconds.toFixed(1)} s`}`],
      ["Asked", visible(`Is “${said.claim}” faithful to “${said.source}”?`)],
      ["Said", [says(said.verdict, right ? "good" : "bad"), ` ${percent(said.confidence)}, ${right ? "which is right" : "which is wrong: the years differ"}`]],
      ["Because", visible(said.reasoning)],
      ["Cost", `${plural(said.usage.calls, "call")}, ${count(said.usage.input_tokens)} tokens in, ${count(said.usage.output_tokens)} out, ${dollars(said.usage.cost_usd)}`],
      ...(said.notes.length ? [["Repaired", visible(said.notes.join("; "))]] : []),
    ]));
    say(`${said.engine} answered.`);
  } catch (error) {
    answer.replaceChildren();
    problem.replaceChildren(error.detail ?? String(error), h("small", {}, error.hint));
    problem.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.focus();
  } finally {
    button.disabled = false;
  }
}

const keys = (list) => panel(
  "keys",
  "Keys",
  h(
    "table",
    { class: "plain-table stack" },
    h("caption", { class: "unseen" }, "Which keys are set"),
    h("tbody", {}, list.map((one) => h(
      "tr",
      {},
      h("th", { scope: "row" }, one.provider),
      h("td", {}, one.variables.flatMap((variable, n) => [n ? " or " : "", h("code", {}, variable)])),
      h("td", {}, one.is_set ? says("set", "good") : says(one.needed ? "not set" : "not set, not needed", one.needed ? "unsure" : "plain")),
    ))),
  ),
);

const limits = ({ limits: most, model_limits: model }) => panel(
  "limits",
  "Limits",
  facts([
    ["Jobs at once", `${count(most.jobs)}; ${count(most.queue)} more may wait`],
    ["Requests", most.rate_per_s ? `${count(most.rate_per_s)} a second from one client` : "any number"],
    ["Texts of a case", `${count(most.text_characters)} characters`],
    ["A file", `${count(most.upload_bytes / MEGABYTE)} MB`],
    ["A request", `${count(most.body_bytes / MEGABYTE)} MB`],
    ["A model's answer", [
      model.timeout_s ? `${count(model.timeout_s)} s` : "the usual time",
      model.max_tokens ? `${count(model.max_tokens)} tokens` : "the usual length",
    ].join(", ")],
  ]),
  h("p", { class: "soft" }, "Set with options of ", h("code", {}, "adjudge serve"), " and with ", h("code", {}, "ADJUDGE_TIMEOUT"), " and ", h("code", {}, "ADJUDGE_MAX_TOKENS"), "."),
);

const calibrations = (list) => panel(
  "calibrations wide",
  "Calibrations",
  h("p", { class: "soft" }, "Where a protocol is calibrated on an engine, its confidence says how often such verdicts were right. ", h("code", {}, "adjudge calibrate"), " adds your own."),
  h(
    "div",
    { class: "table-wrap" },
    h(
      "table",
      { class: "stack" },
      h("thead", {}, h("tr", {}, ["Protocol", "Engine", "Fitted on", "Size", "Mean gap"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, list.map((one) => h(
        "tr",
        {},
        h("td", {}, one.protocol),
        h("td", {}, one.engine),
        h("td", {}, one.name, one.languages.length > 0 && h("small", { class: "aside" }, one.languages.join(", "))),
        h("td", { class: "num" }, plural(one.cases, "case")),
        h("td", { class: "num" }, `${(one.ece * 100).toFixed(1)}% off`),
      ))),
    ),
  ),
);

const places = ({ places: where, version, python, token_required: token }) => panel(
  "places wide",
  "This service",
  facts([
    ["Version", `${version} on Python ${python}`],
    ["Access", token ? "with the token" : "from this machine only, without a login"],
    ...Object.entries(where).map(([key, value]) => [name(key), h("code", {}, value)]),
  ]),
  h("p", {}, h("a", { href: "/docs" }, "REST documentation"), " · ", h("a", { href: "/metrics" }, "Metrics"), " · ", h("a", { href: "/evidence" }, "Evidence index")),
);

start();
