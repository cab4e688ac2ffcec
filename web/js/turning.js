// ROTATE by tapping or swiping its board: which group is meant, the key that turns it, and the turn as it is seen.

import { isStill, make } from "./dom.js";
import { boardOf, CELL, groupAt, groupMoving, isSpecial, keyOf, LEFT, letterAt, TOP } from "./rotate.js";

/** @import { Group, Place } from "./rotate.js" */
/** @import { State } from "./types.js" */

/** A finger that moves farther swipes, in pixels of the machine. */
const SWIPE = 5;
/** What counts as the board around its lines, and the side of both, in pixels of the machine. A finger is broad. */
const MARGIN = 3;
const SIDE = 4 * CELL + 1 + 2 * MARGIN;
/** How long a turn is seen to take, and how long it is shown at most while the machine makes it, in milliseconds. */
const [TURN, LONGEST] = [260, 2500];
/** The most turns that wait for the machine. */
const MOST_WAITING = 8;
/** The ways of the four letters of a group, clockwise from its upper left: where each is and where it goes, in cells. */
const WAYS = [
  { x: 0, y: 0, right: 1, down: 0 },
  { x: 1, y: 0, right: 0, down: 1 },
  { x: 1, y: 1, right: -1, down: 0 },
  { x: 0, y: 1, right: 0, down: -1 },
];

/** The board of ROTATE under a finger or a mouse. */
export class Turning {
  /** The board, if ROTATE waits for a move or makes one. @type {string | undefined} */
  #board;
  /** Whether S was pressed: the next letter is exchanged with its right neighbor. */
  #isSpecial = false;
  /** The turns that wait for the machine. @type {Group[]} */
  #waiting = [];
  /** The board before the turn that the machine makes. @type {string | undefined} */
  #before;
  /** What ends that turn if the machine does not. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Where a finger went down. @type {Place | undefined} */
  #from;
  #layer = make("div", "turns");

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(key: string) => void} press presses a key of the machine
   * @param {(text: string) => void} say explains what is not possible
   */
  constructor(canvas, press, say) {
    this.canvas = canvas;
    this.press = press;
    this.say = say;
    const layer = this.#layer;
    layer.setAttribute("aria-hidden", "true");
    canvas.after(layer);
    new ResizeObserver(() => this.#fit()).observe(canvas);
    layer.addEventListener("pointerdown", (event) => this.#down(event));
    layer.addEventListener("pointerup", (event) => this.#up(event));
    layer.addEventListener("pointermove", (event) => this.#hover(event));
    layer.addEventListener("pointerleave", () => this.#point(undefined));
    layer.addEventListener("pointercancel", () => (this.#from = undefined));
  }

  /** Lays the layer over the board. */
  #fit() {
    const { style } = this.#layer;
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight, width, height } = this.canvas;
    const [wide, high] = [offsetWidth / width, offsetHeight / height];
    style.left = `${offsetLeft + (LEFT - MARGIN) * wide}px`;
    style.top = `${offsetTop + (TOP - MARGIN) * high}px`;
    style.width = `${SIDE * wide}px`;
    style.height = `${SIDE * high}px`;
  }

  /** Learns what the machine does. @param {State | undefined} state */
  update(state) {
    const board = state && boardOf(state);
    this.#isSpecial = state !== undefined && isSpecial(state);
    if (this.#before && board !== this.#before) {
      if (!board) return;
      this.#end();
    }
    if (this.#before) return;
    this.#board = board;
    if (!board) this.#waiting = [];
    const next = this.#waiting.shift();
    if (next && board) this.#turn(board, next);
  }

  /** Returns where a pointer is in the picture. @param {PointerEvent} event @returns {Place} */
  #place({ clientX, clientY }) {
    const { left, top, width, height } = this.#layer.getBoundingClientRect();
    return { x: LEFT - MARGIN + ((clientX - left) * SIDE) / width, y: TOP - MARGIN + ((clientY - top) * SIDE) / height };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#from = this.#board && event.isPrimary && event.button === 0 ? this.#place(event) : undefined;
    if (this.#from) this.#layer.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const from = this.#from;
    this.#from = undefined;
    if (!from || !this.#board) return;
    if (this.#isSpecial) return this.press(letterAt(this.#board, from));
    const to = this.#place(event);
    const isSwipe = Math.hypot(to.x - from.x, to.y - from.y) > SWIPE;
    const group = isSwipe ? groupMoving(from, to) : groupAt(from);
    if (group) this.#ask(group);
    else this.say("Groups turn clockwise: no group moves this letter in that direction.");
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const isMouse = event.pointerType === "mouse" && !this.#from;
    this.#point(isMouse && this.#board ? groupAt(this.#place(event)) : undefined);
  }

  /** Shows which group a click would turn. @param {Group | undefined} group */
  #point(group) {
    this.#layer.querySelector(".pointed")?.remove();
    if (!group || this.#before) return;
    const box = make("div", "pointed");
    lay(box, group.column * CELL, group.row * CELL, 2 * CELL + 1);
    this.#layer.append(box);
  }

  /** @param {Group} group */
  #ask(group) {
    this.#point(undefined);
    if (!this.#before && this.#board) this.#turn(this.#board, group);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(group);
  }

  /** @param {string} board @param {Group} group */
  #turn(board, group) {
    this.#before = board;
    this.#timer = setTimeout(() => this.#end(), LONGEST);
    this.#animate(group);
    this.press(keyOf(board, group));
  }

  #end() {
    clearTimeout(this.#timer);
    this.#before = undefined;
    this.#layer.replaceChildren();
  }

  /** Moves pictures of the four letters, above those that the machine erases and draws. @param {Group} group */
  #animate({ row, column }) {
    if (isStill()) return;
    const tiles = WAYS.map(({ x, y }) => this.#tile(column + x, row + y));
    this.#layer.replaceChildren(...tiles);
    tiles.forEach((tile, at) => {
      const { right = 0, down = 0 } = WAYS[at] ?? {};
      const end = { transform: `translate(${(right * CELL * 100) / (CELL - 1)}%, ${(down * CELL * 100) / (CELL - 1)}%)` };
      tile.animate([{ transform: "none" }, end], { duration: TURN, easing: "ease-in-out", fill: "forwards" });
    });
  }

  /** Returns a picture of the inside of a cell. @param {number} column @param {number} row */
  #tile(column, row) {
    const tile = make("canvas");
    tile.width = tile.height = CELL - 1;
    tile.getContext("2d")?.drawImage(this.canvas, -(LEFT + column * CELL + 1), -(TOP + row * CELL + 1));
    lay(tile, column * CELL + 1, row * CELL + 1, CELL - 1);
    return tile;
  }
}

/** Lays an element over a square of the board, in pixels of the machine from the board's corner. @param {HTMLElement} element @param {number} x @param {number} y @param {number} side */
function lay({ style }, x, y, side) {
  const share = (/** @type {number} */ length) => `${(length * 100) / SIDE}%`;
  style.left = share(MARGIN + x);
  style.top = share(MARGIN + y);
  style.width = style.height = share(side);
}
