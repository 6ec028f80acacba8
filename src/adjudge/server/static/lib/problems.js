// A problem beside the field that it is about.

/** Forget what was wrong. */
export function clearProblems(root) {
  for (const place of root.querySelectorAll(".problem")) place.hidden = true;
  for (const input of root.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

/** Say what is wrong with a field, or with the whole form, and go there. */
export function showProblem(root, field, detail, hint) {
  const place = root.querySelector(`#${field}-problem`) ?? root.querySelector("#form-problem");
  const small = document.createElement("small");
  small.textContent = hint ?? "";
  place.replaceChildren(detail, ...(hint ? [small] : []));
  place.hidden = false;
  place.closest("details")?.setAttribute("open", "");
  const input = root.querySelector(`#${field}`) ?? root.querySelector(`#${field}-field :is(textarea, input, select)`);
  if (input && place.id !== "form-problem") {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    // What is being mended is no longer said to be wrong.
    input.addEventListener("input", () => {
      place.hidden = true;
      input.removeAttribute("aria-invalid");
    }, { once: true });
  } else place.scrollIntoView({ block: "nearest" });
}

/** Which field a problem of the service is about, by what it names. */
export function fieldOf(problem, root) {
  const text = `${problem.detail} ${problem.hint}`;
  for (const input of root.querySelectorAll("[data-setting]")) {
    if (new RegExp(`\\b${input.dataset.setting}\\b`).test(text)) return input.id;
  }
  if (/engine|model|_API_KEY/i.test(text)) return "engine";
  if (/document|source/i.test(problem.detail)) return "sources";
  if (/claim/i.test(problem.detail)) return "claim";
  return "form";
}
