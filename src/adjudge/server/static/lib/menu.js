// Menus that open from a button: closed by Escape and by a press elsewhere.

import { h } from "./dom.js";

const FILES = [["card.html", "Web page"], ["card.md", "Markdown"], ["card.json", "JSON"], ["card.jsonld", "ClaimReview"]];

/** The verdict as files. */
export function exportMenu(id, position = 0) {
  const query = position ? `?position=${position}` : "";
  const link = ([file, label]) => h("li", {}, h("a", { href: `/v1/checks/${encodeURIComponent(id)}/${file}${query}`, download: "" }, label));
  return h("details", { class: "menu" }, h("summary", { class: "button" }, "Export"), h("ul", {}, FILES.map(link)));
}

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
