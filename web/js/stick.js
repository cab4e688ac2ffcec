// Hand controllers: as buttons, by gamepads, and by the mouse, which can also be the light pen.

import { make } from "./basic.js";
import { onHold } from "./dom.js";
import { playMouse } from "./mouse.js";

/** @import { Held } from "./requests.js" */

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

/** The hand controllers that buttons and keys can move. @type {[string, string][]} */
const NUMBERS = ["1", "2", "3", "4"].map((number) => [number, number]);

/**
 * What moves the hand controllers of a machine.
 * @typedef {object} Moves
 * @property {(control: string, down: boolean) => void} act moves the selected one by a button
 * @property {(number: number) => void} select says which one buttons and keys move
 * @property {(held: Held) => void} hold
 * @property {(pixel: [number, number] | null) => void} [point] points the light pen, if the machine has one
 * @property {() => boolean} isShown
 */

/**
 * Lets gamepads and the mouse move the hand controllers, and makes the buttons when they are wanted.
 * @param {HTMLElement} root the place for the buttons, within `<details>`
 * @param {HTMLCanvasElement} canvas the picture that the mouse points at
 * @param {Moves} moves
 */
export function makeStick(root, canvas, moves) {
  root.parentElement?.addEventListener("toggle", () => makeButtons(root, canvas, moves), { once: true });
  const connected = async () => (await import("./gamepads.js")).playGamepads(moves);
  addEventListener("gamepadconnected", () => void connected(), { once: true });
}

/** @param {HTMLElement} root @param {HTMLCanvasElement} canvas @param {Moves} moves */
function makeButtons(root, canvas, moves) {
  for (const [control = "", sign = "", name = ""] of MOVEMENTS) {
    const key = make("button", `key ${control}`, sign);
    key.type = "button";
    key.title = name;
    key.setAttribute("aria-label", name);
    onHold(key, (isDown) => moves.act(control, isDown), PRESS);
    root.append(key);
  }
  const mouse = playMouse(canvas, moves);
  /** @type {[string, string][]} */
  const uses = [
    ["", "off"],
    ["knob", "knob and trigger"],
  ];
  if (moves.point) uses.push(["pen", "light pen"]);
  root.append(
    choice("Controller", NUMBERS, (number) => {
      mouse.select(Number(number));
      moves.select(Number(number));
    }),
    choice("Mouse", uses, (use) => mouse.use(use)),
  );
}

/** @param {string} name @param {[string, string][]} options @param {(value: string) => void} act */
function choice(name, options, act) {
  const select = make("select");
  for (const [value, text] of options) select.append(new Option(text, value));
  select.addEventListener("change", () => act(select.value));
  const label = make("label", "", `${name} `);
  label.append(select);
  return label;
}
