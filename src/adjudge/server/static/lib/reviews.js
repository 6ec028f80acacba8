// Reviews, as a table and a case send them.

import { post } from "./api.js";
import { browser } from "./keep.js";

const REVIEWER = "adjudge.reviewer";

/** What a correction can say, in the words of the outcomes. */
export const STANCES = [
  ["SUPPORTED", "Supported"],
  ["CONTRADICTED", "Contradicted"],
  ["NOT_ENOUGH_INFO", "Not in the source"],
];
export const stanceName = (stance) => STANCES.find(([value]) => value === stance)?.[1] ?? stance;
export const OPINIONS = { agree: ["Agreed", "good"], disagree: ["Disagreed", "bad"], correct: ["Corrected", "beyond"] };

export const reviewer = () => browser.get(REVIEWER) ?? "";
export const rememberReviewer = (name) => browser.set(REVIEWER, name);

/** Save a review; `stance` belongs to `correct` alone. */
export function saveReview(runId, position, judgement, { stance, note = "", by = reviewer() } = {}) {
  const body = { position, judgement, note, reviewer: by, ...(judgement === "correct" ? { stance } : {}) };
  return post(`/v1/runs/${encodeURIComponent(runId)}/reviews`, body);
}

/** Whether a key is a shortcut, and no text that somebody types. */
export function isShortcut(event) {
  const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]");
}
