// Elements made from plain values. Text is always set as text: nothing here, or in any other module, parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("p", {class: "soft", onclick: f}, "text", child)`. Empty children are left out. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for drawings. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "share") node.style.setProperty("--share", value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false && child !== "") node.append(child);
  }
  return node;
}

const signatures = new WeakMap();

/**
 * Make the children of `parent` those of `items`, and leave alone what has not changed: focus, open details and
 * scroll places survive. An item is {key, sig, build, update?}; `update` is called on a kept or new node.
 */
export function sync(parent, items) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  let next = parent.firstElementChild;
  for (const item of items) {
    let node = old.get(item.key);
    old.delete(item.key);
    if (!node || signatures.get(node) !== item.sig) {
      const fresh = item.build();
      fresh.dataset.key = item.key;
      signatures.set(fresh, item.sig);
      if (node) {
        if (node === next) next = fresh;
        node.replaceWith(fresh);
      } else {
        fresh.classList.add("arrives");
      }
      node = fresh;
    }
    if (node === next) next = next.nextElementSibling;
    else parent.insertBefore(node, next);
    item.update?.(node);
  }
  for (const node of old.values()) node.remove();
}

/** Say something to people who listen instead of look. */
export function say(text) {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}

/** A message in place of content that could not be loaded. */
export function alertBox(title, detail, hint) {
  return h(
    "div",
    { class: "alert", role: "alert" },
    h("strong", {}, title),
    detail && h("p", {}, detail),
    hint && h("p", { class: "soft" }, hint),
  );
}

/** What a page shows where there is nothing yet. */
export function emptyState(title, ...more) {
  return h("div", { class: "empty" }, h("p", { class: "empty-title" }, title), ...more);
}

/** Ask before something is lost, in a dialog of the page; resolves to true or false. */
export function confirmed(question, verb) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { class: "ask", "aria-label": question },
      h("p", {}, question),
      h(
        "div",
        { class: "go" },
        h("button", { class: "danger", type: "button", onclick: () => dialog.close("yes") }, verb),
        h("button", { type: "button", autofocus: true, onclick: () => dialog.close("") }, "Cancel"),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
