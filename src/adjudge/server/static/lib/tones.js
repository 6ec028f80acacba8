// What a word says about the claim. The same tones and signs as the verdict cards of `adjudge.render`.

export const SIGNS = { good: "✓", bad: "✗", unsure: "?", partial: "◐", failed: "!", plain: "·" };

const LABELS = {
  // jury
  Faithful: "good", Mutated: "bad", Ambiguous: "unsure",
  // trial
  FAITHFUL: "good", PARTIALLY_FAITHFUL: "partial", MUTATED: "bad",
  // entailment, news, stances
  SUPPORTED: "good", CONTRADICTED: "bad", REFUTED: "bad", "NOT ENOUGH INFO": "unsure", NOT_ENOUGH_INFO: "unsure", NEI: "unsure",
  UNCHANGED: "plain", KEEP: "plain",
  // factuality
  faithful: "good", unfaithful: "bad", correct: "good", incorrect: "bad", uncertain: "unsure", excluded: "plain", failed: "failed",
}; // prettier-ignore

const RELATIONS = { same: "good", entailed: "good", coarser: "unsure", contradicted: "bad", absent: "bad" };
const ORDER = ["bad", "failed", "unsure", "partial", "good", "plain"];
const SEVERITIES = ["high", "medium", "low"];

/** The tone of a protocol's own word. */
export const tone = (label) => LABELS[label] ?? "unsure";

/** The tone of a whole verdict: its label's, or its stance's where the label is not known. */
export const verdictTone = (verdict) => LABELS[verdict.label] ?? LABELS[verdict.stance] ?? "unsure";

/** A label as people read it. */
export const word = (label) => String(label ?? "").replace(/_/g, " ");

/** The tone of a finding; what an article does not mention is unsure, not wrong. */
function findingTone(finding, protocol) {
  if (protocol === "factuality" && finding.relation === "absent") return "unsure";
  return RELATIONS[finding.relation] ?? "plain";
}

export const worst = (tones) => tones.reduce((a, b) => (ORDER.indexOf(b) < ORDER.indexOf(a) ? b : a), "plain");

/** Findings as numbered points, those that decide the verdict first, then the worst and severest. */
export function points(verdict) {
  const stance = { SUPPORTED: "good", CONTRADICTED: "bad", NOT_ENOUGH_INFO: "unsure" }[verdict.stance];
  const deciding = verdict.protocol === "factuality" && stance === "bad" ? ["bad", "unsure"] : [stance];
  const seen = new Set();
  const all = verdict.findings
    .filter((finding) => {
      const same = JSON.stringify(finding);
      return seen.has(same) ? false : seen.add(same);
    })
    .map((finding) => ({ ...finding, tone: findingTone(finding, verdict.protocol) }));
  const rank = (p) => [
    deciding.includes(p.tone) ? 0 : 1,
    ORDER.indexOf(p.tone),
    SEVERITIES.indexOf(p.severity),
  ];
  all.sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
  });
  const decides = all.some((p) => deciding.includes(p.tone));
  return all.map((p, n) => ({ ...p, number: n + 1, decides: decides ? deciding.includes(p.tone) : true }));
}
