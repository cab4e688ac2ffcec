// The view Play: screen, pad, keyboard, and everything that one does with a program.

import { byId, clicks, download, soon, words } from "./dom.js";
import { fileName, formOf } from "./files.js";
import { Recorder } from "./gif.js";
import { listen } from "./keyboard.js";
import { prepareLinks } from "./links.js";
import { PREVIOUS, prepareOpening } from "./opening.js";
import { Pad } from "./pad.js";
import { MOST_REPEATED, Player } from "./player.js";
import { prepareSaving } from "./saving.js";
import { Screen } from "./screen.js";
import * as share from "./share.js";
import { Status } from "./status.js";
import { makeStick } from "./stick.js";
import { Crashed, Refused } from "./wasm.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Kept} Kept */
/** @typedef {import("./types.js").Legends} Legends */
/** @typedef {import("./types.js").Opening} Opening */
/** @typedef {import("./types.js").Speed} Speed */
/** @typedef {import("./types.js").State} State */

/** How long after a change the session is kept, in milliseconds. */
const KEEP_AFTER = 1000;
/** A program that fails again within this time, in milliseconds, is not opened again. */
const CRASH_INTERVAL = 10_000;
/** A recording with more statements is announced before the page is busy with it. */
const ANNOUNCED = 2_000_000;
const KEPT = "session";
/** The name of the time that the tests read. */
const FIRST_PICTURE = "first picture";

