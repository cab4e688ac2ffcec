// The hand controller as buttons.

import { make } from "./dom.js";

/** How long a button is down that is pressed by the keyboard or a screen reader, in milliseconds. */
const PRESS = 150;

/** The movements: name, sign and what they are called. */
const MOVEMENTS = [
  ["left", "←", "Left"],
  ["up", "↑", "Up"],
  ["down", "↓", "Down"],
  ["right", "→", "Right"],
  ["trigger", "●", "Trigger"],
  ["knobDown", "↺", "Knob left"],
  ["knobUp", "↻", "Knob right"],
];

/**
 * Makes the buttons.
 * @param {HTMLElement} root
 * @param {(control: string, down: boolean) => void} act
 */
export function makeStick(root, act) {
  for (const [control = "", sign = "", name = ""] of MOVEMENTS) {
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
      setTimeout(() => move(false), PRESS);
    });
    root.append(key);
  }
}
