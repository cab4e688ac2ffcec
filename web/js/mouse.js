// The mouse, a finger or a pen on the picture: as knob and trigger of a hand controller, or as the light pen.

/** @import { Moves } from "./stick.js" */

/**
 * Lets the mouse move a hand controller or the light pen. Returns what chooses which.
 * @param {HTMLCanvasElement} canvas
 * @param {Moves} moves
 */
export function playMouse(canvas, { hold, point }) {
  let use = "";
  let number = 1;
  const release = () => {
    if (use === "knob") hold({ number, x: 0, y: 0, trigger: false });
    if (use === "pen") point?.(null);
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    const isPressed = (event.buttons & 1) !== 0;
    if (use === "knob") hold({ number, x: 0, y: 0, trigger: isPressed, knob: Math.round(within(x) * 255) - 128 });
    if (use === "pen") point?.(isPressed ? [Math.floor(within(x) * canvas.width), Math.floor(within(y) * canvas.height)] : null);
  };
  for (const event of /** @type {const} */ (["pointerdown", "pointermove", "pointerup"])) canvas.addEventListener(event, move);
  for (const event of ["pointerleave", "pointercancel"]) canvas.addEventListener(event, release);
  return {
    /** @param {string} wanted `knob`, `pen`, or nothing */
    use(wanted) {
      release();
      use = wanted;
      // A finger then moves what it points at, not the page.
      canvas.style.touchAction = use ? "none" : "";
    },
    /** @param {number} wanted */
    select(wanted) {
      release();
      number = wanted;
    },
  };
}

/** Returns a share that is at least 0 and less than 1. @param {number} share */
function within(share) {
  return Math.max(0, Math.min(0.9999, share));
}
