// What a person thinks of a verdict: kept beside it, never over it.

import { get, rows } from "../lib/api.js";
import { h, say } from "../lib/dom.js";
import { when } from "../lib/format.js";
import { para, says } from "../lib/parts.js";
import { STANCES, rememberReviewer, reviewer, saveReview, stanceName } from "../lib/reviews.js";
import { tone as toneOf } from "../lib/tones.js";

const CHOICES = [
  ["agree", "Agree", "The verdict is right."],
  ["disagree", "Disagree", "The verdict is wrong."],
  ["correct", "Correct", ""],
];
/** The reviews of a verdict and the form for another one. */
export function reviewPanel(runId, position = 0) {
  const list = h("ul", { class: "reviews" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const stance = h(
    "select",
    { name: "stance", "aria-label": "Correct verdict", disabled: true },
    STANCES.map(([value, label]) => h("option", { value }, label)),
  );
  const form = h(
    "form",
    { class: "review" },
    h(
      "fieldset",
      { class: "choices" },
      h("legend", { class: "unseen" }, "Your judgement"),
      CHOICES.map(([value, label, hint]) =>
        h(
          "label",
          { class: `choice ${value}` },
          h("input", { type: "radio", name: "judgement", value, required: true }),
          h("span", {}, h("strong", {}, label), hint ? h("small", {}, hint) : stance),
        ),
      ),
    ),
    h(
      "div",
      { class: "grid-fields" },
      field("Note", h("textarea", { name: "note", rows: "2", dir: "auto" })),
      field("Your name", h("input", { name: "reviewer", autocomplete: "name", value: reviewer() })),
    ),
    problem,
    h(
      "div",
      { class: "go" },
      h("button", { class: "primary", type: "submit" }, "Save the review"),
      h("a", { class: "soft", href: "/v1/reviews/export.jsonl" }, "All reviews as labelled data"),
    ),
  );
  const judgement = () => new FormData(form).get("judgement");
  form.addEventListener("change", () => {
    stance.disabled = judgement() !== "correct";
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    problem.hidden = true;
    try {
      await saveReview(runId, position, judgement(), { stance: stance.value, note: data.get("note"), by: data.get("reviewer") });
      rememberReviewer(data.get("reviewer"));
      form.elements.note.value = "";
      say("The review is saved.");
      await load();
    } catch (error) {
      problem.textContent = [error.detail, error.hint].filter(Boolean).join(" ");
      problem.hidden = false;
    }
  });
  async function load() {
    const reviews = rows(await get(`/v1/runs/${encodeURIComponent(runId)}/reviews`), "reviews");
    list.replaceChildren(...reviews.filter((one) => (one.position ?? 0) === position).map(shown));
  }
  load().catch(() => list.replaceChildren());
  return h("div", {}, list, form);
}

function shown(review) {
  const tone = { agree: "good", disagree: "bad", correct: "unsure" }[review.judgement] ?? "plain";
  return h(
    "li",
    {},
    h(
      "p",
      {},
      says(review.judgement, tone),
      review.stance && [" to ", says(stanceName(review.stance), toneOf(review.stance))],
      h("small", {}, [review.reviewer, when(review.created_at ?? review.at)].filter(Boolean).join(" · ")),
    ),
    review.note && para(review.note),
  );
}

const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);
