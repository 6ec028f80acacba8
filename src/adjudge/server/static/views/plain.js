// A protocol that no view knows: every answer, field by field.

import { name } from "../lib/format.js";
import { facts, failedBallot, item } from "../lib/parts.js";
import { visible } from "../lib/text.js";

export const stages = [];

export function groups(state) {
  const phases = [...new Set(state.answers.map((entry) => entry.phase))];
  return phases.map((phase) => ({
    stage: phase,
    title: name(phase),
    items: state.answers
      .filter((entry) => entry.phase === phase)
      .map((entry) => item(entry.number, [entry.number], () => (entry.reply ? shown(entry) : failedBallot(entry)))),
  }));
}

const shown = (entry) =>
  facts([
    ["agent", name(entry.agent)],
    ...Object.entries(entry.reply).map(([key, value]) => [
      name(key),
      visible(typeof value === "string" ? value : JSON.stringify(value)),
    ]),
  ]);
