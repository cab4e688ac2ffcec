// What a guide does with scripts: examples run below their text, and a board turns under the finger.

import { applyTheme, button, isStill, make } from "./basic.js";
import { mark } from "./solved.js";

applyTheme();

/** The height of an example until it is known, in pixels. */
const HEIGHT = 640;
/** How far a finger moves to turn the board, in pixels. */
const SWIPE = 24;
/** The bits by which a quarter turn rotates the two bytes. */
const QUARTER = 4;
const BITS = 16;

/**
 * Opens an example of the page below its command, or an exercise below its line.
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} toggle what opens and closes it
 */
function enliven(link, toggle) {
  const words = toggle.textContent;
  /** @type {HTMLIFrameElement | undefined} */
  let frame;
  toggle.addEventListener("click", (event) => {
    event.preventDefault();
    if (frame) {
      frame.remove();
      frame = undefined;
    } else {
      frame = make("iframe", "example");
      frame.title = "The example on the page";
      frame.height = String(HEIGHT);
      frame.src = link.href.replace("index.html#", "index.html?embed#");
      frame.addEventListener("load", () => frame && fit(frame));
      const item = link.closest("li");
      if (item) item.append(frame);
      else link.parentElement?.after(frame);
    }
    toggle.textContent = frame ? "Close" : words;
    toggle.setAttribute("aria-expanded", String(frame !== undefined));
  });
  toggle.setAttribute("aria-expanded", "false");
}

/** Opens the first example of each section of a lesson when one reaches it. */
function openMachines() {
  const reached = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      reached.unobserve(target);
      if (target instanceof HTMLElement) target.click();
    }
  });
  let isOpened = true;
  for (const part of document.querySelectorAll("#text > :is(h2, .live)")) {
    if (part.tagName === "H2") isOpened = false;
    const toggle = part.querySelector("a[href*='example=course']") && part.querySelector("button");
    if (isOpened || !toggle) continue;
    isOpened = true;
    reached.observe(toggle);
  }
}

/** Makes a frame as tall as its page, also when that changes. @param {HTMLIFrameElement} frame */
function fit(frame) {
  // A page in a file cannot look into another one.
  const body = frame.contentDocument?.body;
  if (!body) return;
  const main = body.querySelector("main") ?? body;
  const { documentElement } = body.ownerDocument;
  // The page in the frame may be scrolled.
  const height = () => main.getBoundingClientRect().bottom - documentElement.getBoundingClientRect().top;
  new ResizeObserver(() => (frame.height = String(Math.ceil(height() + 8)))).observe(main);
}

/** @typedef {{ byte: number, bit: number }} Place Where a square is in the bytes; byte 1 is the lower one. */

const SUBSCRIPTS = "₁₂";

/**
 * Returns the bit of each square, row by row, from the figure that the guide prints: `0₂` is bit 0 of byte 2.
 * @param {string} text
 * @returns {Place[] | undefined}
 */
export function layoutOf(text) {
  const rows = text.split("\n").map((line) => [...line.matchAll(/(\d)([₁₂])/g)].slice(0, 4));
  const squares = rows
    .filter((row) => row.length === 4)
    .slice(0, 4)
    .flat();
  const places = squares.map(([, bit, byte = ""]) => ({ bit: Number(bit), byte: SUBSCRIPTS.indexOf(byte) + 1 }));
  const isWhole = new Set(places.map(({ byte, bit }) => byte * 8 + bit)).size === BITS;
  return isWhole ? places : undefined;
}

