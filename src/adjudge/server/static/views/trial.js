// The trial: advocate on the left, skeptic on the right, the fact-checker's checklist, rebuttals, the judge.

import { h } from "../lib/dom.js";
import { name } from "../lib/format.js";
import { ballot, check, failedBallot, item, para, speech } from "../lib/parts.js";
import { visible } from "../lib/text.js";
import { word } from "../lib/tones.js";
import { seatsOf } from "./seats.js";

const ASKED = {
  numbers_and_units: "Counts, percentages, units",
  dates_and_time_windows: "Dates and time windows",
  locations_and_entities: "Locations and entities",
  quantifiers: "More than, under, all, most, only",
  causality: "Causality or correlation, and how certain",
};
const SIDES = { advocate: "FAITHFUL", skeptic: "MUTATED" };

const BENCH = [
  ["advocate", "argues that it is faithful", ["openings and checklist"]],
  ["skeptic", "argues that it is mutated", ["openings and checklist"]],
  ["fact_checker", "checks the hard facts", ["openings and checklist"]],
  ["judge", "weighs both", ["judge"]],
];
export const seats = (state) => seatsOf(BENCH, state);

export const stages = [
  ["openings", "Openings"],
  ["checklist", "Fact-check"],
  ["rebuttals", "Rebuttals"],
  ["judge", "Judge"],
];

/** The openings and the checklist come in one phase of the protocol; here they are two stages. */
export const stageOf = (phase) => (phase.startsWith("case file") ? "openings" : phase.startsWith("openings") ? "openings" : phase);

export function groups(state, evidence) {
  const of = (...kinds) => state.answers.filter((entry) => kinds.includes(entry.kind));
  const heads = ["Advocate: faithful", "Skeptic: mutated"];
  const judged = of("judge_trial");
  return [
    {
      stage: "openings",
      title: "Opening statements",
      lead: "Each side speaks before it has heard the other.",
      layout: "benches",
      heads,
      items: of("open_advocate", "open_skeptic")
        .sort((a, b) => a.kind.localeCompare(b.kind))
        .map((e) => item(e.agent, [e.number, !!state.verdict], () => opening(e, evidence))),
    },
    {
      stage: "checklist",
      title: "Fact-checker",
      lead: "The hard facts of both texts, side by side.",
      layout: "checks",
      items: of("fact_check").flatMap((e) => checklist(e, state, evidence)),
    },
    {
      stage: "rebuttals",
      title: "Rebuttals",
      layout: "timeline",
      heads: of("rebut_advocate", "rebut_skeptic").length ? heads : null,
      items: of("rebut_advocate", "rebut_skeptic").map((e) =>
        item(e.number, [e.number, !!state.verdict], () => rebuttal(e, evidence)),
      ),
    },
    {
      stage: "judge",
      title: "Judge",
      lead: "Weighs what was said; the label follows from what held.",
      items: judged.map((e) => item(e.number, [e.number], () => judgment(e))),
    },
  ];
}

function words(evidence, entry, { claim_says: ours, truth_says: theirs }) {
  const sides = [
    ours?.trim() && h("span", { class: "side" }, h("small", {}, "claim"), evidence.words(ours, "claim", entry)),
    theirs?.trim() && h("span", { class: "side" }, h("small", {}, "source"), evidence.words(theirs, "source", entry)),
  ].filter(Boolean);
  return sides.length ? evidence.pair(h("span", { class: "sides" }, sides)) : null;
}

function opening(entry, evidence) {
  const who = entry.agent;
  if (!entry.reply) return failedBallot(entry);
  const least = entry.reply.minimum_difference;
  const named = least && (least.claim_says.trim() || least.truth_says.trim());
  return speech({
    who,
    side: SIDES[who],
    left: who === "advocate",
    heading: `argues ${word(SIDES[who]).toLowerCase()}`,
    rest: [
      h("ol", { class: "bullets" }, entry.reply.bullets.map((b) => h("li", {}, para(b.point), words(evidence, entry, b)))),
      named &&
        h(
          "div",
          { class: "least" },
          h("span", { class: "eyebrow" }, "Minimum difference"),
          para(least.why),
          words(evidence, entry, least),
        ),
    ],
  });
}

function checklist(entry, state, evidence) {
  if (!entry.reply) return [item(entry.number, "failed", () => failedBallot(entry))];
  return Object.entries(entry.reply).map(([dimension, line]) =>
    item(dimension, [entry.number, !!state.verdict], () => checkLine(dimension, line, entry, evidence)),
  );
}

function checkLine(dimension, line, entry, evidence) {
  const wrong = line.points.filter((point) => point.outcome === "mismatch");
  const critical = wrong.some((point) => point.severity === "critical");
  const answer = !line.points.length
    ? "not mentioned"
    : wrong.length
      ? `mismatch, ${critical ? "critical" : "minor"}`
      : "match";
  const tone = !line.points.length ? "plain" : !wrong.length ? "good" : critical ? "bad" : "unsure";
  // What a point quotes is not told again.
  const told = new Set(line.points.flatMap((point) => [point.claim_says, point.truth_says]));
  const found = [["claim", line.in_claim], ["source", line.in_truth]]
    .map(([side, texts]) => [side, texts.filter((text) => !told.has(text))])
    .filter(([, texts]) => texts.length);
  return check({
    title: name(dimension),
    question: ASKED[dimension],
    answer,
    tone,
    rest: [
      line.points.map((point) => h("div", { class: "point-line" }, para(point.note), words(evidence, entry, point))),
      found.length > 0 &&
        h(
          "p",
          { class: "readings" },
          found.map(([side, texts]) => h(
            "span",
            { class: "side" },
            h("small", {}, side),
            texts.map((text) => evidence.words(text, side, entry)),
          )),
        ),
    ],
  });
}

function rebuttal(entry, evidence) {
  if (!entry.reply) return failedBallot(entry);
  const alike = new Map();
  for (const one of entry.reply.answers) {
    const same = JSON.stringify([one.response, one.argument, one.claim_says, one.truth_says]);
    alike.set(same, { ...one, ids: [...(alike.get(same)?.ids ?? []), name(one.id)] });
  }
  return speech({
    who: entry.agent,
    side: SIDES[entry.agent],
    left: entry.agent === "advocate",
    heading: entry.phase.replace("rebuttals", "rebuttal"),
    text: entry.reply.argument,
    rest: h(
      "ul",
      { class: "answers" },
      [...alike.values()].map((one) =>
        h(
          "li",
          {},
          h("span", { class: `did ${one.response}` }, one.response === "conceded" ? "concedes" : "answers"),
          h("span", { class: "field-name" }, one.ids.join(", ")),
          para(one.argument),
          words(evidence, entry, one),
        ),
      ),
    ),
  });
}

function judgment(entry) {
  if (!entry.reply) return failedBallot(entry);
  const { verdict, confidence, one_sentence_summary: summary, rationale } = entry.reply;
  return ballot({
    who: "judge",
    role: "The judge's own verdict, before the rules",
    label: verdict,
    confidence,
    reason: summary,
    rest: h(
      "ul",
      { class: "plainly" },
      rationale.filter((line) => line !== summary).map((line) => h("li", { dir: "auto" }, visible(line))),
    ),
  });
}
