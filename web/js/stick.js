// The hand controller as buttons.

import { make, onHold } from "./dom.js";

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
    onHold(key, (isDown) => act(control, isDown), PRESS);
    root.append(key);
  }
}
