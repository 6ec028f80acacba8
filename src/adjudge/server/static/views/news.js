// The news checker: what to look for, where it was looked for, what was found, what the verifier and the critic say.

import { h } from "../lib/dom.js";
import { name, plural } from "../lib/format.js";
import { ballot, chip, facts, failedBallot, item, para, says, strip } from "../lib/parts.js";
import { safeLink } from "../lib/passage.js";
import { oneLine, visible } from "../lib/text.js";
import { tone } from "../lib/tones.js";
import { seatsOf } from "./seats.js";

const BENCH = [
  ["analyzer", "says what to look for", ["analyse"]],
  ["verifier", "weighs what was found", ["verify"]],
  ["critic", "looks for faults", ["criticise"]],
];
export const seats = (state) => seatsOf(BENCH, state);

export const stages = [
  ["analyse", "Analysis"],
  ["search", "Search"],
  ["verify", "Verifier"],
  ["criticise", "Critic"],
];

export function groups(state, evidence) {
  const of = (kind) => state.answers.filter((entry) => entry.kind === kind);
  const result = state.verdict?.result;
  return [
    {
      stage: "analyse",
      title: "What to look for",
      items: of("analyze_claim").map((e) => item(e.number, [e.number], () => analysed(e))),
    },
    {
      stage: "search",
      title: "What was found",
      layout: "rows",
      items: [
        ...(result?.searches ?? []).map((one, n) => item(`search-${n}`, "", () => searched(one))),
        ...hits(state).map((hit) => item(`hit-${hit.document.id}`, [hit.document.id, !!hit.counted], () => found(hit, evidence))),
        ...(state.verdict && !state.case.documents.length ? [item(
          "none",
          "",
          () => para("Nothing was found.", { class: "soft" }),
        )] : []),
      ],
    },
    {
      stage: "verify",
      title: "Verifier",
      lead: "Says of each piece whether it says the same as the claim or denies it. What follows from its label is a rule.",
      items: of("determine_verdict").map((e) => item(e.number, [e.number, !!state.verdict], () => weighed(e, evidence))),
    },
    {
      stage: "criticise",
      title: "Critic",
      items: of("criticise_verdict").map((e) => item(e.number, [e.number], () => criticised(e))),
    },
  ];
}

function hits(state) {
  const counted = new Map((state.verdict?.result.counted ?? []).map((one) => [one.document_id, one]));
  const all = (state.case?.documents ?? []).map((document) => ({ document, counted: counted.get(document.id) }));
  return all.sort((a, b) => (a.counted?.effect === "NEI") - (b.counted?.effect === "NEI"));
}

function analysed(entry) {
  if (!entry.reply) return failedBallot(entry);
  const { entities, queries, complexity } = entry.reply;
  const list = (texts) => (texts.length ? h("ul", { class: "chips" }, texts.map((text) => chip(visible(text)))) : "–");
  return facts([
    ["entities", list(entities)],
    ["queries", list(queries)],
    ["complexity", complexity],
  ]);
}

function searched(one) {
  return h(
    "p",
    { class: "row" },
    h("small", {}, name(one.tool)),
    h("q", { dir: "auto" }, visible(one.query)),
    h("small", {}, one.problem || plural(one.documents.length, "hit")),
  );
}

function found({ document, counted }, evidence) {
  const effect = counted && (counted.effect === "NEI" ? "context" : counted.effect);
  return h(
    "article",
    { class: `hit ${counted ? (counted.effect === "NEI" ? "plain" : tone(counted.effect)) : "plain"}` },
    h(
      "header",
      {},
      h("strong", {}, document.title ? oneLine(document.title, 120) : document.id),
      counted?.label && h("span", { class: "badge" }, counted.label),
      effect && says(effect, counted.effect === "NEI" ? "plain" : tone(counted.effect)),
    ),
    h("p", { class: "place" }, [counted?.origin, document.kind].filter(Boolean).join(" · "), " ", safeLink(document.url)),
    evidence.quote(
      { text: document.text, document_id: document.id, start: 0, end: Array.from(document.text).length, match: "verbatim" },
      { label: oneLine(document.text, 260) },
    ),
    counted?.why && para(counted.why, { class: "reason" }),
  );
}

function weighed(entry, evidence) {
  if (!entry.reply) return failedBallot(entry);
  const { readings, reason, verdict } = entry.reply;
  return ballot({
    who: "verifier",
    label: verdict,
    reason,
    rest: h(
      "ul",
      { class: "rests-on" },
      readings.map((one) =>
        h(
          "li",
          {},
          h("span", { class: "field-name" }, `${one.id}, ${one.bearing}`),
          one.quote.trim() && h("span", { class: "sides" }, evidence.words(one.quote, "source", entry)),
          h("span", { class: "issue" }, visible(one.why)),
        ),
      ),
    ),
  });
}

function criticised(entry) {
  if (!entry.reply) return failedBallot(entry);
  const { concerns, advice, confidence_adjustment: step } = entry.reply;
  return ballot({
    who: "critic",
    role: step ? `confidence ${step.toFixed(2)}` : "",
    label: advice,
    rest: concerns.length
      ? h("ul", { class: "plainly" }, concerns.map((text) => h("li", {}, visible(text))))
      : para("Nothing speaks against the verdict.", { class: "soft" }),
  });
}

export function glance(verdict) {
  const { counted = [], complexity, independent_origins: origins, tool_calls: calls, contradictions = [] } = verdict.result;
  const counting = counted.filter((one) => one.effect !== "NEI");
  return [
    strip("Search", [
      chip(`${complexity} complexity`),
      chip(`${counting.length} of ${counted.length} pieces count`),
      chip(plural(origins, "independent origin")),
      chip(plural(calls, "tool call")),
    ]),
    ...contradictions.map((text) => para(text, { class: "note" })),
  ];
}
