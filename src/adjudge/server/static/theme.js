// Loaded before the page is drawn, as a plain script: a module would come too late and the page would flash.
(function () {
  "use strict";
  const KEY = "adjudge.theme";
  const ORDER = ["system", "light", "dark"];
  const WORDS = { system: "as the system has them", light: "light", dark: "dark" };
  const root = document.documentElement;

  function stored() {
    try {
      return ORDER.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "system";
    } catch {
      return "system"; // storage may be forbidden; the system's colours are then all there is
    }
  }

  function show(theme) {
    if (theme === "system") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) {
      button.dataset.shows = theme;
      button.setAttribute("aria-label", `Colours: ${WORDS[theme]}`);
      button.title = `Colours: ${WORDS[theme]}`;
    }
  }

  show(stored());
  document.addEventListener("DOMContentLoaded", function () {
    show(stored());
    document.getElementById("theme").addEventListener("click", function () {
      const next = ORDER[(ORDER.indexOf(stored()) + 1) % ORDER.length];
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // shown for this page only
      }
      show(next);
    });
    // On a phone the pages scroll sideways: the current one is brought into view.
    const here = document.querySelector("header nav [aria-current]");
    if (here) here.scrollIntoView({ block: "nearest", inline: "nearest" });
    // The palette is loaded when it is first opened; pages without navigation (sign in) have none.
    const find = document.getElementById("find");
    if (!find) return;
    // What is typed before it is there goes into its field.
    let typed = "";
    const keep = function (event) {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      typed += event.key;
    };
    const open = function () {
      document.addEventListener("keydown", keep, true);
      import("/static/lib/palette.js")
        .then(function (palette) {
          palette.open(typed);
        })
        .finally(function () {
          document.removeEventListener("keydown", keep, true);
          typed = "";
        });
    };
    find.addEventListener("click", open);
    document.addEventListener("keydown", function (event) {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open();
      }
      const typing = event.target.closest && event.target.closest("input, textarea, select, dialog");
      if (event.key === "?" && !typing) location.assign("/help");
    });
  });
})();
