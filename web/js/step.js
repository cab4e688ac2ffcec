// The view Step: a routine, a source or a BASIC program in the debugger, forward and back, and the proof of a sheet.
//
// Buttons and keys send lines of the debugger's command table and show them, as one would type them in `arcadian step`.

import { Automatic } from "./automatic.js";
import { prepareCommandLine } from "./commandline.js";
import { remember, remembers } from "./basic.js";
import { Latest, byId, clicks, download, onOpen, safelyWith, words } from "./dom.js";
import { prepareEarlier } from "./earlier.js";
import { Exercises } from "./exercises.js";
import { example } from "./lessons.js";
import { Picker } from "./picker.js";
import { Prover } from "./prove.js";
import { Stopped } from "./remote.js";
import { OWN, Sheet } from "./sheet.js";
import { FIRST, Stepper } from "./stepper.js";
import { readProgram } from "./tapes.js";
import { asked, checked, linkTo } from "./target.js";
import { Crashed } from "./wasm.js";
import { Writing } from "./writing.js";

/** @import { App, Kept, Target } from "./types.js" */

/** The longest that a visit goes to the step of the last one without being asked, in milliseconds. */
const PATIENCE = 1000;
/** The keys of the view outside text fields, as in `arcadian step`. @type {Record<string, string>} */
const KEYS = { s: "step", b: "back", n: "next", B: "back-next", f: "finish", F: "back-finish", c: "continue", C: "back-continue", r: "restart" };

