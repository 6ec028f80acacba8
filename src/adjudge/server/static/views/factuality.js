// The factuality view: article and summary side by side, problem spans by severity, and every claim with its evidence.

import { h } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { check, chip, failedBallot, item, meter, para, quoteRow, says, strip } from "../lib/parts.js";
import { visible } from "../lib/text.js";
import { tone } from "../lib/tones.js";
import { seatsOf } from "./seats.js";

export const claimTitle = "Summary";
export const sourceTitle = "Article";
export const wide = true;

const BENCH = [
  ["claim_extractor", "takes the summary apart", ["extract claims"]],
  ["claim_verifier", "checks each claim", ["verify claims"]],
];
export const seats = (state) => seatsOf(BENCH, state);

export const stages = [
  ["extract claims", "Claims"],
  ["verify claims", "Evidence"],
];

export function groups(state, evidence) {
  const result = state.verdict?.result;
  const of = (kind) => state.answers.filter((entry) => entry.kind === kind);
  if (result?.claims) return decided(result, evidence);
  return [
    {
      stage: "extract claims",
      title: "Claims of the summary",
      lead: "Each sentence is taken apart by an agent that never sees the article.",
      layout: "rows",
      items: of("extract_claims").map((e) => item(e.number, [e.number], () => extracted(e, evidence))),
    },
    {
      stage: "verify claims",
      title: "Each claim against the article",
      layout: "checks",
      items: of("verify_claim").map((e) => item(e.number, [e.number], () => verified(e, evidence))),
    },
  ];
}

function extracted(entry, evidence) {
  if (!entry.reply) return failedBallot(entry);
  const { claims, reason } = entry.reply;
  if (!claims.length) return h("p", { class: "row soft" }, `Nothing to check: ${visible(reason)}`);
  return h(
    "p",
    { class: "row" },
    h("small", {}, plural(claims.length, "claim")),
    quoteRow(claims.map((c) => evidence.words(c.quote, "claim", entry))),
  );
}

function verified(entry, evidence) {
  if (!entry.reply) return failedBallot(entry);
  const { label, explanation, claim_quote: ours, evidence_quote: theirs, confidence } = entry.reply;
  const quotes = [
    ours.trim() && evidence.words(ours, "claim", entry),
    theirs.trim() && evidence.words(theirs, "source", entry),
  ].filter(Boolean);
  return check({ title: meter(confidence), answer: label, tone: tone(label), reason: explanation, rest: quoteRow(quotes) });
}

function decided(result, evidence) {
  return [
    {
      stage: "extract claims",
      title: "Sentences",
      layout: "rows",
      items: result.sentences.map((one) =>
        item(one.index, "", () =>
          h(
            "p",
            { class: "row sentence" },
            h("span", { class: "num" }, one.index + 1),
            says(one.label, tone(one.label)),
            evidence.quote(summaryQuote(one.span)),
            one.score !== null && h("small", {}, `support ${percent(one.score)}`),
            one.note && h("small", {}, visible(one.note)),
          ),
        ),
      ),
    },
    {
      stage: "verify claims",
      title: "Claims and their evidence",
      lead: "Only words of the article make a claim incorrect; what it does not mention is uncertain.",
      layout: "checks",
      items: result.claims.map((one) => item(one.id, "", () => judgedClaim(one, evidence))),
    },
  ];
}

function judgedClaim(claim, evidence) {
  const label = claim.label ?? "failed";
  return check({
    title: [
      `Claim ${claim.id + 1}`,
      claim.issue && h("span", { class: `severity ${claim.severity}` }, `${claim.severity}, ${claim.error_type}`),
    ],
    answer: label,
    tone: tone(label),
    reason: claim.explanation,
    rest: [
      evidence.pair(
        h(
          "span",
          { class: "sides" },
          h("span", { class: "side" }, h("small", {}, "summary"), evidence.quote(summaryQuote(claim.issue ?? claim.span))),
          claim.evidence_quote && h("span", { class: "side" }, h("small", {}, "article"), evidence.quote(claim.evidence_quote)),
        ),
      ),
      claim.trace &&
        h(
          "details",
          { class: "trace" },
          h("summary", {}, "Its way through the gate"),
          para(way(claim.trace)),
        ),
    ],
  });
}

const way = (trace) =>
  `${trace.label_raw} → ${trace.label_final}: ${[trace.gate_reason, trace.evidence_selection_reason, trace.coverage_note].join("; ")}.`;

const summaryQuote = (span) => ({ ...span, document_id: "claim", match: "verbatim", occurrences: 1, also_at: [] });

/** What is marked in the summary: the problem spans by severity, the rest of an incorrect sentence not at all. Number and
 * colour are those of the finding about the span. */
export function marks(verdict, points) {
  const about = (span) => points.find(({ claim_quote: quote }) => quote?.start === span.start && quote.end === span.end);
  return (verdict.result.issue_spans ?? []).map((span) => ({
    ref: about(span)?.number,
    tone: about(span)?.tone ?? tone(span.label),
    severity: span.severity,
    title: `${span.label}, ${span.severity} severity: ${span.explanation}`,
    quotes: [summaryQuote(span), span.evidence_quote].filter(Boolean),
    text: span.explanation,
    span,
  }));
}

export function glance(verdict) {
  const { score, sentence_score: share, notes } = verdict.result;
  return [
    strip("Score", [
      chip(score === null ? "not scored: no claim could be judged" : `${score.toFixed(2)} of 1`),
      share !== null && chip(`${percent(share)} of the sentences are correct`),
    ]),
    ...(notes ?? []).map((note) => para(note, { class: "note" })),
  ];
}
