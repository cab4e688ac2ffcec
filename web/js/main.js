// The page: its views, messages, dropped files, and the service worker.

import { applyTheme, button, make, remember, remembers, THEME } from "./basic.js";
import { Latest, byId, pause, safelyWith, words } from "./dom.js";
import * as play from "./play.js";
import { Store } from "./storage.js";
import { loadFile, Module } from "./wasm.js";

/** @import { App, Kept, View } from "./types.js" */

/** @typedef {Awaited<ReturnType<typeof play.start>>} Player */

/**
 * What starts a view, by its name: the section `view-NAME` of the page. The link `to-NAME` leads to it.
 * @type {Record<string, ((app: App) => Promise<View>) | undefined>}
 */
const starts = {
  play: undefined /* its script is here */,
  listing: async (app) => (await import("./listing.js")).start(app),
  step: async (app) => (await import("./step.js")).start(app),
  compare: async (app) => (await import("./compare.js")).start(app),
  boards: async (app) => (await import("./boards.js")).start(app),
  bally: async (app) => (await import("./bally.js")).start(app),
  learn: async (app) => (await import("./learn.js")).start(app),
};

/** The styles of the views, for which the first picture does not wait. */
const styles = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll("link[media=print]")]);
const styled = Promise.all(
  styles.map(async (link) => {
    if (!link.sheet) await new Promise((done) => (link.onload = link.onerror = done));
    link.media = "all";
  }),
);

const MOST_NOTICES = 3;
const embedded = new URLSearchParams(location.search).has("embed");
document.body.classList.toggle("embedded", embedded);
applyTheme();
const theme = byId("theme", HTMLSelectElement);
theme.value = remembers(THEME) ?? "";
theme.addEventListener("change", () => {
  remember(THEME, theme.value);
  applyTheme();
});

/**
 * @param {string} text
 * @param {"error" | "note"} [kind]
 * @param {[string, () => unknown]} [action]
 * @returns {() => void} what removes it
 */
function tell(text, kind = "error", action) {
  const place = byId("notices", HTMLElement);
  const notice = make("div", `notice ${kind}`, make("pre", "", text.replace(/^(error|warning): /, "")));
  if (action) {
    const [label, act] = action;
    const choose = () => {
      notice.remove();
      return act();
    };
    notice.append(button(label, () => void safely(choose), "small-button"));
  }
  notice.append(button("Close", () => notice.remove(), "small-button"));
  place.append(notice);
  while (place.children.length > MOST_NOTICES) place.firstElementChild?.remove();
  return () => notice.remove();
}

/** @type {App["copy"]} */
async function copy(text, what, action) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} in the clipboard.`, "note", action);
  } catch {
    tell(`The browser refuses to copy. Copy this yourself:\n${text}`, "note", action);
  }
}

const safely = safelyWith((error) => tell(words(error)));

function clear() {
  byId("notices", HTMLElement).replaceChildren();
}

/** Returns the view and the query of the address: `#VIEW?query`. */
function address() {
  const [id = "", ...query] = location.hash.slice(1).split("?");
  return { id: Object.hasOwn(starts, id) ? id : "play", query: new URLSearchParams(query.join("?")) };
}

