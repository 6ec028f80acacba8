// The verdict: the banner over the page, and the card that says why.

import { copying } from "../lib/copy.js";
import { h } from "../lib/dom.js";
import { dollars, name, percent, plural } from "../lib/format.js";
import { ballot, chip, facts, para, says, strip } from "../lib/parts.js";
import { struck } from "../lib/evidence.js";
import { visible, wordDiff } from "../lib/text.js";
import { SIGNS, points, tone, word } from "../lib/tones.js";
import { hearingItems } from "./seats.js";

const MOST_EVIDENCE = 3;

/** The answer in one look: outcome, how sure and why; the protocol's own label is a small tag. A page that shows how the
 * verdict was made is not `brief`: the figures of the calibration are behind a link. */
export function banner(headline, verdict, given, { brief = false } = {}) {
  const { text, tone: mood, leaning, doubt, sure, worth, reason, confidence, label, figures } = headline;
  return h(
    "section",
    { class: `banner ${mood}${leaning ? " leaning" : ""}`, "aria-label": "Verdict" },
    h("div", { class: "seal", "aria-hidden": "true" }, SIGNS[mood]),
    h(
      "div",
      { class: "banner-text" },
      h("p", { class: "eyebrow" }, "Verdict", h("span", { class: "own" }, `${verdict.protocol}: ${word(label)}`)),
      h("h1", { id: "label" }, text),
      reason && para(reason, { class: "lede" }),
      // What the figure beside it says already is not said again.
      doubt && !sure.includes(doubt) && para(sentence(doubt), { class: "note" }),
      corrected(verdict, given),
    ),
    sure && h(
      "div",
      { class: "sure" },
      confidence !== null && [
        h("span", { class: "big" }, percent(confidence)),
        h("span", { class: "bar", "aria-hidden": "true" }, h("i", { share: confidence })),
      ],
      h("small", { title: figures }, confidence === null ? sure : brief ? worth : h("a", { href: "#part-provenance" }, worth)),
    ),
  );
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** The claim with its correction inline; a button copies the corrected text. */
function corrected(verdict, given) {
  const change = verdict.minimal_edit;
  if (!change) return null;
  const parts = wordDiff(given.claim, change.text).map(({ change: kind, text }) =>
    kind === "kept" ? visible(text) : h(kind === "removed" ? "del" : "ins", {}, visible(text)),
  );
  return h(
    "p",
    { class: "corrected", lang: "", dir: "auto" },
    h("span", { class: "text edited" }, parts),
    " ",
    h("button", { type: "button", class: "link", onclick: copying(() => change.text, "The corrected claim is copied.") }, "Copy corrected claim"),
    " ",
    h("small", {}, !change.rejudged_label ? "not judged again" : `judged again: ${change.rejudged_label === "Faithful" ? "Supported" : "not supported"}`),
  );
}

/** What decides it, and all that belongs to a verdict beside the proceedings: a list of {key, title, node}. */
export function why(state, view, evidence) {
  const { verdict, case: given } = state;
  const all = points(verdict, state.headline.outcome);
  const deciding = shownFirst(all.filter((one) => one.decides));
  const others = all.filter((one) => !deciding.includes(one));
  const { reason } = state.headline;
  return [
    { key: "points", title: "Evidence", body: pointList(deciding, evidence, reason) },
    {
      key: "glance",
      title: "At a glance",
      body: [
        ...(view.tally ? hearingItems(view, state).map((one) => built(one)) : []),
        ...(view.glance?.(verdict, given) ?? GLANCE[verdict.protocol]?.(verdict) ?? []),
      ],
    },
    { key: "changes", title: "Who changed their mind", body: view.changes?.(state, evidence) },
    { key: "faithful", title: "What would make it faithful", body: lines(verdict.result.what_would_make_it_faithful) },
    { key: "dissent", title: `${dissentTitle(verdict)} (${verdict.dissent.length})`, body: dissent(verdict), folded: true },
    { key: "failed", title: "Failed", body: failed(verdict) },
    { key: "rejected", title: "Quotes not found, and not counted", body: rejected(verdict) },
    { key: "others", title: `Also compared (${others.length})`, body: pointList(others, evidence, reason), folded: true },
    { key: "notes", title: "Notes", body: lines(verdict.protocol === "entailment" ? verdict.result.notes : null), folded: true },
  ].filter((section) => section.body && (!Array.isArray(section.body) || section.body.length));
}

function built({ build, update }) {
  const node = build();
  update?.(node);
  return node;
}

/** At most three findings; of those on the same words of the claim, the most exact one. */
function shownFirst(list) {
  const overlap = (a, b) => a && b && a.start < b.end && b.start < a.end;
  const length = (one) => (one.source_quote ? one.source_quote.end - one.source_quote.start : Infinity);
  const first = [];
  for (const one of list) {
    const same = first.findIndex((other) => overlap(one.claim_quote, other.claim_quote));
    if (same < 0) first.push(one);
    else if (length(one) < length(first[same])) first[same] = one;
  }
  return first.slice(0, MOST_EVIDENCE);
}

/** Who made it and what it took: at the end of the page. */
export function provenance(verdict, { figures }) {
  const made = verdict.provenance;
  const used = {};
  for (const entry of verdict.transcript?.entries ?? []) {
    const sum = (used[entry.agent] ??= { calls: 0, in: 0, out: 0, cost: 0 });
    sum.calls += entry.usage.calls;
    sum.in += entry.usage.input_tokens;
    sum.out += entry.usage.output_tokens;
    sum.cost = sum.cost === null || entry.usage.cost_usd === null ? null : sum.cost + entry.usage.cost_usd;
  }
  const scalar = Object.entries(made.protocol).filter(([, value]) => typeof value !== "object");
  return facts([
    ...(figures ? [["confidence", figures]] : []),
    ["adjudge", made.adjudge],
    ["case digest", h("code", {}, made.case_digest)],
    ...scalar.map(([key, value]) => [name(key), String(value)]),
    ["all calls", spent(verdict.usage.calls, verdict.usage.input_tokens, verdict.usage.output_tokens, verdict.usage.cost_usd)],
    ...Object.entries(used).map(([who, sum]) => [
      [name(who), h("small", {}, made.engines[who] ?? "")],
      spent(sum.calls, sum.in, sum.out, sum.cost),
    ]),
  ]);
}

const spent = (calls, input, output, cost) =>
  [
    plural(calls, "call"),
    input || output ? `${input.toLocaleString("en-GB")} tokens in, ${output.toLocaleString("en-GB")} out` : "",
    dollars(cost),
  ]
    .filter(Boolean)
    .join(" · ");

/** The findings; what the headline's reason says is not said again. */
function pointList(list, evidence, reason) {
  if (!list.length) return null;
  const paged = list.find((one) => one.source_quote && evidence.pages(one.source_quote));
  return h("ol", { class: "points" }, list.map((one) => pointCard(one, evidence, reason, one === paged)));
}

/** With `open`, the page of the source is shown at once. */
function pointCard(one, evidence, reason, open) {
  const quotes = [one.claim_quote, one.source_quote].filter(Boolean);
  const reading = (title, quote) =>
    h(
      "div",
      { class: "reading" },
      h("small", {}, title),
      quote ? evidence.quote(quote) : h("span", { class: "soft" }, "says nothing of it"),
    );
  const card = h(
    "li",
    { class: `point ${one.tone}`, id: `point-${one.number}`, tabindex: "-1", dataset: { lights: "" } },
    h(
      "header",
      {},
      h("span", { class: "ref" }, one.number),
      h("strong", {}, name(one.axis)),
      says(one.relation, one.tone),
      linkButton(one),
    ),
    h(
      "div",
      { class: "readings-pair" },
      one.claim_quote && reading("claim", one.claim_quote),
      reading("source", one.source_quote),
    ),
    !reason.includes(one.explanation) && para(one.explanation, { class: "reason" }),
    one.source_quote && evidence.pages(one.source_quote, { open }),
  );
  return evidence.lights(evidence.pair(card), quotes);
}

/** The page's address with the place of this evidence: whoever opens it sees the very words lit. */
function linkButton({ number, source_quote: source, claim_quote: claim }) {
  const quote = source ?? claim;
  if (!quote) return null;
  const address = () => {
    const url = new URL(location.href);
    url.searchParams.delete("replay");
    url.hash = `${quote.document_id}:${quote.start}-${quote.end}`;
    return url.href;
  };
  return h(
    "button",
    { type: "button", class: "link copy-link", onclick: copying(address, `The link to evidence ${number} is copied.`) },
    "Copy link",
    h("span", { class: "unseen" }, ` to evidence ${number}`),
  );
}

const dissentTitle = (verdict) => (new Set(verdict.dissent.map((one) => one.verdict)).size > 1 ? "Divided" : "Dissent");

function dissent(verdict) {
  if (!verdict.dissent.length) return null;
  return h(
    "div",
    { class: "ballots" },
    verdict.dissent.map((one) => ballot({
      who: one.who,
      label: one.verdict,
      confidence: one.confidence,
      reason: one.reasoning,
      tone: tone(one.verdict),
    })),
  );
}

function failed(verdict) {
  if (!verdict.failed_agents.length) return null;
  const trouble = (who) => (verdict.transcript?.entries ?? []).filter((entry) => entry.agent === who && entry.trouble).at(-1)?.trouble;
  return h(
    "ul",
    { class: "plainly" },
    verdict.failed_agents.map((who) => {
      const found = trouble(who);
      return h(
        "li",
        {},
        h("strong", {}, name(who)),
        ` ${found ? `${found.error}: ${visible(found.message)}` : "gave no reply"}. It stays in the denominator.`,
      );
    }),
  );
}

function rejected(verdict) {
  if (!verdict.rejected_quotes.length) return null;
  return h(
    "ul",
    { class: "plainly" },
    verdict.rejected_quotes.map((one) => h(
      "li",
      {},
      struck(one),
      h("small", {}, `${name(one.who)}, of ${one.document_id}: ${visible(one.reason)}`),
    )),
  );
}

const lines = (texts) => (texts?.length ? h(
  "ul",
  { class: "plainly" },
  texts.map((text) => h("li", { dir: "auto" }, visible(text))),
) : null);

const GLANCE = {
  jury({ result }) {
    return [
      strip(
        "Rubric",
        result.rubric.map((line) => {
          const counts = line.founded || line.answer.answer === "Yes";
          return chip(
            name(line.axis),
            line.answer.answer === "Yes" ? "good" : counts ? "bad" : "unsure",
            counts ? "" : "no quote found",
          );
        }),
      ),
    ];
  },
  entailment(verdict) {
    const judge = verdict.dissent.find((one) => one.who === "entailment_judge");
    return judge ? [strip(
      "Label",
      [
        chip(word(judge.verdict), tone(judge.verdict), "the judge"),
        chip(word(verdict.result.final_verdict), tone(verdict.result.final_verdict), "after the audit"),
      ],
    )] : [];
  },
  trial(verdict) {
    const judge = verdict.dissent.find((one) => one.who === "judge");
    const last = (verdict.transcript?.entries ?? []).filter((entry) => entry.kind === "fact_check" && entry.reply).at(-1)?.reply;
    const dimension = ([key, line]) => {
      const wrong = line.points.filter((point) => point.outcome === "mismatch");
      const critical = wrong.some((point) => point.severity === "critical");
      return chip(
        name(key),
        !line.points.length ? "plain" : !wrong.length ? "good" : critical ? "bad" : "unsure",
        wrong.length ? (critical ? "critical" : "minor") : "",
      );
    };
    return [
      last && strip("Checklist", Object.entries(last).map(dimension)),
      judge && strip(
        "Label",
        [
          chip(word(verdict.label), tone(verdict.label), "by the rules"),
          chip(word(judge.verdict), tone(judge.verdict), "the judge's own"),
        ],
      ),
    ].filter(Boolean);
  },
};
