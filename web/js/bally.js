// The view Bally: the emulated machine with the BASIC cartridge of this project, or with a ROM or cartridge of the user's own.
// Files stay in the browser.

import { BesideMachine } from "./beside.js";
import { isStill } from "./basic.js";
import { Latest, byId, clicks, later, onChoice, onOpen, onPaste, safelyWith, showChoice, words } from "./dom.js";
import { prepareEarlier } from "./earlier.js";
import { BadFile, checkSize } from "./files.js";
import { gallery, named, opened, show as showCards } from "./gallery.js";
import { Pad } from "./pad.js";
import { Remote, Stopped } from "./remote.js";
import { READ_AFTER, Screen } from "./screen.js";
import { Sound, toggles } from "./sound.js";
import { makeStick } from "./stick.js";
import { Crashed, file as load, toBase64 } from "./wasm.js";

/** @import { Action, Fields, BallyRequests } from "./requests.js" */
/** @import { App, Inserted, Item } from "./types.js" */

/** The keys of the hand control on a keyboard. @type {Record<string, string>} */
const CONTROLS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Insert: "trigger", "[": "knobDown", "]": "knobUp" };
/** Keys of the keypad that are not typed as characters. @type {Record<string, string>} */
const KEYPAD = { Escape: "HALT", Backspace: "ERASE", Pause: "PAUSE" };
/** The signs of BASIC that a keyboard lacks. @type {Record<string, string>} */
const SIGNS = { Enter: "\n", "/": "÷", "*": "×" };
/** How often the worker is asked whether it is alive, in milliseconds. */
const ALIVE = 5_000;
/** The seed of RND. */
const SEED = 1;
/** @type {Inserted} */
const BASIC = { name: "Arcadian BASIC", text: "", from: "example", fields: { basic: true } };
/** The program with which the first visit begins. */
const DEMO = "mirrors";
/** @type {Inserted} */
const ROTATE = { name: "ROTATE in Arcadian BASIC", text: "", from: "example", fields: { basic: true, program: "rotate", seed: SEED } };

/**
 * What a key on the keyboard does: it moves the handle, presses a key of the keypad, or types a text.
 * @typedef {{ handle: string } | { press: string } | { type: string }} Meaning
 */

/**
 * Starts the view.
 * @param {App} app
 */
export const start = async (app) => new BallyView(app);

