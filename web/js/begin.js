// The fields of the view Boards that describe the next game.

import { make } from "./basic.js";
import { byId, onChoice, showChoice } from "./dom.js";
import { randomSeed } from "./share.js";

/** @import { BoardKind, BoardSetup } from "./types.js" */

/** The squares on a side in Ataxx. */
const SIDE = 7;

/**
 * Prepares the fields.
 * @param {() => unknown} onkind is called when another game is chosen
 */
export function prepareFields(onkind) {
  /** @type {BoardKind} */
  let kind = "tactix";
  const mask = byId("boards-mask", HTMLInputElement);
  const position = byId("boards-position", HTMLInputElement);
  const picture = wallPicture(byId("boards-picture", HTMLElement), (walls) => (mask.value = walls.toString(16).toUpperCase().padStart(4, "0")));
  mask.addEventListener("input", () => picture(wallsOf(mask.value) ?? 0));
  /** @param {string} to */
  const show = (to) => {
    if (to !== kind) position.value = "";
    kind = /** @type {BoardKind} */ (to);
    showChoice("boards-game", kind);
    for (const field of document.querySelectorAll("#view-boards [data-for]")) {
      if (field instanceof HTMLElement) field.hidden = !field.dataset.for?.split(" ").includes(kind);
    }
  };
  onChoice("boards-game", (chosen) => {
    show(chosen);
    return onkind();
  });
  show(kind);
  const chosen = (/** @type {string} */ id) => byId(id, HTMLSelectElement).value;
  return {
    /** Shows the fields of a game. */
    show,
    /** Returns the game to begin. @returns {BoardSetup} */
    setup() {
      const walls = wallsOf(mask.value);
      if (kind === "ataxx" && walls === undefined) throw new Error(`\`${mask.value}\` is not a mask of walls; write four hexadecimal digits, such as 8124.`);
      const given = position.value.trim();
      const rules = { tactix: chosen("boards-tactix"), halma: chosen("boards-halma"), ataxx: "standard", rotate: given ? "given" : "" }[kind];
      const turns = Number(byId("boards-turns", HTMLInputElement).value);
      if (kind === "rotate" && !(Number.isInteger(turns) && turns >= 1 && turns <= 40)) throw new Error("A level of ROTATE is a number from 1 to 40.");
      const program = /** @type {BoardSetup["program"]} */ (kind === "rotate" ? "none" : chosen("boards-program"));
      const level = Number(chosen("boards-level"));
      return { game: kind, rules, size: Number(chosen("boards-size")), walls: walls ?? 0, turns, position: given, program, level, seed: randomSeed() };
    },
  };
}

/** Returns the walls of a mask in hexadecimal digits. @param {string} text */
function wallsOf(text) {
  const digits = /^(?:0x)?([\da-f]{1,4})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : parseInt(digits, 16);
}

/**
 * Makes a picture of walls: each square sets a bit of the mask, which is that of its mirror images, too. Returns what shows a mask.
 * @param {HTMLElement} place
 * @param {(walls: number) => void} onchange
 */
function wallPicture(place, onchange) {
  let walls = 0;
  const squares = Array.from({ length: SIDE * SIDE }, (_, number) => {
    const [row, column] = [Math.floor(number / SIDE), number % SIDE];
    const bit = 4 * Math.min(row, SIDE - 1 - row) + Math.min(column, SIDE - 1 - column);
    const square = make("button", "wall-square");
    square.type = "button";
    square.setAttribute("aria-label", `wall on ${"abcdefg"[column]}${SIDE - row}`);
    // The stones start on the corners.
    square.disabled = bit === 0;
    square.addEventListener("click", () => {
      show(walls ^ (1 << bit));
      onchange(walls);
    });
    return { square, bit };
  });
  /** @param {number} to */
  function show(to) {
    walls = to;
    for (const { square, bit } of squares) square.setAttribute("aria-pressed", String(((walls >> bit) & 1) === 1));
  }
  show(0);
  place.append(...squares.map(({ square }) => square));
  return show;
}
