// A run's events as they happen. EventSource reconnects by itself and says where it was; after `end` it must not.

const RETRY_MS = 3000;
const NAMES = ["check", "case", "phase", "answer", "headline", "verdict", "failure", "progress", "outcome", "batch", "reset", "end"];

/** Listen; `on(name, data)` for each event, `lost(bool)` when the line breaks or comes back. Returns a way to stop. */
export function listen(path, on, lost = () => {}) {
  let source = null;
  let timer = 0;
  const open = () => {
    source = new EventSource(path);
    for (const name of NAMES) {
      source.addEventListener(name, (event) => {
        on(name, event.data ? JSON.parse(event.data) : {});
        if (name === "end") source.close();
      });
    }
    source.addEventListener("open", () => lost(false));
    source.addEventListener("error", () => {
      lost(true);
      // A refusal (too many streams, a server that is just starting) ends an EventSource for good: begin anew.
      if (source.readyState === EventSource.CLOSED) {
        timer = setTimeout(() => {
          on("reset", {});
          open();
        }, RETRY_MS);
      }
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
