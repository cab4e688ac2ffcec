// Short forms for the document. Texts become text nodes, never markup.

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

/**
 * Returns a new element with a class and contents.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {...(Node | string)} contents
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = "", ...contents) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...contents);
  return element;
}

/**
 * Returns a new button.
 * @param {string} text
 * @param {() => void} act
 * @param {string} [className]
 */
export function button(text, act, className = "") {
  const element = make("button", className, text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

/**
 * Calls a function some time after the last of many calls.
 * @param {number} milliseconds
 * @param {() => void} act
 */
export function later(milliseconds, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/**
 * Calls a function some time after the first of many calls.
 * @param {number} milliseconds
 * @param {() => void} act
 */
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
 * Calls a function when the page is left or hidden.
 * @param {() => void} act
 */
export function whenHidden(act) {
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && act());
}

/**
 * Replaces the text of a text field, so that the browser can undo it.
 * @param {HTMLTextAreaElement} area
 * @param {string} text
 */
export function replaceText(area, text) {
  area.focus();
  area.select();
  // There is no other way that keeps the history of the field. It needs the focus.
  if (!document.execCommand("insertText", false, text)) area.value = text;
}

/**
 * Returns a text with a capital first letter.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns the words of an error.
 * @param {unknown} error
 */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns a function that says what a button does. What goes wrong is told.
 * @param {(text: string) => void} tell
 */
export function clicks(tell) {
  return (/** @type {string} */ id, /** @type {() => unknown} */ act) => {
    byId(id, HTMLElement).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        tell(words(error));
      }
    });
  };
}

/**
 * Offers a file for download.
 * @param {string} name
 * @param {Blob} contents
 */
export function download(name, contents) {
  const link = make("a");
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
