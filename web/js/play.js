// The view Play: screen, pad, keyboard, and everything that one does with a program.

import { byId, button, download, make, soon, words } from "./dom.js";
import { fileName, formOf, isKeys, readKeys, readText, writeKeys } from "./files.js";
import { Recorder } from "./gif.js";
import { listen } from "./keyboard.js";
import { Pad } from "./pad.js";
import { MOST_REPEATED, Player } from "./player.js";
import { Screen } from "./screen.js";
import * as share from "./share.js";
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
/** Longer keys are in a file on the command line. */
const LONGEST_SHOWN = 200;
/** A recording with more statements is announced before the page is busy with it. */
const ANNOUNCED = 2_000_000;
const KEPT = "session";
const PREVIOUS = "previous";
/** The name of the time that the tests read. */
const FIRST_PICTURE = "first picture";

/** @type {Record<State["waiting"], string>} */
const WAITING = {
  running: "Running.",
  prompt: "At the prompt: type a command or a line.",
  key: "The program waits for a key.",
  input: "Type an answer, then GO.",
  list: "A page of the listing. Any key continues.",
  tape: "Waiting for a file.",
};

/** The keys of the pad that answer questions. @type {Record<string, string>} */
const STROKES = { "{GO}": "Enter", "{HALT}": "Escape", "{ERASE}": "Backspace" };

