// ROTATE by tapping or swiping its board: which group is meant, the key that turns it, and the turn as it is seen.

import { isStill, make, remember, remembers } from "./basic.js";
import { boardOf, CELL, groupAt, groupMoving, isAskingForLevel, isSpecial, keyOf, LEFT, letterAt, TOP, winOf } from "./rotate.js";

/** @import { Group, Place } from "./rotate.js" */
/** @import { State } from "./types.js" */

/** A finger that moves farther swipes, in pixels of the machine. */
const SWIPE = 5;
/** What counts as the board around its lines, and the side of both, in pixels of the machine. A finger is broad. */
const MARGIN = 3;
const SIDE = 4 * CELL + 1 + 2 * MARGIN;
/** How long a turn is seen to take, and how long it is shown at most while the machine makes it, in milliseconds. */
const [TURN, LONGEST] = [260, 2500];
/** Where the browser remembers whether the board is shown large. Unless one has chosen, it is if its cells are narrower than this. */
const [LARGE, NARROW] = ["arcadian large board", 24];
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
  /** The board as it is shown large. */
  #mirror = make("canvas", "mirror");
  /** Whether the board has letters to tap, and whether the visitor wants it large: "yes" or "no". */
  #isSeen = false;
  #wish = remembers(LARGE);
  #isEmpty = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} toggle shows the board large, or as the program draws it
   * @param {(key: string) => void} press presses a key of the machine
   * @param {(text: string) => void} say explains what is not possible
   */
  constructor(canvas, toggle, press, say) {
    this.canvas = canvas;
    this.toggle = toggle;
    this.press = press;
    this.say = say;
    const layer = this.#layer;
    layer.setAttribute("aria-hidden", "true");
    this.#mirror.width = this.#mirror.height = SIDE;
    layer.append(this.#mirror);
    canvas.after(layer);
    toggle.addEventListener("click", () => {
      this.#wish = this.#isLarge ? "no" : "yes";
      remember(LARGE, this.#wish);
      this.#fit();
    });
    new ResizeObserver(() => this.#fit()).observe(canvas);
    layer.addEventListener("pointerdown", (event) => this.#down(event));
    layer.addEventListener("pointerup", (event) => this.#up(event));
    layer.addEventListener("pointermove", (event) => this.#hover(event));
    layer.addEventListener("pointerleave", () => this.#point(undefined));
    layer.addEventListener("pointercancel", () => (this.#from = undefined));
  }

  get #isLarge() {
    return this.#wish ? this.#wish === "yes" : (this.canvas.offsetWidth * CELL) / this.canvas.width < NARROW;
  }

  /** Lays the layer over the board, or a large board over the part of the picture that is empty beside it. */
  #fit() {
    const { style, classList } = this.#layer;
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight, width, height } = this.canvas;
    const [wide, high] = [offsetWidth / width, offsetHeight / height];
    const side = Math.min(offsetHeight, (LEFT - MARGIN) * wide);
    const isLarge = this.#isLarge && this.#isSeen;
    const [left, top, across, down] = isLarge ? [0, 0, side, side] : [(LEFT - MARGIN) * wide, (TOP - MARGIN) * high, SIDE * wide, SIDE * high];
    style.left = `${offsetLeft + left}px`;
    style.top = `${offsetTop + top}px`;
    style.width = `${across}px`;
    style.height = `${down}px`;
    classList.toggle("large", isLarge);
    this.toggle.setAttribute("aria-pressed", String(this.#isLarge));
    this.draw();
  }

  /** Draws the large board as the picture has it. */
  draw() {
    if (this.#isSeen && this.#isLarge) this.#mirror.getContext("2d")?.drawImage(this.canvas, MARGIN - LEFT, MARGIN - TOP);
  }

  /** Learns what the machine does. @param {State | undefined} state */
  update(state) {
    const board = state && boardOf(state);
    // While the program draws, the board stays where it is, but not over the words of a win.
    const isSeen = board !== undefined || (this.#isSeen && state?.waiting === "running" && !winOf(state.printed));
    if (isSeen !== this.#isSeen) {
      this.#isSeen = isSeen;
      this.#fit();
    }
    this.#isEmpty = state !== undefined && isAskingForLevel(state);
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
    if (this.#isEmpty) return this.say("The board has no letters yet: press Start above it.");
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
    this.#layer.replaceChildren(this.#mirror);
  }

  /** Moves pictures of the four letters, above those that the machine erases and draws. @param {Group} group */
  #animate({ row, column }) {
    if (isStill()) return;
    const tiles = WAYS.map(({ x, y }) => this.#tile(column + x, row + y));
    this.#layer.replaceChildren(this.#mirror, ...tiles);
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
