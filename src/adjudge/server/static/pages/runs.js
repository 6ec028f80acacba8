// All runs: search, filter, choose two, delete.

import { asked, remember } from "../lib/address.js";
import { get, remove, rows, withQuery } from "../lib/api.js";
import { alertBox, confirmed, emptyState, h, say } from "../lib/dom.js";
import { when } from "../lib/format.js";
import { countChips, says } from "../lib/parts.js";
import { oneLine } from "../lib/text.js";
import { OUTCOMES, outcomeTone, word } from "../lib/tones.js";

const LIMIT = 25;
const filters = document.getElementById("filters");
const list = document.getElementById("runs");
const paging = document.getElementById("paging");
const chosenBar = document.getElementById("chosen");
const REFRESH_MS = 5000;
const chosen = new Set((asked().chosen ?? "").split(",").filter(Boolean).slice(0, 2));
let latest = 0;
let shown = "";

function query() {
  const given = filled();
  // A day is the reader's day, from its first second to its last.
  if (given.since) given.since = new Date(`${given.since}T00:00:00`).toISOString();
  if (given.until) given.until = new Date(`${given.until}T23:59:59.999`).toISOString();
  return given;
}

const filled = () => Object.fromEntries(new FormData(filters));

/** The page that the address names; `quiet` replaces the list only where it changed. */
async function load({ quiet = false } = {}) {
  const mine = ++latest;
  const { after } = asked();
  if (!quiet) list.setAttribute("aria-busy", "true");
  try {
    const page = await get(withQuery("/v1/runs", { ...query(), limit: LIMIT, after }));
    if (mine !== latest) return; // a later question was asked in the meantime
    const found = JSON.stringify(page);
    if (quiet && found === shown) return;
    shown = found;
    keepingFocus(() => show(rows(page, "runs"), quiet));
    showPaging(after, page.next);
  } catch (error) {
    if (mine === latest && !quiet) list.replaceChildren(alertBox("The runs could not be listed", error.detail, error.hint));
  } finally {
    if (mine === latest) list.removeAttribute("aria-busy");
  }
}

/** A list that refreshes itself does not take the focus away from whoever stands in it. */
function keepingFocus(draw) {
  const inside = list.contains(document.activeElement) ? document.activeElement : null;
  const name = inside && (inside.getAttribute("href") ?? inside.getAttribute("aria-label"));
  draw();
  if (!name) return;
  [...list.querySelectorAll("a, input, button")].find((one) => [one.getAttribute("href"), one.getAttribute("aria-label")].includes(name))?.focus();
}

function show(runs, quiet) {
  if (!runs.length) {
    const filtered = Object.values(query()).some(Boolean);
    list.replaceChildren(
      filtered
        ? emptyState("No run fits", h("p", {}, "Take a filter away, or search for other words."))
        : emptyState(
          "Nothing has been checked yet",
          h("p", {}, h("a", { href: "/new" }, "Open a new case"), " or check on the command line:"),
          h("pre", {}, 'adjudge check "All patients recovered." --source report.pdf'),
        ),
    );
    return;
  }
  list.replaceChildren(
    h(
      "div",
      { class: "table-wrap" },
      h(
        "table",
        { class: "runs" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "Claim", "Verdict", "Protocol", "Engine", "When", ""].map((title) => h(
              "th",
              { scope: "col" },
              title || h("span", { class: "unseen" }, "choose"),
            )),
          ),
        ),
        h("tbody", {}, runs.map(row)),
      ),
    ),
  );
  addOptions("engine", runs.flatMap((run) => Object.values(run.engines ?? {})));
  if (!quiet) say(`${runs.length} runs.`);
}

function row(run) {
  const many = run.asked > 1 || run.kind === "batch";
  const box = h(
    "input",
    {
      type: "checkbox",
      "aria-label": `Choose ${oneLine(run.claim ?? run.id, 60)}`,
      checked: chosen.has(run.id),
      onchange: () => choose(run, box),
    },
  );
  return h(
    "tr",
    {},
    h("td", { class: "select" }, box),
    h(
      "td",
      { class: "claim" },
      h("a", { href: `/runs/${encodeURIComponent(run.id)}`, dir: "auto" }, oneLine(run.claim || run.id, 160)),
      many && h("small", {}, `${run.asked.toLocaleString("en-GB")} cases`),
    ),
    h(
      "td",
      { class: `nowrap ${run.outcome ? outcomeTone(run.outcome) : ""}` },
      many ? countChips(run.counts) : outcome(run),
    ),
    h("td", { class: "nowrap thin" }, run.protocol),
    h("td", { class: "thin" }, engines(run)),
    h("td", { class: "nowrap thin" }, h("time", { datetime: run.started_at }, when(run.started_at))),
    h(
      "td",
      { class: "end" },
      h("button", { type: "button", class: "quiet", "aria-label": `Delete ${run.id}`, onclick: () => erase(run) }, "Delete"),
    ),
  );
}

