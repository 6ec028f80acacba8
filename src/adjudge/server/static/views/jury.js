// The jury: fact frame, votes, debate on two sides, votes again, rubric.

import { h } from "../lib/dom.js";
import { listed, name } from "../lib/format.js";
import { ballot, check, evidenceList, facts, failedBallot, item, para, quoteRow, says, speech } from "../lib/parts.js";
import { visible } from "../lib/text.js";
import { changesOfMind } from "./seats.js";

const ROLES = {
  literal: "Literal Fact-Checker",
  context: "Context Guardian",
  steelman: "Steelman Advocate",
  sceptic: "Sceptic",
};

export const stages = [
  ["fact frame", "Fact frame"],
  ["round 0", "Votes"],
  ["debate", "Debate"],
  ["round 2", "Vote again"],
  ["foreperson", "Rubric"],
  ["edit", "Edit judged again"],
];

const ownAnswers = (state, ...kinds) =>
  state.answers.filter((entry) => kinds.includes(entry.kind) && entry.reply && !entry.phase.startsWith("edit/"));
const byAgent = (entries) => new Map(entries.map((entry) => [entry.agent, entry]));

/** A seat for each juror: those who always sit, and whoever answers. */
export function seats(state) {
  const heard = state.answers.filter((entry) => ["cast_vote", "vote_again"].includes(entry.kind) && !entry.phase.startsWith("edit/"));
  const answered = [...new Set(heard.map((entry) => entry.agent))];
  // Once all have voted it is known who sits; a jury may have other jurors than the usual ones.
  const complete = state.phases.some((phase) => phase.startsWith("debate") || phase === "round 2" || phase === "foreperson");
  const who = complete || state.verdict ? answered : [...new Set([...Object.keys(ROLES), ...answered])];
  const [first, second] = [byAgent(ownAnswers(state, "cast_vote")), byAgent(ownAnswers(state, "vote_again"))];
  return who.map((id) => {
    const last = (second.get(id) ?? first.get(id))?.reply;
    return {
      who: id,
      role: ROLES[id],
      label: last?.verdict,
      confidence: last?.confidence,
      was: second.has(id) ? first.get(id)?.reply.verdict : undefined,
      failed: !last && heard.some((entry) => entry.agent === id),
      busy: !state.verdict && ["round 0", "round 2"].includes(state.phase) && !heard.some((entry) => entry.agent === id && entry.phase === state.phase),
    };
  });
}

/** How the votes stand; a failed juror has none. */
export function tally(state, all) {
  const count = (label) => all.filter((seat) => seat.label === label).length;
  const votes = ["Faithful", "Mutated"].map((label) => [label, count(label)]).filter(([, n]) => n);
  return { votes, open: state.verdict ? 0 : all.filter((seat) => !seat.label && !seat.failed).length };
}

/** Who changed their mind, and on which evidence; jurors who did so on the same evidence stand together. */
export function changes(state, evidence) {
  const found = changesOfMind(
    byAgent(ownAnswers(state, "cast_vote")),
    byAgent(ownAnswers(state, "vote_again")),
    ownAnswers(state, "argue"),
  );
  if (!found.length) return null;
  const alike = new Map();
  for (const turn of found) {
    const key = JSON.stringify([turn.from, turn.to, turn.points, turn.heard?.agent]);
    alike.set(key, [...(alike.get(key) ?? []), turn]);
  }
  return h(
    "ul",
    { class: "turns" },
    [...alike.values()].map((turns) => {
      const [{ from, to, entry, points, heard }] = turns;
      return h(
        "li",
        { class: "turn-line" },
        h("p", {}, h("strong", {}, listed(turns.map(({ who }) => name(who)))), " went from ", says(from), " to ", says(to), points.length > 0 && " on:"),
        evidenceList(evidence, points, entry),
        heard && h("p", { class: "soft heard" }, `${name(heard.agent)} had said so in the debate.`),
      );
    }),
  );
}

export function groups(state, evidence) {
  const own = state.answers.filter((entry) => !entry.phase.startsWith("edit/"));
  const again = state.answers.filter((entry) => entry.phase.startsWith("edit/"));
  const of = (kind, entries = own) => entries.filter((entry) => entry.kind === kind);
  const first = votes(of("cast_vote"));
  const speeches = own.filter((entry) => entry.kind === "argue" || entry.kind === "check_progress");
  const decided = state.verdict?.result;
  return [
    {
      stage: "fact frame",
      title: "Fact frame",
      lead: "What claim and source say, field by field.",
      items: of("parse_frame").map((e) => item(e.number, [e.number], () => framed(e))),
    },
    {
      stage: "round 0",
      title: "Votes, each alone",
      lead: "No juror sees what another thinks.",
      layout: "ballots",
      items: of("cast_vote").map((e) => voteItem(e, null, state, evidence)),
    },
    {
      stage: "debate",
      title: "Debate",
      lead: speeches.length ? "Those who voted Faithful speak on the left, those who voted Mutated on the right." : undefined,
      layout: "timeline",
      heads: speeches.length ? ["Faithful", "Mutated"] : null,
      items: [
        ...speeches.map((e) => item(e.number, [e.number, !!state.verdict], () => spoken(e, first, evidence))),
        ...(decided?.debate_stopped ? [item("end", decided.debate_stopped, () => ended(decided))] : []),
      ],
    },
    {
      stage: "round 2",
      title: "Votes after the debate",
      layout: "ballots",
      note: changedMinds(first, votes(of("vote_again")), of("vote_again").length),
      // Without a debate everyone stands by the first vote: nothing to fold away.
      items: decided && !speeches.length ? [] : of("vote_again").map((e) => voteItem(e, first.get(e.agent), state, evidence)),
    },
    {
      stage: "foreperson",
      title: "Rubric",
      lead: "Five questions; a No counts only if its words are found.",
      layout: "checks",
      items: of("answer_rubric").flatMap((e) => rubric(e, decided?.rubric, evidence)),
    },
    {
      stage: "edit",
      title: "The edit, judged again",
      lead: "The same jury hears the claim with the smallest change.",
      folded: true,
      layout: "rows",
      items: of("vote_again", again).map((e) =>
        item(
          e.number,
          [e.number],
          () => (e.reply ? h(
            "p",
            { class: "row" },
            h("strong", {}, name(e.agent)),
            " ",
            says(e.reply.verdict),
          ) : failedBallot(e)),
        ),
      ),
    },
  ];
}

