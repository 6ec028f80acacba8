// Who sits in a hearing: a seat for each agent, empty until it has spoken, with its vote and how sure it is; the tally of
// the votes so far; and who changed their mind, on which evidence.

import { h } from "../lib/dom.js";
import { name, percent } from "../lib/format.js";
import { item, says } from "../lib/parts.js";
import { tone as toneOf, word } from "../lib/tones.js";

/**
 * The seats of a protocol whose agents each have their phases: `bench` is [[agent, role, [phase, ...]], ...]. A seat is
 * {who, role, label, confidence, was, note, busy, failed}; without `label` and `note` nothing was said yet.
 */
export function seatsOf(bench, state) {
  return bench.map(([who, role, phases]) => {
    const entries = state.answers.filter((entry) => entry.agent === who && !entry.phase.startsWith("edit/"));
    const last = entries.filter((entry) => entry.reply).at(-1)?.reply;
    const busy = !state.verdict && phases.includes(state.phase) && !entries.some((entry) => entry.phase === state.phase);
    return {
      who,
      role,
      label: last?.final_verdict ?? last?.verdict ?? last?.advice,
      confidence: typeof last?.confidence === "number" && last.confidence <= 1 ? last.confidence : null,
      note: entries.length ? (entries.length > 1 ? `${entries.length} answers` : "has answered") : "",
      failed: entries.length > 0 && !last,
      busy,
    };
  });
}

/** One seat as an item of `sync`: it changes where its vote does. */
const seatItem = (seat) => item(seat.who, seat, () => seatNode(seat));

function seatNode({ who, role, label, confidence, was, note, busy, failed }) {
  const tone = failed ? "failed" : label ? toneOf(label) : "plain";
  const taken = label || note || failed;
  const changed = was && was !== label;
  return h(
    "li",
    { class: `seat ${tone}${taken ? " taken" : ""}${busy ? " busy" : ""}${changed ? " turned" : ""}` },
    h("span", { class: "chair", "aria-hidden": "true" }, taken ? name(who)[0].toUpperCase() : ""),
    h("strong", {}, name(who)),
    role && h("small", {}, role),
    failed
      ? says("failed", "failed")
      : label
        ? h("span", { class: "vote" }, says(label), confidence !== null && confidence !== undefined && h("small", {}, percent(confidence)))
        : h("span", { class: "soft" }, busy ? "is thinking …" : note || "has not spoken"),
    changed && h("span", { class: "turn" }, `was ${word(was)}`),
  );
}

/** How the votes stand: `votes` counts labels, `open` those who have not voted yet. */
function tallyNode(votes, open) {
  const all = votes.reduce((sum, [, n]) => sum + n, open);
  const told = [...votes.map(([label, n]) => `${n} ${word(label)}`), open ? `${open} to come` : ""].filter(Boolean).join(" · ");
  return h(
    "div",
    { class: "tally-votes" },
    h(
      "span",
      { class: "tally-bar", "aria-hidden": "true" },
      votes.map(([label, n]) => h("i", { class: toneOf(label), share: n / all })),
      open > 0 && h("i", { class: "open", share: open / all }),
    ),
    h("span", { role: "status" }, told),
  );
}

/** The row of seats and, where there are votes, their tally: items for `sync`. */
export function hearingItems(view, state) {
  const seats = view.seats?.(state) ?? [];
  if (!seats.length) return [];
  const { votes, open } = view.tally?.(state, seats) ?? { votes: [], open: 0 };
  return [
    {
      key: "row",
      sig: "row",
      build: () => h("ul", { class: "seat-row", "aria-label": "Who is heard" }),
      update: (node) => fillRow(node, seats),
    },
    ...(votes.length ? [item("tally", [votes, open], () => tallyNode(votes, open))] : []),
  ];
}

function fillRow(node, seats) {
  const old = new Map([...node.children].map((one) => [one.dataset.key, one]));
  node.replaceChildren(...seats.map((seat) => {
    const { key, sig, build } = seatItem(seat);
    const kept = old.get(key);
    if (kept?.dataset.sig === sig) return kept;
    const fresh = build();
    fresh.dataset.key = key;
    fresh.dataset.sig = sig;
    if (kept) fresh.classList.add("arrives");
    return fresh;
  }));
}

/** Who changed their mind: [{who, from, to, points, heard}]; `points` are what the new vote rests on and the old did not. */
export function changesOfMind(first, second, speeches) {
  const same = (a, b) => a.claim_says === b.claim_says && a.truth_says === b.truth_says;
  return [...second]
    .filter(([who, entry]) => first.has(who) && first.get(who).reply.verdict !== entry.reply.verdict)
    .map(([who, entry]) => {
      const before = first.get(who).reply;
      const all = entry.reply.key_evidence ?? [];
      const fresh = all.filter((point) => !(before.key_evidence ?? []).some((old) => same(old, point)));
      const points = fresh.length ? fresh : all;
      const heard = speeches.find(
        (speech) => speech.agent !== who && (speech.reply.key_evidence ?? []).some((one) => points.some((point) => same(one, point))),
      );
      return { who, from: before.verdict, to: entry.reply.verdict, entry, points, heard };
    });
}
