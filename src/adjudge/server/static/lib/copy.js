// Copying to the clipboard, also where the page's address is not one that browsers trust with it (plain http on a network).

import { say } from "./dom.js";

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    const before = document.activeElement;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    before?.focus?.();
    if (!copied) throw new Error("The browser does not allow copying.");
  }
}

/** What a button does that copies: `text` gives what is copied, now or later. The button says whether it worked. */
export const copying = (text, done) => async (event) => {
  const button = event.currentTarget;
  const label = (button.dataset.label ??= button.textContent);
  try {
    await copyText(await text());
    button.textContent = "Copied";
    say(done);
  } catch (error) {
    button.textContent = "Not copied";
    say(error.detail ?? error.message);
  }
  setTimeout(() => {
    button.textContent = label;
  }, 2500);
};
