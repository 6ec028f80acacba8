// The sign-in form: the server answers with a redirect, to here if the token was wrong.

const query = new URLSearchParams(location.search);
const problem = document.getElementById("login-problem");
problem.hidden = !query.has("wrong");
const next = query.get("next");
// Only a path of this server: a whole address could lead anywhere.
if (next && /^\/(?!\/)/.test(next)) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name: "next", value: next });
  document.getElementById("login").append(input);
}
