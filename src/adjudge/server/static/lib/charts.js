// Two charts drawn from plain numbers: outcomes by day, and confidence against how often it was right.

import { h, svg } from "./dom.js";
import { percent, plural } from "./format.js";
import { OUTCOMES } from "./tones.js";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const SIZE = 240;
const LEFT = 52;
const TOP = 12;

const dayName = (day) => DAY.format(new Date(`${day}T00:00:00Z`));
const total = (one) => one.failed + Object.values(one.outcomes).reduce((a, b) => a + b, 0);

/** What went which way, as [words, tone, number], without what did not happen. */
export const parts = (one) => [
  ...Object.entries(OUTCOMES).map(([outcome, tone]) => [outcome.toLowerCase(), tone, one.outcomes[outcome] ?? 0]),
  ["failed", "failed", one.failed],
].filter(([, , n]) => n);

/** A column for each day; a day with cases is a link to its runs. */
export function daysChart(days) {
  const most = Math.max(1, ...days.map(total));
  return h(
    "figure",
    { class: "days-chart" },
    h("span", { class: "most", "aria-hidden": "true" }, most.toLocaleString("en-GB")),
    h("div", { class: "days" }, days.map((one) => column(one, most))),
    h("figcaption", { "aria-hidden": "true" }, h("span", {}, dayName(days[0].day)), h("span", {}, "today")),
  );
}

function column(one, most) {
  const n = total(one);
  if (!n) return h("span", { class: "day" });
  const said = parts(one).map(([words, , count]) => `${count.toLocaleString("en-GB")} ${words}`).join(", ");
  const label = `${dayName(one.day)}: ${said}`;
  const stack = parts(one).reverse().map(([, tone, count]) => h("i", { class: tone, share: count / most }));
  return h("a", { class: "day", href: `/runs?since=${one.day}&until=${one.day}`, title: label, "aria-label": label }, stack);
}

/** The reliability diagram: on the dashed line confidence says what it is worth. */
export function reliabilityChart(bins, { right = "right" } = {}) {
  const at = (said, share) => [LEFT + said * SIZE, TOP + (1 - share) * SIZE];
  const most = Math.max(1, ...bins.map((one) => one.count));
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const label = bins
    .map((one) => `${percent(one.said)} confident: ${percent(one.right)} of ${plural(one.count, "verdict")} ${right}`)
    .join("; ");
  const [x0, y0] = at(0, 0);
  const [x1, y1] = at(1, 1);
  return svg(
    "svg",
    { class: "reliability", viewBox: `0 0 ${LEFT + SIZE + 22} ${TOP + SIZE + 44}`, role: "img", "aria-label": label || "No verdicts yet" },
    steps.map((step) => {
      const [x, y] = at(step, step);
      return [
        svg("path", { class: "grid", d: `M${LEFT} ${y}h${SIZE}M${x} ${TOP}v${SIZE}` }),
        svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, percent(step)),
        svg("text", { x, y: TOP + SIZE + 17, "text-anchor": "middle" }, percent(step)),
      ];
    }),
    svg("path", { class: "ideal", d: `M${x0} ${y0}L${x1} ${y1}` }),
    bins.length > 1 && svg("polyline", { class: "line", points: bins.map((one) => at(one.said, one.right).join(",")).join(" ") }),
    bins.map((one) => {
      const [cx, cy] = at(one.said, one.right);
      return svg("circle", { class: "dot", cx, cy, r: 3 + 7 * Math.sqrt(one.count / most) });
    }),
    svg("text", { x: LEFT + SIZE / 2, y: TOP + SIZE + 37, "text-anchor": "middle" }, "confidence"),
    svg("text", { transform: `translate(12 ${TOP + SIZE / 2}) rotate(-90)`, "text-anchor": "middle" }, `share ${right}`),
  );
}

/** The same as a table, folded away. */
export function reliabilityTable(bins, { right = "right" } = {}) {
  if (!bins.length) return null;
  return h(
    "details",
    { class: "more" },
    h("summary", {}, "As a table"),
    h(
      "table",
      { class: "plain-table" },
      h("thead", {}, h("tr", {}, ["confidence", right, "verdicts"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, bins.map((one) => h(
        "tr",
        {},
        h("td", { class: "num" }, percent(one.said)),
        h("td", { class: "num" }, percent(one.right)),
        h("td", { class: "num" }, one.count.toLocaleString("en-GB")),
      ))),
    ),
  );
}