const outcome = (run) =>
  run.outcome
    ? [says(run.text, outcomeTone(run.outcome), run.leaning), h("small", { class: "own" }, word(run.label))]
    : run.status === "failed" ? says("Failed", "failed") : h("span", { class: "soft" }, run.status);

const engines = (run) => [...new Set(Object.values(run.engines ?? {}))].join(", ");

function choose(run, box) {
  if (box.checked) chosen.add(run.id);
  else chosen.delete(run.id);
  if (chosen.size > 2) {
    // The first of the two chosen before makes room.
    chosen.delete([...chosen][0]);
    for (const other of list.querySelectorAll("input[type=checkbox]")) other.checked = false;
    for (const line of list.querySelectorAll("tbody tr")) {
      const id = decodeURIComponent(line.querySelector("a").pathname.split("/")[2]);
      line.querySelector("input").checked = chosen.has(id);
    }
  }
  showChosen();
}

function clearChosen() {
  chosen.clear();
  for (const box of list.querySelectorAll("input[type=checkbox]")) box.checked = false;
  showChosen();
}

function showChosen() {
  remember({ chosen: [...chosen].join(",") });
  // An id begins with the time: the earlier run is the first.
  const two = [...chosen].sort();
  chosenBar.hidden = !two.length;
  if (!two.length) return;
  chosenBar.replaceChildren(
    h("span", {}, two.length === 1 ? "One run chosen. Choose another to compare them." : "Two runs chosen."),
    ...(two.length === 2 ? [h(
      "a",
      { class: "button", href: `/compare/${encodeURIComponent(two[0])}/${encodeURIComponent(two[1])}` },
      "Compare",
    )] : []),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: clearChosen,
      },
      "Clear",
    ),
  );
}

async function erase(run) {
  if (!(await confirmed("Delete this run with its verdicts and reviews?", "Delete"))) return;
  try {
    await remove(`/v1/runs/${encodeURIComponent(run.id)}`);
    chosen.delete(run.id);
    showChosen();
    say("The run is deleted.");
    load();
  } catch (error) {
    list.prepend(alertBox("The run could not be deleted", error.detail, error.hint));
  }
}

/** The pages before this one are in the state of the history; a page that was sent as a link has none, and leads to the first. */
function showPaging(after, next) {
  const trail = history.state?.trail ?? [];
  const turn = (cursor, before) => {
    const url = new URL(location.href);
    if (cursor) url.searchParams.set("after", cursor);
    else url.searchParams.delete("after");
    history.pushState({ trail: before }, "", url);
    load();
  };
  paging.replaceChildren(
    ...(after ? [h("button", { type: "button", onclick: () => turn(trail.at(-1) ?? "", trail.slice(0, -1)) }, "Newer")] : []),
    ...(next ? [h("button", { type: "button", onclick: () => turn(next, after ? [...trail, after] : []) }, "Older")] : []),
  );
}

/** What can be filtered by; engines are also learnt from the runs that come by. */
function addOptions(name, values) {
  const known = new Set([...filters.elements[name].options].map((option) => option.value));
  filters.elements[name].append(...[...new Set(values)].filter((value) => !known.has(value)).map((value) => h("option", { value }, value)));
}

async function options() {
  addOptions("outcome", Object.keys(OUTCOMES));
  const [protocols, known] = await Promise.all([get("/v1/protocols"), get("/v1/engines")]);
  addOptions("protocol", rows(protocols, "protocols").map((one) => one.name));
  addOptions("engine", rows(known, "engines").filter((one) => one.usable && !one.name.endsWith("MODEL")).map((one) => one.name));
}

let timer;
filters.addEventListener("submit", (event) => event.preventDefault());
filters.addEventListener("input", () => {
  clearTimeout(timer);
  // The address holds the filters: back, reload and a sent link show the same list.
  remember({ ...filled(), after: "" });
  timer = setTimeout(load, 200);
});
addEventListener("popstate", () => {
  recall();
  load();
});

function recall() {
  const given = asked();
  for (const field of filters.elements) {
    const value = given[field.name] ?? "";
    if (field.tagName === "SELECT" && value) addOptions(field.name, [value]);
    if (field.name) field.value = value;
  }
}

setInterval(() => {
  if (!document.hidden && !document.querySelector("dialog[open]")) load({ quiet: true });
}, REFRESH_MS);

recall();
showChosen();
options().catch(() => {});
load();
