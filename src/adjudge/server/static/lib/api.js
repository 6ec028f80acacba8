// The REST service, as the pages see it: JSON in, JSON out, problem details as errors.

/** What the service answered instead of the wished-for: its problem details. */
export class Problem extends Error {
  constructor(details, status) {
    super(details.detail || details.title || `The server answered ${status}.`);
    this.status = status;
    this.title = details.title || "";
    this.detail = details.detail || details.title || `The server answered ${status}.`;
    this.hint = details.hint || "";
    this.error = details.error || "";
    this.errors = Array.isArray(details.errors) ? details.errors : [];
  }
}

async function call(method, path, { json, form } = {}) {
  const headers = { Accept: "application/json" };
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: json !== undefined ? JSON.stringify(json) : form });
  } catch {
    throw new Problem({ title: "The server cannot be reached.", hint: "Is `adjudge serve` still running?" }, 0);
  }
  if (response.status === 401) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { title: text.slice(0, 300) };
  }
  if (!response.ok) throw new Problem(data ?? {}, response.status);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, json) => call("POST", path, { json: json ?? {} });
export const put = (path, json) => call("PUT", path, { json });
export const remove = (path) => call("DELETE", path);

/** Send a file's content, with other fields beside it; its name is only a label. */
export function sendFile(path, file, fields = {}) {
  const form = new FormData();
  form.append("file", file, file.name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return call("POST", path, { form });
}

export const upload = (file) => sendFile("/v1/uploads", file);

/** The rows of an answer that is a list, or an object with the list under a name. */
export function rows(data, name) {
  return Array.isArray(data) ? data : (data?.[name] ?? []);
}

/** A path with a query of what is not empty. */
export function withQuery(path, query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${path}?${text}` : path;
}
