// The address is the state of a page: filters, order and choice live in its query, so that reload, back and links keep them.

/** What the address asks for, by name. */
export const asked = () => Object.fromEntries(new URLSearchParams(location.search));

/** Write these names into the address; an empty value takes its name away. The others stay. */
export function remember(values) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === "" || value === null || value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, "", url);
}
