// The entailment pipeline: four stages, each of which sees only what it may.

import { h } from "../lib/dom.js";
import { ballot, facts, failedBallot, item, para } from "../lib/parts.js";
import { visible } from "../lib/text.js";
import { word } from "../lib/tones.js";
import { seatsOf } from "./seats.js";

const BENCH = [
  ["extractor", "copies statements", ["extract and rate"]],
  ["reliability", "rates the source", ["extract and rate"]],
  ["entailment_judge", "judges", ["judge"]],
  ["adversarial_auditor", "may lower the verdict", ["audit"]],
];
export const seats = (state) => seatsOf(BENCH, state);

export const stages = [
  ["extract_statements", "Extractor"],
  ["rate_reliability", "Reliability"],
  ["judge_entailment", "Judge"],
  ["audit_entailment", "Auditor"],
];

const OF_PHASE = { "extract and rate": "extract_statements", judge: "judge_entailment", audit: "audit_entailment" };
export const stageOf = (phase) => OF_PHASE[phase] ?? phase;

const SEES = {
  extract_statements: "Sees the claim and the source, and copies the statements that bear on the claim.",
  rate_reliability: "Sees only the type of the source. Its rating never reaches the verdict.",
  judge_entailment: "Sees the claim and the statements that are really in the source.",
  audit_entailment: "Sees the verdict and looks for another reading. It may lower a verdict, never raise one.",
};

export function groups(state, evidence) {
  return stages.map(([kind, title], n) => ({
    stage: kind,
    title: `${n + 1}. ${title}`,
    lead: SEES[kind],
    layout: "stage",
    items: state.answers
      .filter((entry) => entry.kind === kind)
      .map((entry) => item(
        entry.number,
        [entry.number, !!state.verdict],
        () => (entry.reply ? SHOW[kind](entry, evidence, state) : failedBallot(entry)),
      )),
  }));
}

const SHOW = { extract_statements: extracted, rate_reliability: rated, judge_entailment: judged, audit_entailment: audited };

function extracted(entry, evidence) {
  const { statements } = entry.reply;
  if (!statements.length) return para("No statement could be extracted.", { class: "soft" });
  return h(
    "ol",
    { class: "statements" },
    statements.map((one) => h("li", { value: one.id }, evidence.words(one.text, "source", entry))),
  );
}

function rated(entry) {
  const { source_type: type, reliability, confidence } = entry.reply;
  return facts([
    ["source type", visible(type)],
    ["rating", [reliability, h("small", {}, `certainty ${confidence} of 100`)]],
  ]);
}

function judged(entry) {
  const { verdict, confidence, reasoning } = entry.reply;
  return ballot({ who: "judge", role: "Entailment Judge", label: verdict, confidence: confidence / 100, rest: lines(reasoning) });
}

function audited(entry) {
  const { final_verdict: label, confidence_adjustment: step, auditor_reasoning: reasoning } = entry.reply;
  return ballot({
    who: "auditor",
    role: step ? `Adversarial Auditor, confidence ${step}` : "Adversarial Auditor",
    label: word(label),
    tone: label === "UNCHANGED" ? "plain" : undefined,
    rest: reasoning.length ? lines(reasoning) : para("No materially plausible other interpretation.", { class: "soft" }),
  });
}

const lines = (texts) => h("ul", { class: "plainly" }, texts.map((text) => h("li", { dir: "auto" }, visible(text))));