/** A board of 4 by 4 squares in two bytes. */
class Board {
  /** @param {Place[]} layout @param {number} word */
  constructor(layout, word) {
    this.layout = layout;
    this.word = word;
    this.turned = 0;
    this.squares = layout.map((place, index) => {
      const square = button("", () => this.toggle(place), "square");
      square.setAttribute("aria-label", `Row ${Math.floor(index / 4) + 1}, column ${(index % 4) + 1}`);
      return square;
    });
    this.grid = make("div", "squares", ...this.squares);
    this.bytes = make("pre", "bytes");
    this.bytes.setAttribute("role", "status");
    this.root = make(
      "figure",
      "turning",
      make("figcaption", "", "Turn the board with a finger or by the buttons; a tap sets a counter. The two bytes rotate by four bits."),
      this.grid,
      this.bytes,
      make(
        "p",
        "buttons",
        button("⟲ counterclockwise", () => this.turn(-1)),
        button("clockwise ⟳", () => this.turn(1)),
      ),
    );
    this.listen();
    this.show();
  }

  /** @param {Place} place */
  toggle({ byte, bit }) {
    this.word ^= 1 << ((byte - 1) * 8 + bit);
    this.show();
  }

  /** Turns the board by a quarter: a rotation of the word. @param {number} direction 1 is clockwise */
  turn(direction) {
    const left = direction > 0 ? QUARTER : BITS - QUARTER;
    this.word = ((this.word << left) | (this.word >>> (BITS - left))) & 0xffff;
    // The picture arrives turned back, and turns to where it is.
    if (!isStill()) this.grid.animate([{ transform: `rotate(${-90 * direction}deg)` }, { transform: "none" }], { duration: 350, easing: "ease-out" });
    this.show(direction);
  }

  /** A finger that moves around the middle turns the board. */
  listen() {
    /** @type {{ x: number, y: number } | undefined} */
    let start;
    this.grid.addEventListener("pointerdown", (event) => (start = { x: event.clientX, y: event.clientY }));
    this.grid.addEventListener("pointercancel", () => (start = undefined));
    this.grid.addEventListener("pointerup", (event) => {
      if (!start) return;
      const box = this.grid.getBoundingClientRect();
      const from = { x: start.x - box.left - box.width / 2, y: start.y - box.top - box.height / 2 };
      const by = { x: event.clientX - start.x, y: event.clientY - start.y };
      start = undefined;
      if (Math.hypot(by.x, by.y) < SWIPE) return;
      this.turn(from.x * by.y - from.y * by.x >= 0 ? 1 : -1);
      // The click that follows is not meant for a square.
      this.grid.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    });
  }

  /** @param {number} [direction] */
  show(direction = 0) {
    this.layout.forEach(({ byte, bit }, index) => {
      const isSet = (this.word >> ((byte - 1) * 8 + bit)) & 1;
      this.squares[index]?.setAttribute("aria-pressed", String(isSet === 1));
    });
    const bits = (/** @type {number} */ value) => value.toString(2).padStart(8, "0").replaceAll("0", "·").replaceAll("1", "1");
    const hex = (/** @type {number} */ value) => value.toString(16).toUpperCase().padStart(2, "0");
    const [high, low] = [this.word >> 8, this.word & 0xff];
    this.bytes.textContent = `byte 2  ${hex(high)}  ${bits(high)}\nbyte 1  ${hex(low)}  ${bits(low)}`;
    if (direction && !isStill()) this.bytes.animate([{ transform: `translateX(${direction}em)` }, { transform: "none" }], { duration: 350 });
  }
}

for (const link of document.querySelectorAll(".live a")) {
  if (!(link instanceof HTMLAnchorElement)) continue;
  const toggle = button("Try it here", () => {}, "small-button");
  link.before(toggle, " ");
  enliven(link, toggle);
}
/** @type {NodeListOf<HTMLAnchorElement>} */
const exercises = document.querySelectorAll("li > a[href*='#step?exercise=']");
for (const link of exercises) enliven(link, link);
mark(exercises);
window.addEventListener("storage", () => mark(exercises));
openMachines();
for (const block of document.querySelectorAll("pre > code.language-console")) {
  const text = block.textContent ?? "";
  if (!text.startsWith("$ arcadian board tactix show --turn")) continue;
  const layout = layoutOf(text);
  // The board of the example below it in the guide.
  if (layout) block.parentElement?.after(new Board(layout, 0x050c).root);
}
