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

/** What the browser does not remember. It holds until the page is closed. @type {Map<string, string>} */
const unkept = new Map();

/** Returns a setting that the browser remembers. @param {string} name */
export function remembers(name) {
  try {
    return unkept.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Lets the browser remember a setting. Returns whether it does. @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    unkept.set(name, value);
    return false;
  }
}

/** Where the browser remembers the theme: "light", "dark", or nothing for that of the system. */
export const THEME = "arcadian theme";

/** Shows the chosen theme: the rules of the style sheets for a dark system count always or never. */
export function applyTheme() {
  const theme = remembers(THEME) ?? "";
  document.documentElement.style.colorScheme = theme;
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSMediaRule && /color-scheme|^(not )?all$/.test(rule.media.mediaText)) {
        rule.media.mediaText = { light: "not all", dark: "all" }[theme] ?? "(prefers-color-scheme: dark)";
      }
    }
  }
}

/** Whether the visitor wants nothing to move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
