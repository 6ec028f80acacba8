// The page of one run: a case in court, live or stored; or a batch.

import { get, post, remove } from "../lib/api.js";
import { alertBox, confirmed, h, say } from "../lib/dom.js";
import { when } from "../lib/format.js";
import { exportMenu } from "../lib/menu.js";
import { isShortcut, saveReview } from "../lib/reviews.js";
import { listen } from "../lib/stream.js";
import { BatchView } from "../views/batch.js";
import { Court } from "../views/court.js";
import { reviewPanel } from "../views/review.js";
import { orderOf } from "../views/workbench.js";

const root = document.getElementById("run");
const id = decodeURIComponent(location.pathname.split("/")[2]);
const asked = new URLSearchParams(location.search).get("position");
const path = `/v1/checks/${encodeURIComponent(id)}`;

async function start() {
  try {
    if (asked !== null) return await openOutcome(Number(asked));
    const run = await get(`/v1/runs/${encodeURIComponent(id)}?limit=0`).catch((error) => {
      // A check that waits for its turn may not be among the stored runs yet.
      if (error.status === 404) return null;
      throw error;
    });
    if (run && (run.kind === "batch" || run.run.counts.asked > 1)) openBatch(run);
    else openCheck(run ? null : await get(path));
  } catch (error) {
    root.replaceChildren(
      alertBox(
        error.status === 404 ? "There is no such run" : "The run could not be opened",
        error.detail ?? String(error),
        error.hint,
      ),
      h("p", {}, h("a", { href: "/runs" }, "All runs")),
    );
  } finally {
    root.removeAttribute("aria-busy");
  }
}

/** The hearing of one case; its first event says all about the check, unless that is known. */
function openCheck(check) {
  const lost = h("p", { class: "note lost", role: "status", hidden: true }, "The line to the server is broken; trying again …");
  let head = null;
  let court = null;
  root.append(lost);
  const take = (event, data) => {
    if (!head && event === "check") {
      head = header(data);
      root.replaceChildren(head.node, lost);
      court = new Court(root, { after: () => [{ key: "review", title: "What do you think?", body: reviewPanel(id) }] });
    }
    court?.take(event, event === "check" ? { ...data, verdict: null } : data);
    head?.update(court.state.status);
  };
  if (check) take("check", check);
  listen(`${path}/events`, take, (broken) => {
    lost.hidden = !broken || court?.over;
  });
}

async function openOutcome(position) {
  const page = await get(`/v1/runs/${encodeURIComponent(id)}/outcomes?after=${position - 1}&limit=1`);
  const outcome = page.outcomes[0];
  if (outcome?.position !== position) throw Object.assign(new Error(), { status: 404, detail: `There is no row ${position + 1}.` });
  root.replaceChildren(steps(position, !!outcome.verdict));
  const court = new Court(
    root,
    { after: () => [{ key: "review", title: "What do you think?", body: reviewPanel(id, position) }] },
  );
  if (outcome.verdict) court.show(outcome.case, outcome.verdict, outcome.headline);
  else {
    court.take("case", outcome.case);
    court.take("failure", outcome.failure);
  }
}

/** Where this case is in its batch: back to the table, the previous and the next case in the order of the table, and keys. */
function steps(position, decided) {
  const left = orderOf(id);
  const order = left?.positions.includes(position) ? left.positions : null;
  const at = order ? order.indexOf(position) : position;
  const to = (step) => {
    const next = order ? order[at + step] : position + step;
    return next >= 0 ? `/runs/${encodeURIComponent(id)}?position=${next}` : null;
  };
  const [previous, next] = [to(-1), to(1)];
  const judge = async (judgement) => {
    try {
      await saveReview(id, position, judgement);
      if (next) location.assign(next);
      else location.reload();
    } catch (error) {
      root.prepend(alertBox("The review could not be saved", error.detail ?? String(error), error.hint));
    }
  };
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    const key = event.key.toLowerCase();
    if (key === "j" && next) location.assign(next);
    else if (key === "k" && previous) location.assign(previous);
    else if (decided && (key === "a" || key === "d")) judge(key === "a" ? "agree" : "disagree");
  });
  const link = (href, text) => (href ? h("a", { class: "button", href }, text) : null);
  return h(
    "nav",
    { class: "steps", "aria-label": "Cases of the batch" },
    h(
      "p",
      { class: "crumbs" },
      h("a", { href: "/runs" }, "Runs"),
      " / ",
      h("a", { href: `/runs/${encodeURIComponent(id)}${left?.search ?? ""}` }, id),
      ` / row ${position + 1}`,
      order && h("span", {}, `, ${at + 1} of ${order.length.toLocaleString("en-GB")} in the table`),
    ),
    h("span", { class: "soft keys" }, [["J", "next"], ["K", "previous"], ["A", "agree"], ["D", "disagree"]].map(([key, what]) => [h("kbd", {}, key), ` ${what} `])),
    decided && h("a", { class: "button", href: `/runs/${encodeURIComponent(id)}/report?position=${position}` }, "Report"),
    link(previous, "Previous"),
    link(next, "Next"),
  );
}

function openBatch({ run, kind, formats }) {
  root.replaceChildren();
  new BatchView(root, run, kind, formats);
}

function header(check) {
  const stop = h("button", { type: "button", class: "danger", id: "stop", onclick: halt }, "Stop");
  const again = h("a", { class: "button", href: `/new?from=${encodeURIComponent(id)}` }, "Check again");
  const exports = exportMenu(id);
  const share = h("a", { class: "button", href: `/runs/${encodeURIComponent(id)}/report` }, "Report");
  const forget = h("button", { type: "button", class: "quiet", onclick: erase }, "Delete");
  const node = h(
    "div",
    { class: "run-head" },
    h(
      "div",
      {},
      h("p", { class: "crumbs" }, h("a", { href: "/runs" }, "Runs"), " / ", h("span", {}, id)),
      h(
        "p",
        { class: "soft meta" },
        [check.protocol, check.engine ?? "offline", when(check.created_at)].filter(Boolean).join(" · "),
      ),
    ),
    h("div", { class: "actions" }, stop, again, share, exports, forget),
  );
  return {
    node,
    update(status) {
      const over = ["finished", "failed", "stopped"].includes(status);
      stop.hidden = over;
      again.hidden = !over;
      exports.hidden = share.hidden = status !== "finished";
    },
  };
}

async function halt(event) {
  event.target.disabled = true;
  try {
    await post(`${path}/stop`);
    say("The hearing is stopped.");
  } catch (error) {
    event.target.disabled = false;
    root.prepend(alertBox("The hearing could not be stopped", error.detail ?? String(error), error.hint));
  }
}

async function erase() {
  if (!(await confirmed("Delete this run with its verdict and reviews?", "Delete"))) return;
  await remove(path).catch(() => remove(`/v1/runs/${encodeURIComponent(id)}`));
  location.assign("/runs");
}

// A link into folded proceedings unfolds them.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
}
addEventListener("hashchange", unfold);

start();
