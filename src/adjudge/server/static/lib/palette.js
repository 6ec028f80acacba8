// The palette (Ctrl+K): pages, actions and runs by their words. Arrows choose, Enter goes, Escape closes.

import { get, rows, withQuery } from "./api.js";
import { h } from "./dom.js";
import { when } from "./format.js";
import { oneLine } from "./text.js";

const RUNS = 8;
const WAIT_MS = 150;

function places() {
  const nav = [...document.querySelectorAll("header nav a")].map((a) => ({ name: a.textContent, kind: "page", go: () => location.assign(a.href) }));
  const page = (name, path) => ({ name, kind: "page", go: () => location.assign(path) });
  return [
    page("Home", "/"),
    ...nav,
    page("Help", "/help"),
    page("REST documentation", "/docs"),
    { name: "Change colours", kind: "action", go: () => document.getElementById("theme").click() },
  ];
}

/** Open the palette with these words, or go back to it if it is open. */
export function open(typed = "") {
  const there = document.querySelector("dialog.palette");
  if (there) return there.querySelector("input").focus();
  if (document.querySelector("dialog[open]")) return undefined;
  let found = [];
  let chosen = 0;
  let number = 0;
  let timer;
  const input = h("input", {
    type: "text",
    value: typed,
    role: "combobox",
    "aria-label": "Go to",
    "aria-controls": "palette-list",
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    placeholder: "Page, action, or words of a claim",
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = h("ul", { role: "listbox", id: "palette-list", "aria-label": "Where to go" });
  const none = h("p", { class: "none", role: "status", hidden: true }, "Nothing has these words.");
  const dialog = h("dialog", { class: "palette", "aria-label": "Go to" }, input, list, none);

  const draw = () => {
    chosen = Math.max(0, Math.min(chosen, found.length - 1));
    list.replaceChildren(...found.map((one, n) => h(
      "li",
      { role: "option", id: `palette-${n}`, "aria-selected": n === chosen ? "true" : "false", onclick: () => go(n) },
      h("span", { dir: "auto" }, one.name),
      h("small", {}, one.kind),
    )));
    if (found.length) input.setAttribute("aria-activedescendant", `palette-${chosen}`);
    else input.removeAttribute("aria-activedescendant");
    list.hidden = !found.length;
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const go = (n) => {
    if (!found[n]) return;
    dialog.close();
    found[n].go();
  };
  const search = async () => {
    const mine = ++number;
    const words = input.value.trim().toLowerCase();
    input.dataset.looked = input.value;
    found = places().filter((one) => words.split(/\s+/).every((word) => one.name.toLowerCase().includes(word)));
    chosen = 0;
    none.hidden = true;
    draw();
    let runs = [];
    try {
      runs = rows(await get(withQuery("/v1/runs", { search: input.value.trim(), limit: RUNS })), "runs");
    } catch {
      // pages can still be gone to
    }
    if (mine !== number) return;
    found = [...found, ...runs.map((run) => ({
      name: oneLine(run.claim || run.id, 90),
      kind: [run.text || run.status, when(run.started_at)].filter(Boolean).join(" · "),
      go: () => location.assign(`/runs/${encodeURIComponent(run.id)}`),
    }))];
    none.hidden = found.length > 0;
    draw();
  };
  let looked;
  const look = () => (looked = search());
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT_MS);
  });
  input.addEventListener("keydown", async (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) {
      event.preventDefault();
      chosen = (chosen + step + found.length) % found.length;
      draw();
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(timer);
      // What was typed last may not have been looked for yet, or its runs are still on their way.
      if (input.dataset.looked !== input.value) look();
      if (!found.length) await looked;
      go(chosen);
    }
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  return look();
}
