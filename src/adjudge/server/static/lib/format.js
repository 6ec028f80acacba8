// Numbers, times and names as people read them.

export const percent = (share) => `${Math.round(share * 100)}%`;
export const name = (id) => String(id ?? "").replace(/_/g, " ");
export const plural = (n, one, many = `${one}s`) => `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;

/** Names as a sentence has them: "a, b and c". */
export const listed = (names) => new Intl.ListFormat("en-GB").format(names);

/** A size as people read it. */
export const bytes = (n) => (n < 1e6 ? `${Math.ceil(n / 1e3)} kB` : `${(n / 1e6).toFixed(1)} MB`);

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** A time as day and hour; today only the hour. */
export function when(text) {
  const date = new Date(text);
  if (!text || Number.isNaN(date.getTime())) return "";
  return date.toDateString() === new Date().toDateString() ? `today, ${TIME.format(date)}` : `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** Seconds as people wait for them. */
export function seconds(s) {
  if (s === null || s === undefined || !Number.isFinite(s)) return "";
  if (s < 90) return `${Math.max(1, Math.round(s))} s`;
  return s < 5400 ? `${Math.round(s / 60)} min` : `${(s / 3600).toFixed(1)} h`;
}

export function dollars(cost) {
  if (cost === null || cost === undefined) return "cost unknown";
  if (cost === 0) return "no cost";
  return cost < 1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}
