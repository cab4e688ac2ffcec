// Short forms for the document. Texts become text nodes, never markup.

import { make } from "./basic.js";

/**
 * Returns the element with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no ${type.name} with the id ${id}`);
  return element;
}

/** Calls a function some time after the last of many calls. @param {number} milliseconds @param {() => void} act */
export function later(milliseconds, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/** Calls a function some time after the first of many calls. @param {number} milliseconds @param {() => void} act */
export function soon(milliseconds, act) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      act();
    }, milliseconds);
  };
}

/**
 * Returns a function that makes something once. What could not be made is made again the next time.
 * @template T
 * @param {() => Promise<T>} make
 */
export function once(make) {
  /** @type {Promise<T> | undefined} */
  let made;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** What was begun last of several things of which only one is wanted. */
export class Latest {
  #begun = 0;

  /** Begins something. Returns a function that says whether it is still wanted, to be asked after each wait. */
  begin() {
    this.#begun += 1;
    return this.current();
  }

  /** Returns a function that says whether nothing has begun since. */
  current() {
    const begun = this.#begun;
    return () => begun === this.#begun;
  }
}

/** Lets the browser draw and answer before the page goes on. */
export const pause = () => new Promise((done) => setTimeout(done));

/** Calls a function when the page is left or hidden. @param {() => void} act */
export function whenHidden(act) {
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && act());
}

/** Replaces the text of a text field, so that the browser can undo it. @param {HTMLTextAreaElement} area @param {string} text */
export function replaceText(area, text) {
  area.focus();
  area.select();
  // There is no other way that keeps the history of the field. It needs the focus.
  if (!document.execCommand("insertText", false, text)) area.value = text;
}

/** Returns a text with a capital first letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a count with its thousands separated. The formats of the browser would take long to load at the start. @param {number} count */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Returns the words of an error. @param {unknown} error */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @typedef {(act: () => unknown) => Promise<void>} Safely Does something, and tells what goes wrong. */

/** Returns a function that does something, and tells what goes wrong. @param {(error: unknown) => void} tell @returns {Safely} */
export function safelyWith(tell) {
  return async (act) => {
    try {
      await act();
    } catch (error) {
      tell(error);
    }
  };
}

/** Returns a function that says what a button does. @param {Safely} safely */
export function clicks(safely) {
  return (/** @type {string} */ id, /** @type {() => unknown} */ act) => byId(id, HTMLElement).addEventListener("click", () => void safely(act));
}

/** Calls a function with the files that a person chooses. @param {HTMLInputElement} picker @param {(files: File[]) => unknown} act */
export function onFiles(picker, act) {
  picker.type = "file";
  picker.addEventListener("change", () => {
    const files = [...(picker.files ?? [])];
    picker.value = "";
    act(files);
  });
}

/** Lets a button choose files. @param {string} id @param {string} accept @param {(files: File[]) => unknown} act */
export function onOpen(id, accept, act) {
  const picker = Object.assign(make("input"), { accept, multiple: true });
  onFiles(picker, act);
  byId(id, HTMLElement).addEventListener("click", () => picker.click());
}

/**
 * Calls a function with a text that is pasted while a view is shown, but not into a field.
 * @param {() => boolean} isShown
 * @param {(text: string) => unknown} act
 */
export function onPaste(isShown, act) {
  document.addEventListener("paste", (event) => {
    const isEditor = event.target instanceof Element && event.target.closest("textarea, input, dialog");
    const text = event.clipboardData?.getData("text/plain");
    if (!isShown() || isEditor || !text) return;
    event.preventDefault();
    act(text);
  });
}

/** Calls a function with the value that is chosen in a group. @param {string} id @param {(value: string) => unknown} act */
export function onChoice(id, act) {
  byId(id, HTMLElement).addEventListener("change", ({ target }) => target instanceof HTMLInputElement && act(target.value));
}

/** Shows which value of a group is chosen. @param {string} id @param {string} value */
export function showChoice(id, value) {
  for (const input of byId(id, HTMLElement).querySelectorAll("input")) input.checked = input.value === value;
}

/**
 * Says what happens while a button is held: by a pointer, or for a moment by the keyboard or a screen reader.
 * @param {HTMLButtonElement} held
 * @param {(isDown: boolean) => void} act
 * @param {number} moment in milliseconds
 */
export function onHold(held, act, moment) {
  let isHeld = false;
  const hold = (/** @type {boolean} */ isDown) => {
    if (isHeld !== isDown) act((isHeld = isDown));
  };
  held.addEventListener("pointerdown", (event) => event.button === 0 && hold(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) held.addEventListener(end, () => hold(false));
  held.addEventListener("contextmenu", (event) => event.preventDefault());
  held.addEventListener("click", (event) => {
    // A click of a pointer follows its pointerdown; others have no pointer.
    if (event.detail !== 0 || isHeld) return;
    hold(true);
    setTimeout(() => hold(false), moment);
  });
}

/** Offers a file for download. @param {string} name @param {Blob | string} contents */
export function download(name, contents) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([contents], { type: typeof contents === "string" ? "text/plain" : contents.type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
