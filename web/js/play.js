// The view Play: screen, pad, keyboard, and everything that one does with a program.

import { byId, clicks, download, onChoice, onFiles, onPaste, once, pause, soon, words } from "./dom.js";
import { checkPasted, fileName, formOf } from "./files.js";
import { listen } from "./keyboard.js";
import { Pad } from "./pad.js";
import { Player } from "./player.js";
import { Puzzle } from "./puzzle.js";
import { Recorder } from "./recorder.js";
import { Screen } from "./screen.js";
import { Session } from "./session.js";
import * as share from "./share.js";
import { Sound, toggles } from "./sound.js";
import { Status } from "./status.js";
import { makeStick } from "./stick.js";
import { Turning } from "./turning.js";
import { Crashed } from "./wasm.js";

/** @import { App, Opening, Speed, State } from "./types.js" */

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
  const recorder = new Recorder();
  /** Loaded where ROTATE first asks for a move. @type {import("./hint.js").Hint | undefined} */
  let hint;
  let isHintLoading = false;
  const session = new Session(app, {
    player,
    onopen: () => {
      recorder.clear();
      hint?.clear();
    },
    onopened: () => {
      puzzle.opened(player.opening);
      // The state of a recording came before it was known which puzzle it is.
      if (!player.isNew) player.onstate(player.state());
      if (document.activeElement !== document.body) focusScreen();
    },
  });
  /** Draws the picture in another view as well. @type {((picture: ImageData) => void) | undefined} */
  let beside;
  player.onpicture = (picture) => {
    screen.draw(picture);
    turning.draw();
    beside?.(picture);
    recorder.add(picture, player.clock);
    if (performance.getEntriesByName(FIRST_PICTURE).length === 0) performance.mark(FIRST_PICTURE);
  };
  /** The hints are a part of the game that is kept. */
  const keepHints = () => {
    if (puzzle.opening !== player.opening || puzzle.hints === (player.opening.hints ?? 0)) return;
    puzzle.opening = player.opening = { ...player.opening, hints: puzzle.hints };
    session.keepSoon();
  };
  const readAloud = soon(300, () => state && !player.isRepeating && screen.read(state.text));
  player.onstate = (now) => {
    state = now;
    readAloud();
    session.keepSoon();
    const isRotate = document.body.classList.contains("plays-rotate") && !player.isRepeating;
    turning.update(isRotate ? now : undefined);
    status.show(now, player.opening, player.isRepeating, isRotate ? puzzle.update(now) : undefined);
    keepHints();
    if (!player.isRepeating) followHint(now);
  };
  /** @param {State} now */
  function followHint(now) {
    if (now.puzzle !== null && !isHintLoading) {
      isHintLoading = true;
      void app.safely(async () => {
        hint = new (await import("./hint.js")).Hint(strike, () => (puzzle.hinted(), keepHints()), app.tell);
        // Meanwhile another program may have been opened.
        if (state) hint.show(state);
      });
    }
    hint?.show(now);
  }
  const sound = new Sound();
  // Beside the Bally, that has the sound.
  player.onsamples = (samples) => beside ?? sound.play(samples);
  player.onfailure = (error) => {
    if (error instanceof Crashed) return void session.recover();
    app.tell(words(error));
  };

  const stop = () => void app.safely(() => session.stop());
  /** @param {string} stroke */
  function answer(stroke) {
    if (player.isRepeating) stop();
    else if (state?.question) player.send("answer", { stroke });
    else strike(stroke);
    focusScreen();
  }
  /** Presses a key and releases it. @param {string} key */
  function strike(key) {
    press(key, true);
    press(key, false);
  }

  const press = (/** @type {string} */ key, /** @type {boolean} */ down) => {
    if (player.isRepeating) {
      if (key === "{HALT}" && down) stop();
    } else if (!state?.question) player.send("key", { key, down });
    else if (down) {
      const stroke = STROKES[key] ?? key;
      // A question has no use for words and other special keys.
      if (!stroke.startsWith("{")) answer(stroke);
    }
  };
  function halt() {
    if (player.isRepeating) stop();
    else player.send("halt");
  }
  const move = (/** @type {string} */ key, /** @type {boolean} */ down) => player.send("control", { key, down });
  const turning = new Turning(screen.canvas, byId("hint-large", HTMLElement), strike, (text) => (status.message.textContent = text));
  const puzzle = new Puzzle(
    app,
    (opening) => session.open(opening),
    () => screen.png(),
  );
  /** Makes what is not needed for the first picture. */
  const furnish = once(async () => {
    await pause();
    new Pad(byId("pad", HTMLElement), app.module.ask("pad").rows, press);
    await pause();
    makeStick(byId("stick", HTMLElement), screen.canvas, {
      act: move,
      select: (number) => player.send("select", { number }),
      hold: (held) => player.hold(held),
      isShown: () => isShown,
    });
    screen.offerFullscreen(byId("fullscreen", HTMLElement));
  });
  /** @param {URLSearchParams} query @param {() => boolean} [isWanted] */
  async function begin(query, isWanted = () => true) {
    await pause();
    await session.begin(query, isWanted);
    await furnish();
  }
  listen({
    isShown: () => isShown,
    isAsking: () => state?.question ?? false,
    answer,
    act(meaning, down) {
      if ("key" in meaning) player.send("key", { key: meaning.key, down });
      else if ("control" in meaning) move(meaning.control, down);
      else if (down && !hint?.cancel()) halt();
    },
  });
  /** Types a pasted text. A listing that the machine does not wait for is opened instead. @param {string} text */
  async function paste(text) {
    checkPasted(text);
    const form = formOf(text);
    const isTyped = form === "other" || (form === "lines" && state?.waiting === "prompt");
    if (isTyped) {
      const before = session.keep();
      if (form === "lines" && before) void app.store.put("play", before, before);
      return player.send("paste", { text });
    }
    app.clear();
    await session.tryOpen({ name: form === "printed" ? "pasted.lst" : "pasted.bas", text, seed: share.randomSeed() });
  }
  onPaste(
    () => isShown,
    (text) => app.safely(() => paste(text)),
  );

  // A click leaves the focus where it is: Enter after a click on HALT is GO, not HALT again.
  for (const id of ["pad", "stick", "hint", "tools"]) {
    byId(id, HTMLElement).addEventListener("mousedown", (event) => {
      if (!(event.target instanceof HTMLSelectElement)) event.preventDefault();
    });
  }

  const onClick = clicks(app.safely);
  onClick("halt", halt);
  onClick("reset", () => {
    session.keep();
    player.send("reset");
  });
  const toggleSound = toggles(byId("sound", HTMLElement), sound);
  onClick("sound", async () => {
    player.setSound(await toggleSound());
    focusScreen();
  });
  onClick("picture-file", async () => download(fileName(player.opening.name, "png"), await screen.png()));
  onClick("gif", async () => download(fileName(player.opening.name, "gif"), await (await import("./gif.js")).gif(recorder.pictures)));
  onClick("edit-program", () => app.edit(fileName(player.opening.name, "bas"), session.program()));
  onChoice("speeds", (speed) => session.setSpeed(/** @type {Speed} */ (speed)));

  const opening = once(async () => (await import("./opening.js")).prepareOpening(app, { player, session, isShown: () => isShown }));
  const openFiles = (/** @type {File[]} */ files) => app.safely(async () => (await opening()).openFiles(files));
  for (const id of ["open", "puzzle-gallery"]) onClick(id, async () => (await opening()).show());
  onFiles(byId("file", HTMLInputElement), openFiles);
  const saving = once(async () => (await import("./saving.js")).prepareSaving(app, session));
  onClick("save", async () => {
    const show = await saving();
    if (isShown) show();
  });
  const links = once(async () =>
    (await import("./links.js")).prepareLinks({ player, isShown: () => isShown, asText: (program) => session.asText(program), onClick }),
  );
  onClick("share", async () => (await links())());

  // Pasting by a form, where the keyboard has no Ctrl-V.
  const typeDialog = byId("type-dialog", HTMLDialogElement);
  const typed = byId("type-text", HTMLTextAreaElement);
  onClick("type", () => typeDialog.showModal());
  typeDialog.addEventListener("close", () => {
    if (typeDialog.returnValue === "type" && typed.value) {
      const text = typed.value.endsWith("\n") ? typed.value : `${typed.value}\n`;
      void app.safely(() => paste(text));
    }
    typed.value = typeDialog.returnValue = "";
    focusScreen();
  });

  return {
    program: () => session.program(),
    open: (/** @type {Opening} */ opening) => session.open(opening),
    /** The interpreter beside another view, which draws its picture and has its keys. */
    beside: {
      /** @param {Opening} opening @param {(picture: ImageData) => void} draw */
      async run(opening, draw) {
        beside = draw;
        session.setSpeed("1982");
        await session.open(opening);
        if (beside === draw) player.isPaused = false;
      },
      press: (/** @type {string} */ key, /** @type {boolean} */ down) => {
        if (key !== "{HALT}") press(key, down);
        else if (down) halt();
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
    async shown(/** @type {URLSearchParams} */ query, /** @type {() => boolean} */ isWanted) {
      isShown = true;
      player.isPaused = false;
      const asks = ["s", "daily", "program", "name", "text"].some((field) => query.has(field));
      if (!session.hasStarted || asks) await begin(query, isWanted);
    },
    hidden() {
      isShown = false;
      player.isPaused = !beside;
      session.keep();
    },
    dropped: openFiles,
  };
}

function focusScreen() {
  byId("screen", HTMLElement).focus({ preventScroll: true });
}
