// What the guides need as well as the page: new elements, settings that the browser remembers, and what the visitor prefers.

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

/** Returns a setting that the browser remembers. @param {string} name */
export function remembers(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Lets the browser remember a setting, if it does that. @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds until the page is closed.
  }
}

/** Whether the visitor wants nothing to move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
