// Says why the page does not start, and applies the styles for which the first picture does not wait. It is a classic script, which
// browsers read that are too old for the others, and it loads from a disk.

(() => {
  const script = document.querySelector("script[type=module]");
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
  for (const style of document.querySelectorAll("link[media=print]")) {
    const apply = () => style.setAttribute("media", "all");
    if (/** @type {HTMLLinkElement} */ (style).sheet) apply();
    else style.addEventListener("load", apply);
  }
  addEventListener("error", ({ target }) => (target === script || target === window) && tell(), true);
  setTimeout(tell, 10_000);
})();