/** Where the browser remembers that single keys are not commands. */
const KEYS_OFF = "arcadian step keys off";

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const openings = new Latest();
  /** Whether the view is in a lesson: in a frame of a guide, or in the view Learn. */
  const isEmbedded = () => byId("view-step", HTMLElement).closest(".embedded") !== null;
  const sheet = new Sheet(app.store, () => {
    exercises.show();
    writing.opened();
  });
  /** Returns the title of an exercise, or fails if nothing can solve it. @param {string} text */
  const titleOf = async (text) => (await stepper.remote.ask("exercise", { text })).title;
  const exercises = new Exercises(app, { sheet, openings, edit, titleOf });
  const stepper = new Stepper(
    (command) => send(command),
    (remote) => remote.watch(app.tell, "The debugger", () => safely(restart)),
  );
  const picker = new Picker(() => choose());
  const showOwn = prepareEarlier(app, "step", ["sheet", "step"], ({ kind, value }) => {
    if (kind !== "sheet") return open(checked(value.target), value.from);
    openings.begin();
    edit(value);
  });
  let isShown = false;
  let isListed = false;
  /** The way to the step that the opened program names. */
  let arriving = Promise.resolve();
  /** The arrivals at the view: each sees what the one before has opened. */
  let arrivals = Promise.resolve();

  const safely = safelyWith((error) => {
    sheet.mark(error);
    if (error instanceof Stopped) return;
    if (error instanceof Crashed) app.tell(`The debugger failed and was ended: ${error.message}.`, "error", ["Restart", () => safely(restart)]);
    else app.tell(words(error));
  });
  /** @param {string} command */
  const send = (command) => void safely(() => stepper.send(command));

  /**
   * Opens a program. On the way to the step that it names, the view can be used.
   * @param {Target} target
   * @param {Kept["from"]} [from]
   * @param {number} [patience] how long it goes to that step, in milliseconds
   * @param {() => boolean} [isWanted] whether nothing else is to be opened since
   */
  async function open(target, from, patience = Infinity, isWanted = openings.begin()) {
    await stepper.open(target, isWanted);
    // What was chosen since is not taken back.
    if (isWanted()) picker.show(target);
    const before = app.store.get("step");
    const text = target.files?.[target.target] ?? "";
    // The editor keeps the sheet.
    const isReplaced = before && before.name !== OWN && before.text !== text;
    void app.store.put("step", { name: target.target, text, from, target }, isReplaced ? before : undefined);
    void showOwn();
    if (isWanted()) arriving = safely(() => goTo(target.go ?? 0, patience));
  }

  /** Opens what is chosen. */
  function choose() {
    app.clear();
    void safely(() => open(wanted()));
  }

  /** @param {number} go @param {number} patience */
  async function goTo(go, patience) {
    if (await stepper.goTo(go, patience)) return;
    app.tell(`The program is at its start: going to step ${go.toLocaleString("en")} takes long.`, "note", [
      "Go there",
      () => safely(() => stepper.goTo(go, Infinity)),
    ]);
  }

  /** @param {Kept} value */
  function edit(value) {
    sheet.edit(value);
    void showOwn();
  }

  /** Returns what is chosen, with the files of what is open. @returns {Target} */
  function wanted() {
    const { target } = picker;
    const isOpened = stepper.target.files && target.target in stepper.target.files;
    return isOpened ? { ...stepper.target, ...target, go: 0 } : target;
  }

  /** Ends the debugger, whatever it does, and opens the program again. */
  function restart() {
    stepper.stop();
    return open({ ...stepper.target, go: 0 });
  }

  /** Opens the sheet of the editor. The input is that of its last run. */
  function openSheet() {
    const inputs = stepper.target.target === OWN ? picker.target.inputs : [];
    return open({ target: OWN, files: { [OWN]: sheet.text }, inputs });
  }

  /** Opens what a link asks for. @param {URLSearchParams} query @param {() => boolean} isWanted */
  async function follow(query, isWanted) {
    const [copied, exercise, named, isProven] = ["copy", "exercise", "example", "prove"].map((name) => query.get(name));
    if (copied) return exercises.openPacked(copied, isWanted);
    if (exercise) return exercises.openNamed(exercise, isWanted);
    for (const name of ["example", "prove"]) query.delete(name);
    const shown = named ? await example(named) : undefined;
    if (!isWanted()) return;
    if (shown) query.set("target", shown.target);
    const linked = await asked(query);
    if (!linked || !isWanted()) return;
    const target = { ...linked, ...shown };
    await open(target, "link", Infinity, isWanted);
    if (!isWanted()) return;
    const text = target.files?.[target.target];
    if (text !== undefined && /\.asm$/i.test(target.target)) edit({ name: OWN, text, from: isEmbedded() ? "example" : "link" });
    if (isProven) await prover.proveChosen();
  }

  /** Opens what was open last. */
  async function restore() {
    const last = app.store.get("step");
    const target = last ? checked(last.target) : stepper.target;
    await open(target, last?.from, PATIENCE).catch((error) => {
      if (error instanceof Stopped) throw error;
      return open(FIRST);
    });
  }

  /** Opens a file. @param {File} file */
  async function openFile(file) {
    const isWanted = openings.begin();
    const opened = await readProgram(app, file);
    if (!opened || !isWanted()) return;
    if (/\.asm$/i.test(opened.name)) edit(opened);
    await open({ target: opened.name, files: { [opened.name]: opened.text } }, undefined, undefined, isWanted);
  }

  byId("step-open-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    choose();
  });
  /** @type {Record<string, () => unknown>} */
  const buttons = {
    "step-basic": async () => {
      const isWanted = openings.begin();
      const text = await app.program();
      if (isWanted()) return open({ target: "program.bas", files: { "program.bas": text }, seed: 1 });
    },
    "step-own": openSheet,
    "step-sheet": async () => {
      const isWanted = openings.begin();
      const { target: routine, cpu } = wanted();
      const { text } = await stepper.remote.ask("sheet", { name: routine, cpu });
      if (!isWanted()) return;
      edit({ name: OWN, text, from: "example" });
    },
    "step-stop": restart,
    "step-save": async () => {
      const { target: name, files, cpu } = stepper.target;
      const opened = { file: name, text: files?.[name] ?? "" };
      const { file, text } = sheet.isOpen ? { file: sheet.name, text: sheet.text } : opened.text ? opened : await stepper.remote.ask("sheet", { name, cpu });
      download(file.slice(file.lastIndexOf("/") + 1), text);
    },
    "step-share": async () => app.copy(await linkTo(stepper.target, stepper.view?.step ?? 0), "The link to this step is"),
    "step-class": async () => app.copy(await exercises.link(), "The link to a copy of this sheet is"),
  };
  const onClick = clicks((act) => {
    app.clear();
    return safely(act);
  });
  for (const [id, act] of Object.entries(buttons)) onClick(id, act);
  const openFiles = (/** @type {File[]} */ [file]) => safely(() => file && openFile(file));
  onOpen("step-open", ".asm,.bas,.lst,.txt,.wav,.prg,text/plain", openFiles);
  prepareCommands({ stepper, send, safely, isShown: () => isShown });
  const prover = new Prover({
    sheet,
    chosen: wanted,
    show: async (target, why) => {
      const isWanted = openings.begin();
      await open(target, undefined, Infinity, isWanted);
      await arriving;
      if (isWanted()) stepper.blame(why);
    },
    onProven: (verdict, exercise) => exercises.judge(verdict, exercise),
    safely,
  });
  const writing = new Writing(sheet, prover);
  exercises.show();
  void showOwn();

  return {
    /** @param {URLSearchParams} query */
    async shown(query) {
      isShown = true;
      const isWanted = query.size > 0 ? openings.begin() : openings.current();
      // The address forgets what it asks for, so that a reload continues where the user is.
      if (!isEmbedded() && query.size > 0) window.history.replaceState(null, "", "#step");
      arrivals = arrivals.then(async () => {
        if (isWanted()) await safely(() => follow(query, isWanted));
        // Below an exercise in a lesson there is nothing to step yet.
        const isBelow = isEmbedded() && query.has("exercise");
        if (!stepper.view && !isBelow && isWanted()) await safely(restore);
        if (isListed) return;
        await safely(async () => {
          await picker.list(stepper);
          isListed = true;
        });
      });
      await arrivals;
    },
    hidden() {
      isShown = false;
    },
    /** @param {File[]} files */
    dropped: openFiles,
    titleOf,
  };
}

