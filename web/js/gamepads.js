// Gamepads as hand controllers: the first one is hand controller 1.

/** @import { Moves } from "./stick.js" */

const MOST = 4;
/** How far the stick of a gamepad is moved, of 1, when the machine's, which has only switches, is moved. */
const MOVED = 0.5;
/** How far the right stick is moved, of 1, when it turns the knob. */
const TURNED = 0.15;
/** The speeds of a knob, in parts of 256 of a whole turn per second: by the right stick, and by the shoulder buttons. */
const [FAST, FINE] = [300, 20];
/** The longest time that a knob is turned for at once, in seconds. */
const LONGEST = 0.1;
/** The buttons of the standard layout: the four of the right hand, the shoulders, the cross. */
const TRIGGERS = [0, 1, 2, 3];
const [LEFT_SHOULDER, RIGHT_SHOULDER] = [4, 5];
const [UP, DOWN, LEFT, RIGHT] = [12, 13, 14, 15];

const RELEASED = { x: 0, y: 0, trigger: false };

/**
 * Lets gamepads move the hand controllers. What has not changed is not sent.
 * @param {Moves} moves
 */
export function playGamepads({ isShown, hold }) {
  const players = Array.from({ length: MOST }, (_, index) => ({ number: index + 1, switches: "", knob: 0, sent: 0 }));
  let isPolling = false;
  let last = 0;

  /** @param {number} time */
  function poll(time) {
    const passed = Math.min((time - last) / 1000, LONGEST);
    last = time;
    const pads = navigator.getGamepads();
    isPolling = pads.some((pad) => pad?.connected);
    if (isPolling) requestAnimationFrame(poll);
    for (const player of players) {
      const pad = pads[player.number - 1];
      const used = pad?.connected && isShown() ? pad : undefined;
      if (!used && !player.switches) continue;
      const held = used ? switchesOf(used) : RELEASED;
      player.knob = Math.max(-128, Math.min(127, player.knob + (used ? turn(used) * passed : 0)));
      const [switches, knob] = [JSON.stringify(held), Math.round(player.knob)];
      // A knob that this gamepad has not turned stays where something else has turned it.
      if (switches !== player.switches || knob !== player.sent) {
        hold({ number: player.number, ...held, knob: knob === player.sent ? undefined : knob });
      }
      player.switches = used ? switches : "";
      player.sent = knob;
    }
  }

  const begin = () => {
    if (!isPolling) requestAnimationFrame(poll);
    isPolling = true;
  };
  addEventListener("gamepadconnected", begin);
  begin();
}

/** Returns the stick and the trigger. @param {Gamepad} pad */
function switchesOf(pad) {
  const [across = 0, down = 0] = pad.axes;
  return {
    x: direction(across, isDown(pad, LEFT), isDown(pad, RIGHT)),
    y: direction(-down, isDown(pad, DOWN), isDown(pad, UP)),
    trigger: TRIGGERS.some((button) => isDown(pad, button)),
  };
}

/** Returns -1, 0 or 1. @param {number} axis @param {boolean} less @param {boolean} more */
function direction(axis, less, more) {
  return Number(more || axis > MOVED) - Number(less || axis < -MOVED);
}

/** Returns how fast the knob turns. @param {Gamepad} pad */
function turn(pad) {
  const [, , across = 0] = pad.axes;
  const fine = Number(isDown(pad, RIGHT_SHOULDER)) - Number(isDown(pad, LEFT_SHOULDER));
  return fine * FINE + (Math.abs(across) > TURNED ? across * FAST : 0);
}

/** @param {Gamepad} pad @param {number} button */
function isDown(pad, button) {
  return pad.buttons[button]?.pressed ?? false;
}
