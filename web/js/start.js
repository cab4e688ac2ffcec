// Begins to load what Play needs, and says why the page does not start. It is a classic script, which browsers read that are too old for the
// others, and it loads from a disk.

(() => {
  const script = document.querySelector("script[type=module]");
  // Other views come before Play.
  if (/^#(listing|step|compare|boards|learn)\b/.test(location.hash)) /** @type {HTMLElement} */ (document.getElementById("view-play")).hidden = true;
  else {
    const machine = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
    machine.href = new URL("../play.wasm", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
    document.head.append(machine);
  }
  const why =
    location.protocol === "file:"
      ? "Opened from a folder, the page cannot load its parts. Open the file arcadian.html of a release instead."
      : "The page could not be loaded: the connection is slow or lost, or this browser is older than 2023. ";
  const { body } = document;
  const tell = () => {
    if (body.className.includes("ready")) return;
    const notice = document.createElement("p");
    const again = document.createElement("button");
    notice.className = "notice error";
    again.textContent = "Reload";
    again.onclick = () => location.reload();
    notice.append(why, again);
    document.getElementById("notices")?.replaceChildren(notice);
    // The page may start after all.
    new MutationObserver(() => notice.remove()).observe(body, { attributes: true, attributeFilter: ["class"] });
  };
  addEventListener("error", ({ target }) => (target === script || target === window) && tell(), true);
  setTimeout(tell, 10_000);
})();