/** The view. */
class BallyView {
  #app;
  #frame = byId("bally-screen", HTMLElement);
  #facts = byId("bally-facts", HTMLElement);
  #screen = new Screen(byId("bally-picture", HTMLCanvasElement), byId("bally-text", HTMLElement));
  #sound = new Sound();
  #remote = new Remote("bally.wasm");
  #beside;
  #showOwn;
  /** The arrivals at the view: each sees what the one before has opened. */
  #arrivals = Promise.resolve();
  #openings = new Latest();
  #isShown = false;
  #isOn = false;
  #isBasic = true;
  #inserted = BASIC;
  /** The keys that are down. @type {Map<string, Meaning>} */
  #held = new Map();
  #safely = safelyWith((error) => {
    if (error instanceof Crashed) this.#fail(error);
    else if (!(error instanceof Stopped)) this.#app.tell(words(error));
  });

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#beside = new BesideMachine(app, () => void this.#safely(() => this.#compare()));
    this.#showOwn = prepareEarlier(app, "bally", ["bally"], ({ value }) => this.#open(value));
    const readSoon = later(READ_AFTER, () => void this.#safely(() => this.#read()));
    this.#remote.onpicture = (picture) => {
      this.#screen.draw(picture);
      readSoon();
    };
    this.#remote.onsamples = (samples) => this.#sound.play(samples);
    this.#remote.onfailure = (error) => this.#fail(error);
    this.#remote.watch(app.tell, "The machine", () => this.#restart());
    // While it runs and nobody does anything, nothing else would find out that it has died.
    setInterval(() => {
      if (this.#isShown && document.visibilityState === "visible" && !this.#remote.isBusy) this.#send("text");
    }, ALIVE);
    document.addEventListener("visibilitychange", () => this.#run());
    this.#prepareKeys();
    this.#prepareButtons();
  }

  /** Opens what the address asks for. The address forgets it, so that a reload continues with what is inserted. @param {URLSearchParams} query */
  shown(query) {
    this.#isShown = true;
    if (!this.#app.embedded && query.size > 0) history.replaceState(null, "", "#bally");
    this.#arrivals = this.#arrivals.then(() => this.#arrive(query));
    return this.#arrivals;
  }

  /** @param {URLSearchParams} query */
  async #arrive(query) {
    if (!(await this.#openLinked(query))) {
      if (!this.#isOn) await this.#safely(() => this.#begin());
      else if (this.#isShown && this.#beside.isOn) await this.#safely(() => this.#open(this.#inserted));
      else this.#run();
    }
    // A frame does not take the focus from the page around it.
    if (this.#isShown && !this.#app.embedded) this.#frame.focus({ preventScroll: true });
  }

  hidden() {
    this.#isShown = false;
    this.#run();
    if (this.#beside.isOn) this.#beside.end();
  }

  /** @param {File[]} files */
  dropped(files) {
    return this.#safely(() => this.#insert(files));
  }

  /** @param {Error} error */
  #fail(error) {
    this.#app.tell(`The machine failed: ${error.message}.`, "error", ["Restart", () => this.#restart()]);
  }

  /** Switches the machine on again. */
  #restart() {
    return this.#safely(() => this.#open(this.#inserted));
  }

  /** Opens what was inserted last, or else the demo, unless the visitor wants nothing to move by itself. */
  async #begin() {
    this.#facts.textContent = "Loading …";
    const last = this.#app.store.get("bally");
    await (last ? this.#open(last) : isStill() ? this.#open(BASIC) : this.#openDemo()).catch(() => this.#open(BASIC));
  }

  async #openDemo() {
    const isWanted = this.#openings.begin();
    const { programs } = await gallery();
    if (!isWanted()) return;
    const demo = await inBasic(named(programs, DEMO, "program"));
    if (isWanted()) await this.#open(demo);
  }

  /** Opens what a link asks for. Returns whether that succeeded. @param {URLSearchParams} query */
  async #openLinked(query) {
    const [program, cartridge] = [query.get("program"), query.get("cartridge")];
    if (program === null && cartridge === null) return false;
    let isOpened = false;
    await this.#safely(async () => {
      const isWanted = this.#openings.begin();
      const { programs, cartridges } = await gallery();
      if (!isWanted()) return;
      const linked = program === null ? inserted(named(cartridges, cartridge ?? "", "cartridge")) : inBasic(named(programs, program, "program"));
      const wanted = await linked;
      if (!isWanted()) return;
      await this.#open(wanted);
      isOpened = true;
    });
    return isOpened;
  }

  /** Shows the gallery. */
  async #choose() {
    const { programs, cartridges } = await gallery();
    if (!this.#isShown) return;
    const dialog = byId("bally-dialog", HTMLDialogElement);
    const choose = (/** @type {Promise<Inserted>} */ chosen) => {
      dialog.close();
      this.#app.clear();
      void this.#safely(async () => {
        const isWanted = this.#openings.begin();
        const wanted = await chosen;
        if (!isWanted()) return;
        await this.#open(wanted);
        if (this.#isShown) this.#frame.focus();
      });
    };
    showCards(byId("bally-programs", HTMLElement), programs, (program) => choose(inBasic(program)));
    showCards(byId("bally-cartridges", HTMLElement), cartridges, (cartridge) => choose(inserted(cartridge)));
    dialog.showModal();
  }

  /** Switches the machine on. @param {Inserted} wanted */
  async #open(wanted) {
    // What is still being loaded is not wanted any more. The module answers in the order of the questions.
    this.#openings.begin();
    const { store } = this.#app;
    const { basic, report } = await this.#remote.ask("bally", wanted.fields);
    const before = store.get("bally");
    void store.put("bally", wanted, before === wanted ? undefined : before);
    void this.#showOwn();
    this.#inserted = wanted;
    this.#isOn = true;
    this.#isBasic = basic;
    this.#facts.textContent = `${wanted.name} · ROM: ${report.rom} · cartridge: ${report.cartridge}`;
    this.#run();
    showChoice("bally-speeds", "real");
    this.#beside.offer(basic);
    // Another view has the interpreter while this one is not shown.
    if (!this.#isShown) return;
    await this.#beside.start(wanted.fields, SEED);
    if (this.#isShown && this.#beside.isOn) this.#frame.focus();
  }

  /** Starts both machines, or only the emulated one. */
  async #compare() {
    if (this.#beside.isOn && !this.#isBasic) throw new Error("Only Arcadian BASIC has an interpreter beside it.");
    await this.#open(this.#inserted);
  }

  /** Inserts a cartridge. @param {File[]} files */
  async #insert(files) {
    this.#app.clear();
    const isWanted = this.#openings.begin();
    const wanted = await cartridge(files);
    if (!isWanted()) return;
    await this.#open(wanted);
    if (this.#isShown) this.#frame.focus();
  }

  /** Runs the machine while it is in sight. */
  #run() {
    this.#remote.run(this.#isOn && this.#isShown && document.visibilityState === "visible");
  }

  /** Reads the text on the screen aloud. */
  async #read() {
    if (this.#isOn && this.#isBasic && this.#isShown) this.#screen.read((await this.#remote.ask("text")).rows);
  }

  /** Types a text on both machines. @param {string} text */
  #type(text) {
    this.#send("type", { text });
    this.#beside.type(text);
  }

  /**
   * @template {keyof BallyRequests} R
   * @param {R} action
   * @param {Fields<"bally.wasm", R>} fields
   */
  #send(action, ...fields) {
    if (this.#isOn) void this.#safely(() => this.#remote.ask(action, ...fields));
  }

  #prepareKeys() {
    const frame = this.#frame;
    const release = (/** @type {string} */ code) => {
      const held = this.#held.get(code);
      this.#held.delete(code);
      if (held) this.#act(held, false);
    };
    frame.addEventListener("keydown", (event) => this.#press(event));
    frame.addEventListener("keyup", (event) => release(event.code));
    frame.addEventListener("blur", () => [...this.#held.keys()].forEach(release));
    onPaste(
      () => this.#isShown,
      (text) => this.#type(text),
    );
    makeStick(byId("bally-stick", HTMLElement), this.#screen.canvas, {
      act: (key, down) => this.#send("handle", { key, down }),
      select: (number) => this.#send("select", { number }),
      hold: (held) => this.#send("hold", held),
      point: (pixel) => this.#send("pen", { pixel }),
      isShown: () => this.#isShown,
    });
    const press = (/** @type {string} */ key, /** @type {boolean} */ down, /** @type {string | undefined} */ typed) => {
      this.#send("press", { key, down });
      if (typed) this.#beside.press(typed, down);
    };
    new Pad(byId("bally-pad", HTMLElement), this.#app.module.ask("pad").rows, press, true);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    const meaning = this.#meaning(event);
    if (!meaning) return;
    event.preventDefault();
    // Neither the keypad nor BASIC repeats keys.
    if (event.repeat) return;
    this.#act(meaning, true);
    this.#held.set(event.code, meaning);
  }

  /**
   * Returns what a key does. Characters of BASIC are typed with their shifts; other keys are held.
   * @param {KeyboardEvent} event
   * @returns {Meaning | undefined}
   */
  #meaning({ key, shiftKey }) {
    const handle = CONTROLS[key] ?? (key === "Enter" && shiftKey ? "trigger" : undefined);
    if (handle) return { handle };
    const press = KEYPAD[key] ?? (!this.#isBasic && key.length === 1 ? key : undefined);
    if (press) return { press };
    const type = SIGNS[key] ?? key;
    return this.#isBasic && type.length === 1 ? { type } : undefined;
  }

  /** @param {Meaning} meaning @param {boolean} down */
  #act(meaning, down) {
    if ("handle" in meaning) this.#send("handle", { key: meaning.handle, down });
    else if ("press" in meaning) {
      this.#send("press", { key: meaning.press, down });
      this.#beside.press(`{${meaning.press}}`, down);
    } else if (down) this.#type(meaning.type);
  }

  #prepareButtons() {
    const onClick = clicks(this.#safely);
    this.#screen.offerFullscreen(byId("bally-fullscreen", HTMLElement));
    onClick("bally-gallery", () => this.#choose());
    onClick("bally-rotate", () => this.#open(ROTATE));
    onClick("bally-program", async () => {
      const text = await this.#app.program();
      const fields = { basic: true, program: "program.bas", files: { "program.bas": text }, seed: SEED };
      return this.#open({ name: "The program of Play in Arcadian BASIC", text, fields });
    });
    onClick("bally-basic", () => this.#open(BASIC));
    onClick("bally-reset", () => this.#remote.ask("act", { action: "reset" }));
    onClick("bally-frame", async () => {
      await this.#remote.ask("act", { action: "frame" });
      this.#remote.run(true);
      showChoice("bally-speeds", "paused");
    });
    const toggle = toggles(byId("bally-sound", HTMLElement), this.#sound);
    onClick("bally-sound", async () => {
      await toggle();
      this.#frame.focus();
    });
    onChoice("bally-speeds", (speed) => this.#send("act", { action: /** @type {Action} */ (speed) }));
    onOpen("bally-file", "", (files) => this.#safely(() => this.#insert(files)));
  }
}

/** Returns a program of the gallery with the BASIC cartridge. @param {Item} program @returns {Promise<Inserted>} */
async function inBasic(program) {
  const { name, text } = await opened(program);
  const files = text === null ? {} : { [name]: text };
  return { name: `${program.title} in Arcadian BASIC`, text: "", from: "example", fields: { basic: true, program: name, files, seed: SEED } };
}

/** Returns a cartridge of the gallery. @param {Item & { file: string }} cartridge @returns {Promise<Inserted>} */
async function inserted({ title, file }) {
  const bytes = new Uint8Array(await (await load(file)).arrayBuffer());
  return { name: title, text: "", from: "example", fields: { cart: file, binary: { [file]: toBase64(bytes) } } };
}

/**
 * Returns files as a cartridge. Of two images, the one whose name says so is the on-board ROM.
 * @param {File[]} files
 * @returns {Promise<Inserted>}
 */
async function cartridge(files) {
  const names = files.map((file) => file.name).filter((name) => !/\.inc$/i.test(name));
  if (names.length === 0) throw new BadFile("Choose a cartridge: an image, or its source (.asm) with what it includes.");
  /** @type {Record<string, string>} */
  const binary = {};
  /** @type {Record<string, string>} */
  const texts = {};
  for (const file of files) {
    checkSize(file, "The largest cartridge has 512 KB.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.(asm|inc)$/i.test(file.name)) texts[file.name] = new TextDecoder().decode(bytes);
    else binary[file.name] = toBase64(bytes);
  }
  const images = names.filter((name) => name in binary);
  const rom = names.length > 1 ? images.find((name) => /bios|\brom\b|on-?board/i.test(name)) : undefined;
  const cart = names.find((name) => name !== rom);
  return { name: names.join(" and "), text: "", fields: { rom, cart, binary, files: texts } };
}