/**
 * Prepares everything that sends commands: buttons, slider, keys and the command line.
 * @param {object} host
 * @param {Stepper} host.stepper
 * @param {(command: string) => void} host.send
 * @param {(act: () => unknown) => Promise<void>} host.safely
 * @param {() => boolean} host.isShown
 */
function prepareCommands({ stepper, send, safely, isShown }) {
  const line = byId("step-line", HTMLInputElement);
  const isKeyed = byId("step-keys", HTMLInputElement);
  isKeyed.checked = remembers(KEYS_OFF) !== "yes";
  isKeyed.addEventListener("change", () => remember(KEYS_OFF, isKeyed.checked ? "no" : "yes"));
  const automatic = new Automatic(
    byId("step-play", HTMLElement),
    () => safely(() => stepper.send("step")),
    () => stepper.view,
  );
  byId("step-slider", HTMLInputElement).addEventListener("input", () => void safely(() => stepper.slide()));
  byId("step-address", HTMLInputElement).addEventListener("change", () => void safely(() => stepper.show()));
  for (const element of document.querySelectorAll("#view-step [data-command]")) {
    if (!(element instanceof HTMLElement)) continue;
    element.addEventListener("click", () => {
      automatic.pause();
      send(element.dataset.command ?? "");
    });
  }
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select, dialog, .editor-host");
    if (!isShown() || !isKeyed.checked || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const command = KEYS[event.key];
    automatic.pause();
    if (event.key === ":") line.focus();
    else if (command) send(command);
    else return;
    event.preventDefault();
  });
  prepareCommandLine({ line, send, complete: (typed) => stepper.remote.ask("complete", { line: typed }), safely });
}
