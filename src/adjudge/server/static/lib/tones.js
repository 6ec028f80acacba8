// What a word says about the claim. The same tones and signs as the verdict cards of `adjudge.render`.

export const SIGNS = { good: "✓", bad: "✗", beyond: "∅", unsure: "?", failed: "!", plain: "·" };

const LABELS = {
  // jury
  Faithful: "good", Mutated: "bad", Ambiguous: "unsure",
  // trial
  FAITHFUL: "good", PARTIALLY_FAITHFUL: "beyond", MUTATED: "bad",
  // entailment, news, stances
  SUPPORTED: "good", CONTRADICTED: "bad", REFUTED: "bad", "NOT ENOUGH INFO": "beyond", NOT_ENOUGH_INFO: "beyond", NEI: "unsure",
  UNCHANGED: "plain", KEEP: "plain",
  // factuality
  faithful: "good", unfaithful: "bad", correct: "good", incorrect: "bad", uncertain: "unsure", excluded: "plain", failed: "failed",
}; // prettier-ignore

const RELATIONS = { same: "good", entailed: "good", coarser: "unsure", contradicted: "bad", absent: "beyond" };
const ORDER = ["bad", "beyond", "failed", "unsure", "good", "plain"];
const SEVERITIES = ["high", "medium", "low"];

/** The tone of a protocol's own word. */
export const tone = (label) => LABELS[label] ?? "unsure";

/** What people read, the same for every protocol; the server says which one a verdict has. */
export const OUTCOMES = { Supported: "good", Contradicted: "bad", "Not in the source": "beyond", Undecided: "unsure" };
export const outcomeTone = (outcome) => OUTCOMES[outcome] ?? "failed";

/** Which findings decide a verdict with this outcome. */
const DECIDING = {
  Supported: ["good"],
  Contradicted: ["bad", "beyond"],
  "Not in the source": ["bad", "beyond", "unsure"],
  Undecided: ["bad", "beyond", "unsure"],
};

/** A label or relation as people read it. */
export const word = (label) => ({ entailed: "supported", absent: "not in the source" })[label] ?? String(label ?? "").replace(/_/g, " ");

export const worst = (tones) => tones.reduce((a, b) => (ORDER.indexOf(b) < ORDER.indexOf(a) ? b : a), "plain");

/** Findings as numbered points, those that decide the verdict first, then the worst and severest. */
export function points(verdict, outcome) {
  const deciding = DECIDING[outcome] ?? DECIDING.Undecided;
  const seen = new Set();
  const all = verdict.findings
    .filter((finding) => {
      const same = JSON.stringify(finding);
      return seen.has(same) ? false : seen.add(same);
    })
    .map((finding) => ({ ...finding, tone: RELATIONS[finding.relation] ?? "plain" }));
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
