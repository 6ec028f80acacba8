// A run's events as they happen. EventSource reconnects by itself and says where it was; after `end` it must not.

const NAMES = ["check", "case", "phase", "answer", "verdict", "failure", "progress", "outcome", "batch", "reset", "end"];

/** Listen; `on(name, data)` for each event, `lost(bool)` when the line breaks or comes back. Returns a way to stop. */
export function listen(path, on, lost = () => {}) {
  const source = new EventSource(path);
  for (const name of NAMES) {
    source.addEventListener(name, (event) => {
      lost(false);
      on(name, event.data ? JSON.parse(event.data) : {});
      if (name === "end") source.close();
    });
  }
  source.addEventListener("error", () => {
    lost(true);
  });
  source.addEventListener("open", () => lost(false));
  return () => source.close();
}