const votes = (entries) => new Map(entries.filter((e) => e.reply).map((e) => [e.agent, e.reply]));

function voteItem(entry, before, state, evidence) {
  return item(entry.number, [entry.number, !!state.verdict], () => {
    if (!entry.reply) return failedBallot(entry, ROLES[entry.agent]);
    const { verdict, confidence, reasoning, key_evidence: rests } = entry.reply;
    const repeated = before && before.verdict === verdict && before.reasoning === reasoning;
    return ballot({
      who: entry.agent,
      role: ROLES[entry.agent],
      label: verdict,
      confidence,
      before: before?.verdict,
      reason: repeated ? "" : reasoning,
      rest: repeated ? null : evidenceList(evidence, rests ?? [], entry, reasoning),
      aside: repeated ? para("Stands by the first vote.", { class: "soft" }) : null,
    });
  });
}

function changedMinds(first, second, voted) {
  if (!voted) return null;
  const changed = [...second].filter(([who, vote]) => first.has(who) && first.get(who).verdict !== vote.verdict);
  if (!changed.length) return "No one changed their mind.";
  return changed.map(([who, vote]) => `${name(who)} went from ${first.get(who).verdict} to ${vote.verdict}.`).join(" ");
}

function spoken(entry, first, evidence) {
  if (!entry.reply) return failedBallot(entry, ROLES[entry.agent]);
  if (entry.kind === "check_progress") {
    const more = entry.reply.new_reasoning === "Yes" ? "New reasoning: the debate goes on." : "Nothing new: the debate ends.";
    return h("p", { class: "between" }, h("strong", {}, more), " ", visible(entry.reply.reason));
  }
  const side = first.get(entry.agent)?.verdict ?? "Faithful";
  return speech({
    who: entry.agent,
    side,
    left: side === "Faithful",
    heading: entry.phase.replace(/^debate /, "").replace(/:\s*/, ", "),
    text: entry.reply.argument,
    rest: evidenceList(evidence, entry.reply.key_evidence ?? [], entry, entry.reply.argument),
  });
}

function ended(result) {
  const rounds = result.debate_rounds;
  const text = result.debate?.length
    ? `Ended after ${rounds} round${rounds === 1 ? "" : "s"}: ${result.debate_stopped}.`
    : `No debate: ${result.debate_stopped}.`;
  return h("p", { class: "between" }, text);
}

function rubric(entry, counted, evidence) {
  if (!entry.reply) return [item(entry.number, "failed", () => failedBallot(entry, "Foreperson"))];
  const lines = new Map((counted ?? []).map((line) => [line.axis, line]));
  return (entry.reply.answers ?? []).map((answer) => {
    const line = lines.get(answer.axis);
    const counts = !line || line.founded || answer.answer === "Yes";
    const tone = answer.answer === "Yes" ? "good" : counts ? "bad" : "unsure";
    return item(`${entry.number}-${answer.axis}`, [entry.number, !!line], () =>
      check({
        title: name(answer.axis),
        question: line?.question,
        answer: answer.answer,
        tone,
        reason: answer.reason,
        rest: quoteRow([
          ...(answer.claim_quotes ?? []).map((text) => evidence.words(text, "claim", entry)),
          ...(answer.truth_quotes ?? []).map((text) => evidence.words(text, "source", entry)),
        ]),
        note: counts ? "" : "No quote of this answer was found: it does not count against the claim.",
      }),
    );
  });
}

function framed(entry) {
  if (!entry.reply) return failedBallot(entry, "Parser");
  return facts(Object.entries(entry.reply).map(([field, value]) => [name(field), frameValue(value)]));
}

function frameValue(value) {
  if (Array.isArray(value)) {
    if (!value.length) return "–";
    return h("ul", { class: "chips" }, value.map((one) => h("li", { class: "chip plain" }, frameValue(one))));
  }
  if (value && typeof value === "object") {
    if ("in_claim" in value) return quantity(value);
    const known = Object.entries(value).filter(([, inner]) => inner);
    return known.length ? known.map(([key, inner], n) => [n ? " · " : "", h("small", {}, `${name(key)} `), visible(inner)]) : "–";
  }
  return value ? visible(value) : "–";
}

function quantity({ value, unit, in_claim: claim, in_truth: truth }) {
  const where = [claim && "claim", truth && "source"].filter(Boolean).join(" and ") || "nowhere";
  return [visible([value, unit].filter(Boolean).join(" ")), h("small", {}, where)];
}
