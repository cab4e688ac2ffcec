// The 24-key pad with its four shifts. A shift acts on the next key only.

import { make } from "./basic.js";
import { onHold } from "./dom.js";

/** @import { Legends } from "./types.js" */

const SHIFTS = ["GREEN", "RED", "BLUE", "WORDS"];
/** How long a key is down that was pressed without a pointer, in milliseconds. */
const PRESS = 80;
/** What screen readers say for signs. @type {Record<string, string>} */
// prettier-ignore
const SPOKEN = {
  "÷": "divide", "×": "times", "-": "minus", "+": "plus", "=": "equals", "/": "slash", "\\": "backslash", "[": "left bracket",
  "]": "right bracket", "!": "exclamation mark", "'": "apostrophe", ".": "period", ",": "comma", "?": "question mark",
  "<": "less than", ">": "greater than", '"': "quote", "(": "left parenthesis", ")": "right parenthesis", ";": "semicolon",
  ":": "colon", "#": "not equal, number sign", "%": "percent", "&": "ampersand", "@": "at sign", "*": "asterisk", "$": "dollar",
  "←": "left arrow", "→": "right arrow", "↑": "up arrow", "↓": "down arrow",
};

/**
 * Returns the key of the machine that a legend means, or nothing if a key press cannot type it.
 * @param {string} legend
 */
export function keyOf(legend) {
  if (legend === "" || legend.startsWith("+1")) return undefined;
  return legend.length === 1 ? legend : `{${legend}}`;
}

/** The pad. */
export class Pad {
  /**
   * @param {HTMLElement} root
   * @param {Legends[][]} rows
   * @param {(key: string, down: boolean, typed?: string) => void} press `typed` is the key of the active layer
   * @param {boolean} isHardware the keys of an emulated keypad: each is pressed by its plain legend, the shifts are keys too
   */
  constructor(root, rows, press, isHardware = false) {
    this.root = root;
    this.press = press;
    this.isHardware = isHardware;
    this.layer = 0;
    /** @type {{ button: HTMLButtonElement, main: HTMLElement, legends: Legends }[]} */
    this.keys = [];
    /** @type {HTMLButtonElement[]} */
    this.shifts = [];
    for (const legends of rows.flat()) root.append(SHIFTS.includes(legends[0]) ? this.shift(legends[0]) : this.key(legends));
    this.show(0);
  }

  /** @param {string} name */
  shift(name) {
    const layer = SHIFTS.indexOf(name) + 1;
    const button = make("button", `key shift layer-${layer}`, name);
    button.type = "button";
    button.addEventListener("click", () => {
      if (this.isHardware) {
        this.press(name, true);
        setTimeout(() => this.press(name, false), PRESS);
      }
      this.show(this.layer === layer && !this.isHardware ? 0 : layer);
    });
    this.shifts.push(button);
    return button;
  }

  /** @param {Legends} legends */
  key(legends) {
    const main = make("span", "main");
    const small = legends.slice(1).map((legend, index) => {
      // The style sheet shows these: to a screen reader the key is only what it types now.
      const span = make("span", `small layer-${index + 1}`);
      span.dataset.legend = legend;
      return span;
    });
    const button = make("button", "key", ...small, main);
    button.type = "button";
    this.keys.push({ button, main, legends });
    /** @type {string | undefined} */
    let typed;
    const act = (/** @type {boolean} */ isDown) => {
      if (isDown) typed = keyOf(legends[this.layer] ?? "");
      const key = this.isHardware ? legends[0] : typed;
      if (!key) return;
      this.press(key, isDown, typed);
      if (isDown) this.show(0);
    };
    onHold(button, act, PRESS);
    return button;
  }

  /** @param {number} layer the active shift; 0 is none */
  show(layer) {
    this.layer = layer;
    this.root.dataset.layer = String(layer);
    for (const { button, main, legends } of this.keys) {
      const legend = legends[layer] ?? "";
      main.textContent = legend;
      main.classList.toggle("word", legend.length > 1);
      button.disabled = !this.isHardware && !keyOf(legend);
      button.setAttribute("aria-label", SPOKEN[legend] ?? (legend || "nothing"));
    }
    this.shifts.forEach((button, index) => button.setAttribute("aria-pressed", String(layer === index + 1)));
  }
}
