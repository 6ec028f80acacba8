// Menus that open from a button: closed by Escape and by a press elsewhere.

import { h } from "./dom.js";

const FILES = [["card.html", "Web page"], ["card.md", "Markdown"], ["card.json", "JSON"], ["card.jsonld", "ClaimReview"]];

const TABLES = { csv: "CSV", jsonl: "JSON lines", parquet: "Parquet" };

/** A menu of files to save: [[address, label]]. */
const files = (title, list) => h(
  "details",
  { class: "menu" },
  h("summary", { class: "button" }, title),
  h("ul", {}, list.map(([href, label]) => h("li", {}, h("a", { href, download: "" }, label)))),
);

/** The verdict as files. */
export function exportMenu(id, position = 0) {
  const query = position ? `?position=${position}` : "";
  return files("Export", FILES.map(([file, label]) => [`/v1/checks/${encodeURIComponent(id)}/${file}${query}`, label]));
}

/** The verdicts of a run as tables, in the formats that the server can write. */
export const tablesMenu = (id, endings) =>
  files("Download", endings.map((ending) => [`/v1/runs/${encodeURIComponent(id)}/verdicts.${ending}`, TABLES[ending]]));

const open = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