/** The keys of the pad that answer questions. @type {Record<string, string>} */
const STROKES = { "{GO}": "Enter", "{HALT}": "Escape", "{ERASE}": "Backspace" };

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const player = new Player(app.module);
  const screen = new Screen(byId("picture", HTMLCanvasElement), byId("screen-text", HTMLElement));
  const status = new Status(answer);
  let state = /** @type {State | undefined} */ (undefined);
  let isShown = true;
  let hasStarted = false;
  let isRestarting = false;
  let lastCrash = -Infinity;

  const recorder = new Recorder();
  /** Draws the picture in another view as well. @type {((picture: ImageData) => void) | undefined} */
  let beside;
  player.onpicture = (picture) => {
    screen.draw(picture);
    beside?.(picture);
    recorder.add(picture, player.clock);
    if (performance.getEntriesByName(FIRST_PICTURE).length === 0) performance.mark(FIRST_PICTURE);
  };
  const readAloud = soon(300, () => state && screen.read(state.text));
  player.onstate = (now) => {
    state = now;
    readAloud();
    keepSoon();
    status.show(now, player.opening);
  };
  player.onfailure = (error) => {
    if (error instanceof Crashed) return void recover();
    app.tell(words(error));
  };

  /** @param {string} stroke */
  function answer(stroke) {
    player.send("answer", { stroke });
    focusScreen();
  }

  /** The machine is gone after a trap. Its program is opened again, from the start. */
  async function recover() {
    if (isRestarting) return;
    isRestarting = true;
    const isRepeated = performance.now() - lastCrash < CRASH_INTERVAL;
    lastCrash = performance.now();
    app.clear();
    app.tell(`The machine failed and was started again${isRepeated ? " with ROTATE" : ""}. Please report what you did before.`);
    try {
      await app.module.restart();
      await app.store.forget(KEPT);
      const { name, text, seed, dialect, asPrinted } = player.opening;
      player.open(isRepeated ? rotate() : { name, text, seed, dialect: dialect ?? null, asPrinted: asPrinted ?? false });
    } catch (error) {
      app.tell(words(error));
    }
    isRestarting = false;
  }

  /** @returns {Kept | undefined} */
  function kept() {
    if (!player.isOpen) return undefined;
    let opening;
    try {
      opening = player.present();
      if ((opening.statements ?? 0) > MOST_REPEATED) opening = undefined;
    } catch {
      // A program that was saved or loaded cannot be repeated from keys.
    }
    const program = player.program();
    opening ??= asText(program);
    return { opening, program, speed: player.speed, files: player.files };
  }

  /**
   * @param {string} program
   * @returns {Opening}
   */
  function asText(program) {
    const dialect = player.opening.dialect ?? null;
    return { name: fileName(player.opening.name, "bas"), text: program, seed: player.opening.seed, dialect };
  }

  async function keep() {
    const value = hasStarted && !isRestarting ? kept() : undefined;
    if (value) await app.store.put(KEPT, value);
  }
  const keepSoon = soon(KEEP_AFTER, () => void keep().catch(() => {}));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void keep().catch(() => {});
  });

  /**
   * Opens a program. The one before can be opened again.
   * @param {Opening} opening
   */
  async function open(opening) {
    const before = hasStarted ? kept() : undefined;
    let answer;
    if ((opening.statements ?? 0) > ANNOUNCED) {
      status.say(`Repeating ${opening.statements?.toLocaleString("en")} statements …`);
      await new Promise((done) => setTimeout(done, 50));
    }
    try {
      recorder.clear();
      answer = player.open(opening);
    } catch (error) {
      if (error instanceof Crashed) return recover();
      throw error;
    }
    hasStarted = true;
    if (before) await app.store.put(PREVIOUS, before);
    if (answer.warning) app.tell(answer.warning, "note");
    document.body.classList.toggle("plays-rotate", opening.name === "rotate" && opening.text === null);
    if (document.activeElement !== document.body) focusScreen();
    await keep();
  }

  /** Opens a program, or says why not. Returns whether it was opened. @param {Opening} opening */
  async function tryOpen(opening) {
    try {
      await open(opening);
      return true;
    } catch (error) {
      app.tell(words(error));
      return false;
    }
  }

  /** @param {Kept} value */
  async function restore(value) {
    player.files = value.files ?? {};
    setSpeed(value.speed ?? "1982");
    try {
      await open(value.opening);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await open({ name: "program.bas", text: value.program, seed: value.opening.seed });
      app.tell(`Your program was kept, but not where it was: ${error.message}`, "note");
    }
  }

  const rotate = () => ({ name: "rotate", text: null, seed: share.randomSeed() });

  /** Opens what the address asks for, or else what was kept, or else ROTATE. @param {URLSearchParams} query */
  async function begin(query) {
    let wanted;
    try {
      wanted = await share.read(query);
    } catch (error) {
      app.tell(words(error));
    }
    const speed = query.get("speed");
    if (speed === "max" || speed === "4" || speed === "1982") setSpeed(speed);
    const last = /** @type {Kept | undefined} */ (hasStarted ? undefined : await app.store.get(KEPT));
    if (wanted) {
      const isOpen = await tryOpen(wanted);
      if (isOpen && last) await app.store.put(PREVIOUS, last);
      // A reload continues where the player is, not where the link began.
      if (!app.embedded) history.replaceState(null, "", "#play");
    }
    if (!hasStarted && last) {
      byId("help", HTMLDetailsElement).open = false;
      await restore(last).catch(() => app.tell("What this browser kept cannot be opened. ROTATE starts instead."));
    }
    if (!hasStarted) await tryOpen(rotate());
  }

  /** @param {Speed} speed */
  function setSpeed(speed) {
    player.setSpeed(speed);
    for (const input of document.querySelectorAll("#speeds input")) {
      if (input instanceof HTMLInputElement) input.checked = input.value === speed;
    }
  }

  const press = (/** @type {string} */ key, /** @type {boolean} */ down) => {
    if (!state?.question) player.send("key", { key, down });
    else if (down) {
      const stroke = STROKES[key] ?? key;
      // A question has no use for words and other special keys.
      if (!stroke.startsWith("{")) answer(stroke);
    }
  };
  const move = (/** @type {string} */ control, /** @type {boolean} */ down) => player.send("control", { control, down });
  const { rows } = /** @type {{ rows: Legends[][] }} */ (app.module.ask("pad"));
  new Pad(byId("pad", HTMLElement), rows, press);
  makeStick(byId("stick", HTMLElement), move);
  // A first visit on a large screen begins with the help.
  byId("help", HTMLDetailsElement).open = matchMedia("(min-width: 60rem)").matches;
  listen({
    isShown: () => isShown,
    isAsking: () => state?.question ?? false,
    answer,
    act(meaning, down) {
      if ("key" in meaning) player.send("key", { key: meaning.key, down });
      else if ("control" in meaning) move(meaning.control, down);
      else if (down) player.send("halt");
    },
  });
  /** Types a pasted text. A listing that the machine does not wait for is opened instead. @param {string} text */
  async function paste(text) {
    const form = formOf(text);
    const isTyped = form === "other" || (form === "lines" && state?.waiting === "prompt");
    if (isTyped) return player.send("paste", { text });
    app.clear();
    await tryOpen({ name: form === "printed" ? "pasted.lst" : "pasted.bas", text, seed: share.randomSeed() });
  }
  document.addEventListener("paste", (event) => {
    const isEditor = event.target instanceof Element && event.target.closest("textarea, input, dialog");
    const text = event.clipboardData?.getData("text/plain");
    if (!isShown || isEditor || !text) return;
    event.preventDefault();
    void paste(text);
  });

  // A click leaves the focus where it is: Enter after a click on HALT is GO, not HALT again.
  for (const id of ["pad", "stick", "tools"]) {
    byId(id, HTMLElement).addEventListener("mousedown", (event) => event.preventDefault());
  }

  const onClick = clicks(app.tell);
  onClick("halt", () => player.send("halt"));
  onClick("reset", () => player.send("reset"));
  onClick("picture-file", async () => download(fileName(player.opening.name, "png"), await screen.png()));
  onClick("gif", async () => download(fileName(player.opening.name, "gif"), await recorder.gif()));
  onClick("edit-program", () => app.edit(fileName(player.opening.name, "bas"), player.program()));
  byId("speeds", HTMLElement).addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) setSpeed(/** @type {Speed} */ (event.target.value));
  });

  const openFiles = prepareOpening(app, { player, open, tryOpen, restore, onClick });
  prepareSaving(app, { player, onClick });
  prepareLinks({ player, asText, onClick });

  // Pasting by a form, where the keyboard has no Ctrl-V.
  const typeDialog = byId("type-dialog", HTMLDialogElement);
  const typed = byId("type-text", HTMLTextAreaElement);
  onClick("type", () => typeDialog.showModal());
  typeDialog.addEventListener("close", () => {
    if (typeDialog.returnValue === "type" && typed.value) {
      void paste(typed.value.endsWith("\n") ? typed.value : `${typed.value}\n`);
    }
    typed.value = typeDialog.returnValue = "";
    focusScreen();
  });

  /** @type {import("./types.js").View & { player: Player, open: typeof open, beside: import("./types.js").Beside, prepare: () => Promise<void>, hidden: () => void }} */
  return {
    player,
    open,
    /** The interpreter beside another view, which draws its picture and has its keys. */
    beside: {
      /** @param {Opening} opening @param {(picture: ImageData) => void} draw */
      async run(opening, draw) {
        beside = draw;
        setSpeed("1982");
        await open(opening);
        player.isPaused = false;
      },
      press: (/** @type {string} */ key, /** @type {boolean} */ down) => {
        if (key !== "{HALT}") press(key, down);
        else if (down) player.send("halt");
      },
      /** @type {(text: string) => void} */
      type: (text) => player.send("paste", { text }),
      text: () => player.state().text,
      end() {
        beside = undefined;
        player.isPaused = !isShown;
      },
    },
    /** Opens the kept program while another view is shown, which can ask for it. */
    async prepare() {
      await begin(new URLSearchParams());
      this.hidden();
    },
    async shown(query) {
      isShown = true;
      player.isPaused = false;
      const asks = query.has("s") || query.has("name") || query.has("text");
      if (!hasStarted || asks) await begin(query);
      screen.fit();
    },
    hidden() {
      isShown = false;
      player.isPaused = !beside;
      void keep().catch(() => {});
    },
    dropped: openFiles,
  };
}

function focusScreen() {
  byId("screen", HTMLElement).focus({ preventScroll: true });
}