/** The controls of the pad for the hand: name and what they show. */
const STICK = [
  ["left", "←", "Left"],
  ["up", "↑", "Up"],
  ["down", "↓", "Down"],
  ["right", "→", "Right"],
  ["trigger", "●", "Trigger"],
  ["knobDown", "↺", "Knob left"],
  ["knobUp", "↻", "Knob right"],
];

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const player = new Player(app.module);
  const screen = new Screen(byId("picture", HTMLCanvasElement), byId("screen-text", HTMLElement));
  const message = byId("message", HTMLElement);
  const answers = byId("answers", HTMLElement);
  const facts = byId("facts", HTMLElement);
  let state = /** @type {State | undefined} */ (undefined);
  let isShown = true;
  let hasStarted = false;
  let isRestarting = false;
  let lastCrash = -Infinity;

  const recorder = new Recorder();
  player.onpicture = (picture) => {
    screen.draw(picture);
    recorder.add(picture, player.clock);
    if (performance.getEntriesByName(FIRST_PICTURE).length === 0) performance.mark(FIRST_PICTURE);
  };
  const readAloud = soon(300, () => state && screen.read(state.text));
  player.onstate = (now) => {
    state = now;
    readAloud();
    keepSoon();
    showStatus(now);
  };
  player.onfailure = (error) => {
    if (error instanceof Crashed) return void recover();
    app.tell(words(error));
  };

  /** @param {State} now */
  function showStatus(now) {
    const [text, choices] = now.question ? question(now.message ?? "") : [now.message ?? WAITING[now.waiting], []];
    if (message.textContent !== text) message.textContent = text;
    message.classList.toggle("asks", now.question);
    if (answers.dataset.shown !== String(choices)) {
      answers.dataset.shown = String(choices);
      answers.replaceChildren(...choices.map(([stroke, label]) => button(label, () => answer(stroke), "small-button")));
    }
    const count = now.statements.toLocaleString("en");
    facts.textContent = `${now.lines ? title(player.opening) : "An empty machine"} · SZ ${now.sz} · ${now.lines} ${now.lines === 1 ? "line" : "lines"} · ${count} statements · seed ${player.opening.seed}`;
  }

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
      message.textContent = `Repeating ${opening.statements?.toLocaleString("en")} statements …`;
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

  /**
   * @param {string} id
   * @param {() => unknown} act
   */
  const onClick = (id, act) => {
    byId(id, HTMLElement).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        app.tell(words(error));
      }
    });
  };
  onClick("halt", () => player.send("halt"));
  onClick("reset", () => player.send("reset"));
  onClick("save", () => {
    const name = fileName(player.opening.name, "bas");
    download(name, new Blob([player.program()], { type: "text/plain" }));
  });
  onClick("picture-file", async () => download(fileName(player.opening.name, "png"), await screen.png()));
  onClick("gif", async () => download(fileName(player.opening.name, "gif"), await recorder.gif()));
  onClick("edit-program", () => app.edit(fileName(player.opening.name, "bas"), player.program()));
  byId("speeds", HTMLElement).addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) setSpeed(/** @type {Speed} */ (event.target.value));
  });

  // Opening.
  const openDialog = byId("open-dialog", HTMLDialogElement);
  const picker = byId("file", HTMLInputElement);
  const seed = () => {
    const typed = byId("seed", HTMLInputElement).value.trim();
    if (typed === "") return share.randomSeed();
    if (!/^\d{1,15}$/.test(typed)) throw new Error(`\`${typed}\` is not a seed: it is a whole number, up to 15 digits.`);
    return Number(typed);
  };
  onClick("open", async () => {
    const previous = /** @type {Kept | undefined} */ (await app.store.get(PREVIOUS));
    byId("open-previous", HTMLElement).hidden = !previous;
    const names = Object.keys(player.files).sort();
    const saved = byId("saved", HTMLElement);
    saved.replaceChildren(...(names.length ? [make("p", "facts", "Saved by programs with :PRINT")] : []));
    for (const name of names) {
      saved.append(
        button(name, () => choose(() => tryOpen({ name, text: player.files[name] ?? "", seed: seed() }))),
      );
    }
    openDialog.showModal();
  });
  /** @param {() => unknown} act */
  const choose = async (act) => {
    openDialog.close();
    app.clear();
    await act();
  };
  onClick("open-rotate", () => choose(() => open({ name: "rotate", text: null, seed: seed() })));
  onClick("open-empty", () => choose(() => open({ name: null, text: null, seed: seed() })));
  onClick("open-file", () => picker.click());
  onClick("open-previous", () =>
    choose(async () => {
      const previous = /** @type {Kept | undefined} */ (await app.store.get(PREVIOUS));
      if (previous) await restore(previous);
    }),
  );
  picker.addEventListener("change", async () => {
    openDialog.close();
    app.clear();
    const files = [...(picker.files ?? [])];
    picker.value = "";
    await openFiles(files);
  });

  /** @param {File[]} files */
  async function openFiles(files) {
    try {
      const texts = await Promise.all(files.slice(0, 2).map(readText));
      const recorded = texts.find(({ name, text }) => isKeys(name, text));
      const program = texts.find((one) => one !== recorded);
      if (recorded) await openKeys(recorded, program);
      else if (program) await open({ ...program, seed: seed() });
    } catch (error) {
      app.tell(words(error));
    }
  }

  /**
   * Opens recorded keys, with their program or with that of the machine.
   * @param {{ name: string, text: string }} recorded
   * @param {{ name: string, text: string } | undefined} program
   */
  async function openKeys(recorded, program) {
    const { program: named, ...fields } = readKeys(recorded.name, recorded.text);
    const own = program ?? (named === "rotate" ? { name: "rotate", text: null } : player.opening);
    await open({
      name: own.name,
      text: own.text,
      seed: fields.seed ?? seed(),
      dialect: fields.dialect ?? null,
      asPrinted: fields.asPrinted,
      keys: fields.keys,
      ...(fields.statements === undefined ? {} : { statements: fields.statements }),
    });
    if (named && !program && named !== own.name) {
      app.tell(`The keys were recorded with ${named}. Open it together with ${recorded.name} to repeat them exactly.`, "note");
    }
  }

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

  // Links.
  const linkDialog = byId("link-dialog", HTMLDialogElement);
  const link = byId("link", HTMLInputElement);
  const linkNote = byId("link-note", HTMLElement);
  /** @type {Opening | undefined} */
  let shared;
  onClick("share", async () => {
    let opening;
    linkNote.textContent = "";
    try {
      opening = player.present();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      opening = asText(player.program());
      linkNote.textContent = "A program was saved or loaded: the link contains the program, but not the screen.";
    }
    if ((opening.statements ?? 0) > MOST_REPEATED) {
      opening = asText(player.program());
      linkNote.textContent = "The program has run too long to be repeated: the link contains the program, but not the screen.";
    }
    shared = opening;
    byId("command", HTMLElement).textContent = commandLine(opening);
    link.value = `${location.href.replace(/[?#].*$/, "")}#play?${await share.write(opening)}`;
    linkDialog.showModal();
    link.select();
  });
  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      linkNote.textContent = `Copied, ${text.length.toLocaleString("en")} characters.`;
    } catch {
      link.value = text;
      link.select();
      linkNote.textContent = "The browser does not allow copying. The text is selected: copy it with Ctrl-C.";
    }
  };
  onClick("keys", () => {
    if (shared) download(fileName(shared.name, "keys"), new Blob([writeKeys(shared, programName(shared))], { type: "text/plain" }));
  });
  onClick("copy", () => copy(link.value));
  onClick("copy-embed", () => {
    const address = link.value.replace("#play", "?embed#play");
    return copy(`<iframe src="${address}" title="A Bally BASIC program" width="400" height="720"></iframe>`);
  });

  /** @type {import("./types.js").View & { player: Player, open: typeof open, prepare: () => Promise<void>, hidden: () => void }} */
  return {
    player,
    open,
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
      player.isPaused = true;
      void keep().catch(() => {});
    },
    dropped: openFiles,
  };
}