async function main() {
  /** The view that is shown, and the last one that could be loaded. */
  let [current, loaded] = ["", "play"];
  // It is there before the machine is.
  void styled.then(() => current || reveal(address().id));
  const store = new Store((why) => tell(why, "note"), !embedded);
  const first = address().id;
  const needsMachine = first === "play" || first === "bally";
  // The largest file of a view comes while its scripts do. Learn needs a machine later.
  if (first !== "learn") loadFile(`${first}.wasm`).catch(() => {});
  await store.open();
  /** @type {Map<string, Promise<View>>} */
  const started = new Map();
  /** Those that have started. @type {Map<string, View>} */
  const views = new Map();
  /** How often a view could not be loaded. @type {Map<string, number>} */
  const failures = new Map();
  const visits = new Latest();
  /** The first view has what it needs, or another one is wanted. */
  let settle = () => {};
  const settled = new Promise((done) => (settle = () => done(undefined)));

  /** @type {App} */
  const app = {
    module: /** @type {App["module"]} */ (/** @type {unknown} */ (undefined)),
    store,
    embedded,
    tell,
    copy,
    clear,
    safely,
    show: (id) => {
      if (address().id === id) void arrive();
      else location.hash = id;
    },
    play: async (opening) => {
      clear();
      const isHere = visits.current();
      const player = await playing();
      if (!isHere()) return;
      await player.open(opening);
      if (isHere()) app.show("play");
    },
    edit: async (name, text) => {
      const isHere = visits.current();
      const view = /** @type {View & { edit: (value: Kept) => void }} */ (await view_of("listing"));
      if (!isHere()) return;
      view.edit({ name, text });
      app.show("listing");
    },
    view: (id) => view_of(id),
    program: async () => (await playing()).program(),
    beside: async () => (await playing()).beside,
  };

  const playing = () => /** @type {Promise<Player>} */ (view_of("play"));

  /** Starts Play, whose machine other views use. A view that is opened first and can do without it does not wait for it. */
  async function startPlay() {
    if (!needsMachine) await settled;
    app.module = await Module.load("play.wasm");
    await pause();
    const player = await play.start(app);
    views.set("play", player);
    if (first !== "play") await player.prepare();
    return player;
  }

  /** @param {string} id */
  function view_of(id) {
    const begin = () => (id === "play" ? startPlay() : failures.has(id) ? startAgain(id) : starts[id]?.(app));
    const view = started.get(id) ?? begin();
    if (!view) throw new Error(`there is no view ${id}`);
    started.set(id, view);
    // What could not be loaded is loaded again the next time.
    view.catch(() => {
      started.delete(id);
      failures.set(id, (failures.get(id) ?? 0) + 1);
    });
    return view;
  }

  /** Starts a view that could not be loaded. Browsers keep the failure of a script's address, so it gets another one. @param {string} id */
  async function startAgain(id) {
    const { start } = await import(`./${id}.js?${failures.get(id)}`);
    return start(app);
  }

  /** Shows the part of the page that is a view's. @param {string} id */
  function reveal(id) {
    current = id;
    for (const other of Object.keys(starts)) {
      byId(`view-${other}`, HTMLElement).hidden = other !== id;
      const link = byId(`to-${other}`, HTMLAnchorElement);
      if (other === id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${byId(`to-${id}`, HTMLAnchorElement).textContent} · arcadian`;
  }

  /** Goes to the view that the address names, unless it names another one before that is there. It is shown at once, and filled later. */
  async function arrive() {
    const { id, query } = address();
    const isWanted = visits.begin();
    const main = byId("main", HTMLElement);
    const free = () => ([main.inert, main.ariaBusy] = [false, null]);
    try {
      await styled;
      if (!isWanted()) return;
      const isChange = current !== "" && current !== id;
      if (isChange) {
        settle();
        views.get(current)?.hidden?.();
      }
      reveal(id);
      // Nobody types where nothing listens yet.
      main.inert = !views.has(id);
      main.ariaBusy = main.inert ? "true" : null;
      const view = await view_of(id);
      views.set(id, view);
      if (!isWanted()) return;
      loaded = id;
      free();
      const heading = /** @type {HTMLElement | null} */ (document.querySelector(`#view-${id} h2`));
      if (isChange && !embedded) heading?.focus({ preventScroll: true });
      await safely(() => view.shown(query, isWanted));
      settle();
    } catch (error) {
      settle();
      if (!isWanted()) return;
      free();
      reveal(loaded);
      // A deployment replaces the folder of the version.
      const isOld = await fetch(import.meta.url, { cache: "no-store" })
        .then(({ status }) => status === 404)
        .catch(() => false);
      if (!isWanted()) return;
      if (isOld) tell("A new version of this page is here. Your work is kept.", "error", ["Reload", () => location.reload()]);
      else tell(`This part of the page could not be loaded. The connection may be lost. (${words(error)})`, "error", ["Try again", arrive]);
      await safely(async () => (await view_of(loaded)).shown(new URLSearchParams(), isWanted));
    }
  }

  // The page in a single file has no other pages.
  if ("arcadianFiles" in globalThis) document.querySelectorAll('a[href^="read/"]').forEach((anchor) => anchor.replaceWith(...anchor.childNodes));
  for (const id of Object.keys(starts)) {
    const link = byId(`to-${id}`, HTMLAnchorElement);
    // The address may name a view already that could not be loaded.
    link.addEventListener("click", () => location.hash === link.hash && current !== id && void arrive());
  }
  // The address names the view, so the link that skips the navigation must not change it.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    const first = document.querySelector(`#view-${current} :is([tabindex="0"], button, input, textarea, summary)`);
    if (first instanceof HTMLElement) first.focus();
  });
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    clear();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    const isHere = visits.current();
    const view = await view_of(current);
    if (isHere()) view.dropped?.(files);
  });
  byId("whole", HTMLAnchorElement).href = location.href.replace(/\?embed[^#]*/, "");
  const machine = playing();
  if (needsMachine) await machine;
  addEventListener("hashchange", () => void arrive());
  await arrive();
  document.body.classList.add("ready");
  const ready = import("./ready.js");
  void ready.then(({ prepareFooter }) => prepareFooter(app)).catch(() => {});
  // Without it the page works, but not offline.
  if ("serviceWorker" in navigator && isSecureContext && location.protocol.startsWith("http") && !embedded) {
    ready.then(({ prepareOffline }) => prepareOffline(tell)).catch(() => {});
  }
}

main().catch((error) => {
  byId("message", HTMLElement).textContent = "The page could not start.";
  tell(`The page could not start: ${words(error)}`);
});
