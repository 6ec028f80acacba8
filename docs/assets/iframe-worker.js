/* Search runs in a worker, and browsers refuse workers for pages that are opened as files. Here the worker's script
   runs in a hidden frame instead. The name tells the offline plugin of Material for MkDocs that no copy from another
   host is needed. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      this.queue = [];
      frame.addEventListener("load", () => {
        this.inside = frame.contentWindow;
        this.queue.splice(0).forEach((data) => this.deliver(data));
      });
      window.addEventListener("message", (event) => {
        if (event.source !== frame.contentWindow || !event.data || !("fromWorker" in event.data)) return;
        const answer = new MessageEvent("message", { data: event.data.fromWorker });
        this.dispatchEvent(answer);
        if (this.onmessage) this.onmessage(answer);
      });
      const script = new URL(url, location.href).href.replace(/"/g, "%22");
      frame.srcdoc =
        "<!doctype html><script>" +
        "const answer = (data) => parent.postMessage({ fromWorker: data }, '*');" +
        "self.postMessage = answer;" +
        "self.importScripts = (...urls) => urls.reduce((before, one) => before.then(() => new Promise((done, fail) => {" +
        "const script = document.createElement('script'); script.src = one; script.onload = done; script.onerror = fail;" +
        "document.body.appendChild(script); })), Promise.resolve());" +
        "</" + "script><body><script src=\"" + script + "\"></" + "script>";
      document.body.appendChild(frame);
    }
    deliver(data) {
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.inside) this.deliver(data);
      else this.queue.push(data);
    }
    terminate() {}
  };
}