/**
 * Returns what a program is called.
 * @param {Opening} opening
 */
function title({ name, text }) {
  if (text !== null) return name ?? "A program";
  return name === "rotate" ? "ROTATE, by Robert Newman, 1982" : "An empty machine";
}

/**
 * Returns the name of a program on the command line.
 * @param {Opening} opening
 */
function programName({ name, text }) {
  return text === null && name === "rotate" ? "rotate" : fileName(name, name?.endsWith(".lst") ? "lst" : "bas");
}

/**
 * Returns the command that shows the same screen in a terminal.
 * @param {Opening} opening
 */
function commandLine(opening) {
  const { name, text, seed, keys = "", asPrinted } = opening;
  const program = name === null && text === null ? "" : ` ${programName(opening)}`;
  if (!program) return "arcadian play --new";
  const isShort = keys.length <= LONGEST_SHOWN && !keys.includes("\n");
  const given = isShort ? `--keys '${keys.replaceAll("'", "'\\''")}'` : `--keys-file ${fileName(name, "keys")}`;
  return `arcadian run${program} --seed ${seed}${asPrinted ? " --as-printed" : ""}${keys ? ` ${given}` : ""}`;
}

function focusScreen() {
  byId("screen", HTMLElement).focus({ preventScroll: true });
}

/**
 * Splits a question into its text and its answers: "… Y yes · N no".
 * @param {string} text
 * @returns {[string, [string, string][]]}
 */
function question(text) {
  const parts = text.split(" · ");
  const first = /^(.*[.?:]) (Y|S|Esc|Enter) (\w[\w ]*)$/.exec(parts[0] ?? "");
  if (!first) return [text, []];
  const rest = parts.slice(1).map((part) => /^(\w+) (\w[\w ]*)$/.exec(part));
  const choices = [[first[2], first[3]], ...rest.map((found) => [found?.[1], found?.[2]])];
  const strokes = choices.flatMap(([stroke, label]) =>
    stroke && label ? [/** @type {[string, string]} */ ([stroke === "Esc" ? "Escape" : stroke, capital(label)])] : [],
  );
  return [first[1] ?? text, strokes];
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {HTMLElement} root
 * @param {(control: string, down: boolean) => void} act
 */
function makeStick(root, act) {
  for (const [control = "", sign = "", name = ""] of STICK) {
    const key = make("button", `key ${control}`, sign);
    key.type = "button";
    key.title = name;
    key.setAttribute("aria-label", name);
    let isDown = false;
    const move = (/** @type {boolean} */ down) => {
      if (isDown !== down) act(control, (isDown = down));
    };
    key.addEventListener("pointerdown", (event) => event.button === 0 && move(true));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) key.addEventListener(end, () => move(false));
    key.addEventListener("contextmenu", (event) => event.preventDefault());
    key.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      move(true);
      setTimeout(() => move(false), 150);
    });
    root.append(key);
  }
}
