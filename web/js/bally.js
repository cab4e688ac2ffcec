// The view Bally: the emulated machine with the BASIC cartridge of this project, or with a ROM or cartridge of the user's own.
// Files stay in the browser.

import { byId, later, make, words } from "./dom.js";
import { prepareEarlier } from "./earlier.js";
import { Pad } from "./pad.js";
import { Remote } from "./remote.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";
import { makeStick } from "./stick.js";
import { Crashed } from "./wasm.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Legends} Legends */

/** The largest file in bytes. */
const LARGEST = 1 << 20;
/** The keys of the hand control on a keyboard. @type {Record<string, string>} */
const CONTROLS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Insert: "trigger", "[": "knobDown", "]": "knobUp" };
/** Keys of the keypad that are not typed as characters. @type {Record<string, string>} */
const KEYPAD = { Escape: "HALT", Backspace: "ERASE", Pause: "PAUSE" };
/** The time between two looks at the screen's text, in milliseconds. */
const READ_AFTER = 500;
/** The seed of RND. The interpreter beside the machine has the same. */
const SEED = 1;
/** @typedef {import("./types.js").Kept & { fields: { basic?: boolean, program?: string, files?: Record<string, string>, [other: string]: unknown } }} Inserted */
/** @type {Inserted} */
const BASIC = { name: "Arcadian BASIC", text: "", from: "example", fields: { basic: true } };
/** @type {Inserted} */
const ROTATE = { name: "ROTATE in Arcadian BASIC", text: "", from: "example", fields: { basic: true, program: "rotate", seed: SEED } };
/** @typedef {{ action: string, fields: { key?: string, text?: string, down?: boolean } }} Wanted */

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const screen = new Screen(byId("bally-picture", HTMLCanvasElement), byId("bally-text", HTMLElement));
  const frame = byId("bally-screen", HTMLElement);
  const facts = byId("bally-facts", HTMLElement);
  const sound = new Sound();
  const remote = new Remote();
  const readAloud = later(READ_AFTER, () => {
    if (isOn && isBasic && isShown) void safely(async () => screen.read((await remote.ask("text")).rows));
  });
  remote.onpicture = (picture) => {
    screen.draw(picture);
    readAloud();
  };
  remote.onsamples = (samples) => sound.play(samples);
  remote.onfailure = (error) => app.tell(`The machine failed: ${error.message}. Switch it on again.`);
  let isShown = false;
  let isOn = false;
  let isBasic = true;
  /** @type {Inserted} */
  let inserted = BASIC;

  /** @param {() => unknown} act */
  const safely = async (act) => {
    try {
      await act();
    } catch (error) {
      app.tell(error instanceof Crashed ? `The machine failed: ${error.message}. Switch it on again.` : words(error));
    }
  };

  // Side by side: the interpreter gets the same program, seed and keys.
  const both = byId("bally-both", HTMLInputElement);
  const second = new Screen(byId("beside-picture", HTMLCanvasElement), byId("beside-text", HTMLElement));
  const readSecond = later(READ_AFTER, () => both.checked && second.read(app.beside().text()));
  /** @param {Wanted} wanted */
  function pressBoth({ action, fields }) {
    if (!both.checked) return;
    if (action === "type") app.beside().type(fields.text ?? "");
    else if (action === "press") app.beside().press(`{${fields.key}}`, fields.down ?? false);
  }
  async function startBoth() {
    byId("beside", HTMLElement).hidden = !both.checked;
    if (!both.checked) return app.beside().end();
    const { program, files } = inserted.fields;
    const text = program && files ? (files[program] ?? null) : null;
    await app.beside().run({ name: program ?? null, text, seed: SEED }, (picture) => {
      second.draw(picture);
      readSecond();
    });
    second.fit();
    screen.fit();
    frame.focus();
  }
  both.addEventListener("change", () => {
    void safely(async () => {
      if (both.checked && !isBasic) throw new Error("Only Arcadian BASIC has an interpreter beside it.");
      await open(inserted);
    });
  });

  /** Switches the machine on. @param {Inserted} wanted */
  async function open(wanted) {
    const { basic, report } = await remote.ask("bally", wanted.fields);
    const before = app.store.get("bally");
    void app.store.put("bally", wanted, before === wanted ? undefined : before);
    void showOwn();
    inserted = wanted;
    isOn = true;
    isBasic = basic;
    facts.textContent = `${wanted.name} · ROM: ${report.rom} · cartridge: ${report.cartridge}`;
    remote.run(isShown && document.visibilityState === "visible");
    setMode("real");
    byId("bally-both-choice", HTMLElement).hidden = !isBasic;
    if (!isBasic) both.checked = false;
    await startBoth();
  }
  const showOwn = prepareEarlier(app, "bally", ["bally"], ({ value }) => open(/** @type {Inserted} */ (value)));

  /** @param {string} action @param {object} fields */
  const send = (action, fields) => void (isOn && safely(() => remote.ask(action, fields)));
  /** @param {string} mode */
  function setMode(mode) {
    for (const input of document.querySelectorAll("#bally-speeds input")) {
      if (input instanceof HTMLInputElement) input.checked = input.value === mode;
    }
  }

  const { rows } = /** @type {{ rows: Legends[][] }} */ (app.module.ask("pad"));
  const pad = byId("bally-pad", HTMLElement);
  new Pad(
    pad,
    rows,
    (key, down, typed) => {
      send("press", { key, down });
      if (typed && both.checked) app.beside().press(typed, down);
    },
    true,
  );

  /** What a key on the keyboard does. Characters of BASIC are typed with their shifts; other keys are held. @param {KeyboardEvent} event @returns {Wanted | undefined} */
  function request(event) {
    const control = CONTROLS[event.key] ?? (event.key === "Enter" && event.shiftKey ? "trigger" : undefined);
    if (control) return { action: "handle", fields: { key: control, down: true } };
    const key = KEYPAD[event.key] ?? (!isBasic && event.key.length === 1 ? event.key : undefined);
    if (key) return { action: "press", fields: { key, down: true } };
    const text = event.key === "Enter" ? "\n" : event.key === "/" ? "÷" : event.key === "*" ? "×" : event.key;
    return isBasic && text.length === 1 ? { action: "type", fields: { text } } : undefined;
  }
  /** The keys that are down, and what pressed them. @type {Map<string, Wanted>} */
  const held = new Map();
  const release = (/** @type {string} */ code) => {
    const wanted = held.get(code);
    held.delete(code);
    if (!wanted) return;
    const up = { ...wanted, fields: { ...wanted.fields, down: false } };
    send(up.action, up.fields);
    pressBoth(up);
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    const wanted = request(event);
    if (!wanted) return;
    event.preventDefault();
    // Neither the keypad nor BASIC repeats keys.
    if (event.repeat) return;
    send(wanted.action, wanted.fields);
    pressBoth(wanted);
    if (wanted.fields.down) held.set(event.code, wanted);
  });
  frame.addEventListener("keyup", (event) => release(event.code));
  frame.addEventListener("blur", () => [...held.keys()].forEach(release));
  document.addEventListener("paste", (event) => {
    const isEditor = event.target instanceof Element && event.target.closest("textarea, input, dialog");
    const text = event.clipboardData?.getData("text/plain");
    if (!isShown || isEditor || !text) return;
    event.preventDefault();
    const wanted = { action: "type", fields: { text } };
    send(wanted.action, wanted.fields);
    pressBoth(wanted);
  });
  makeStick(byId("bally-stick", HTMLElement), (key, down) => send("handle", { key, down }));

  /** @param {string} id @param {() => unknown} act */
  const onClick = (id, act) => byId(id, HTMLElement).addEventListener("click", () => void safely(act));
  onClick("bally-rotate", () => open(ROTATE));
  onClick("bally-program", () => {
    const text = app.program();
    const fields = { basic: true, program: "program.bas", files: { "program.bas": text }, seed: SEED };
    return open({ name: "The program of Play in Arcadian BASIC", text, fields });
  });
  onClick("bally-basic", () => open(BASIC));
  onClick("bally-reset", () => remote.ask("act", { action: "reset" }));
  onClick("bally-frame", async () => {
    await remote.ask("act", { action: "frame" });
    remote.run(true);
    setMode("paused");
  });
  const toggle = byId("bally-sound", HTMLButtonElement);
  onClick("bally-sound", async () => {
    const isOff = toggle.getAttribute("aria-pressed") !== "true";
    await (isOff ? sound.on() : sound.off());
    toggle.setAttribute("aria-pressed", String(isOff));
    frame.focus();
  });
  byId("bally-speeds", HTMLElement).addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) send("act", { action: event.target.value });
  });
  const picker = make("input");
  picker.type = "file";
  picker.multiple = true;
  onClick("bally-file", () => picker.click());
  picker.addEventListener("change", () => {
    const files = [...(picker.files ?? [])];
    picker.value = "";
    void safely(() => insert(files));
  });

  /** Inserts a cartridge. Of two images, the one whose name says so is the on-board ROM. @param {File[]} files */
  async function insert(files) {
    const names = files.map((file) => file.name).filter((name) => !/\.inc$/i.test(name));
    if (names.length === 0) throw new Error("Choose a cartridge: an image, or its source (.asm) with what it includes.");
    app.clear();
    /** @type {Record<string, string>} */
    const binary = {};
    /** @type {Record<string, string>} */
    const texts = {};
    for (const file of files) {
      if (file.size > LARGEST) throw new Error(`${file.name} has ${(file.size / 1e6).toFixed(1)} million bytes. The largest cartridge has 512 KB.`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (/\.(asm|inc)$/i.test(file.name)) texts[file.name] = new TextDecoder().decode(bytes);
      else binary[file.name] = base64(bytes);
    }
    const images = names.filter((name) => name in binary);
    const rom = names.length > 1 ? images.find((name) => /bios|\brom\b|on-?board/i.test(name)) : undefined;
    const cart = names.find((name) => name !== rom);
    await open({ name: names.join(" and "), text: "", fields: { rom, cart, binary, files: texts } });
    frame.focus();
  }

  /** @param {boolean} runs */
  const run = (runs) => remote.run(runs && isOn);
  document.addEventListener("visibilitychange", () => run(isShown && document.visibilityState === "visible"));
  return {
    async shown() {
      isShown = true;
      screen.fit();
      if (isOn && both.checked) await safely(() => open(inserted));
      else if (isOn) run(true);
      else {
        await safely(async () => {
          facts.textContent = "Loading …";
          const kept = /** @type {Inserted | undefined} */ (app.store.get("bally"));
          await open(kept ?? inserted).catch(() => open(BASIC));
        });
      }
      // A frame does not take the focus from the page around it.
      if (!app.embedded) frame.focus({ preventScroll: true });
    },
    hidden() {
      isShown = false;
      run(false);
      if (both.checked) app.beside().end();
    },
    dropped: (/** @type {File[]} */ files) => safely(() => insert(files)),
  };
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  const part = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += part) text += String.fromCharCode(...bytes.subarray(at, at + part));
  return btoa(text);
}
