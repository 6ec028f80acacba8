// What a browser keeps between pages. Storage may be forbidden or full: then nothing is kept, and nothing breaks.

function kept(storage) {
  return {
    get(key) {
      try {
        return JSON.parse(storage().getItem(key));
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // the next page starts afresh
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        // there is nothing to forget
      }
    },
  };
}

/** For this tab. */
export const tab = kept(() => sessionStorage);
/** For this browser. */
export const browser = kept(() => localStorage);
