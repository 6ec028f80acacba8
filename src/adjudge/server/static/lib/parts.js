// The parts that proceedings are made of: opinions, ballots, speeches, checks. Used by every protocol's view.

import { h, svg } from "./dom.js";
import { name, percent } from "./format.js";
import { visible } from "./text.js";
import { OUTCOMES, SIGNS, tone as toneOf, word } from "./tones.js";

/** How sure, as a bar and a number. */
export function meter(share, label = "confidence") {
  if (share === null || share === undefined) return null;
  return h(
    "span",
    { class: "meter" },
    h("span", { class: "bar", "aria-hidden": "true" }, h("i", { share })),
    h("span", { class: "num" }, percent(share), h("span", { class: "unseen" }, ` ${label}`)),
  );
}

/** A word of decision with its sign. */
export function says(label, tone = toneOf(label), leaning = false) {
  const sign = tone !== "plain" && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[tone]);
  return h("span", { class: `says ${tone}${leaning ? " leaning" : ""}` }, sign, word(label));
}

export function chip(text, tone = "plain", note = "") {
  return h(
    "li",
    { class: `chip ${tone}` },
    tone !== "plain" && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[tone]),
    text,
    note && h("small", {}, note),
  );
}

/** How many cases of a run went which way. */
export function countChips(counts) {
  const told = [
    ...Object.entries(OUTCOMES).map(([outcome, tone]) => [counts?.outcomes?.[outcome], outcome.toLowerCase(), tone]),
    [counts?.failed, "failed", "failed"],
    [counts?.excluded, "excluded", "plain"],
  ].filter(([n]) => n);
  return told.length ? h(
    "ul",
    { class: "chips" },
    told.map(([n, text, tone]) => chip(`${n.toLocaleString("en-GB")} ${text}`, tone)),
  ) : "–";
}

export const strip = (lead, chips) =>
  h("div", { class: "strip" }, h("span", { class: "eyebrow" }, lead), h("ul", { class: "chips" }, chips));

export const para = (text, props = {}) => h("p", { dir: "auto", ...props }, visible(text));

export const facts = (pairs) =>
  h("dl", { class: "facts" }, pairs.map(([key, value]) => [h("dt", {}, key), h("dd", { dir: "auto" }, value)]));

const avatar = (who, tone) =>
  h("span", { class: `avatar ${tone}`, "aria-hidden": "true" }, (who[0] ?? "?").toUpperCase());

/** What an answer rests on: words of the claim against words of the source, and what is the matter. */
export function evidenceList(evidence, items, entry, reason = "") {
  const rows = items.map(({ field, claim_says: ours, truth_says: theirs, issue }) => {
    const sides = [
      ours?.trim() && h("span", { class: "side" }, h("small", {}, "claim"), evidence.words(ours, "claim", entry)),
      theirs?.trim() && h("span", { class: "side" }, h("small", {}, "source"), evidence.words(theirs, "source", entry)),
    ].filter(Boolean);
    return h(
      "li",
      {},
      h("span", { class: "field-name" }, name(field)),
      evidence.pair(h("span", { class: "sides" }, sides)),
      // What the reason says already is not said again.
      issue && !reason.includes(issue) && h("span", { class: "issue", dir: "auto" }, visible(issue)),
    );
  });
  return rows.length ? h("ul", { class: "rests-on" }, rows) : null;
}

/** One vote; `before` is the earlier one, shown where the mind was changed. */
export function ballot({ who, role, label, confidence, before, reason, rest, tone = toneOf(label), aside }) {
  const changed = before && before !== label;
  return h(
    "article",
    { class: `ballot ${tone}${changed ? " changed" : ""}` },
    h(
      "header",
      {},
      avatar(who, tone),
      h("div", { class: "who" }, h("strong", {}, name(who)), role && h("small", {}, role)),
      h("div", { class: "opinion" }, says(label, tone), meter(confidence)),
    ),
    changed && h("p", { class: "changed-mind" }, h("span", { class: "badge" }, "changed its mind"), " was ", says(before)),
    reason && para(reason, { class: "reason" }),
    rest,
    aside,
  );
}

/** An agent without a reply. */
export function failedBallot(entry, role) {
  return h(
    "article",
    { class: "ballot failed" },
    h(
      "header",
      {},
      avatar(entry.agent, "failed"),
      h("div", { class: "who" }, h("strong", {}, name(entry.agent)), role && h("small", {}, role)),
      h("div", { class: "opinion" }, says("failed", "failed")),
    ),
    para(`${entry.trouble.error}: ${entry.trouble.message}`, { class: "reason" }),
    entry.trouble.hint && para(entry.trouble.hint, { class: "soft" }),
  );
}

/** A speech on its side of the room. */
export function speech({ who, side, left, heading, text, rest, tone = toneOf(side) }) {
  return h(
    "article",
    { class: `speech ${tone} ${left ? "left" : "right"}` },
    h("header", {}, h("strong", {}, name(who)), h("small", {}, heading)),
    text && para(text, { class: "reason" }),
    rest,
  );
}

/** A question that was answered yes or no, and the words that decide it. */
export function check({ title, question, answer, tone, reason, rest, note }) {
  return h(
    "article",
    { class: `check ${tone}` },
    h("header", {}, h("strong", {}, title), says(answer, tone)),
    question && para(question, { class: "soft" }),
    reason && para(reason, { class: "reason" }),
    rest,
    note && para(note, { class: "note" }),
  );
}

export const quoteRow = (quotes) => (quotes.length ? h("p", { class: "quotes" }, quotes) : null);

/** Something is being waited for. */
export const waiting = (text) =>
  h("p", { class: "waiting" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), text);

/** A small drawing by the names of its paths. */
export const icon = (...paths) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, paths.map((d) => svg("path", { d })));

/** An item of a group, remade only when what it shows has changed. */
export const item = (key, sig, build) => ({ key: String(key), sig: typeof sig === "string" ? sig : JSON.stringify(sig), build });
