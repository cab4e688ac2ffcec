// The boards of a routine: colored squares, and the bytes that they are.

import { make } from "./basic.js";

/** @import { Mark, StepBoard } from "./types.js" */

/** What is on a square, by its sign. @type {Record<string, [piece: string, spoken: string]>} */
const PIECES = {
  "·": ["", "empty"],
  "●": ["stone", "counter"],
  w: ["white", "white"],
  b: ["stone", "black"],
  x: ["stone", "x"],
  o: ["white", "o"],
  "#": ["wall", "wall"],
};

/** Returns the drawing of a board. @param {StepBoard} board */
export function drawBoard({ title, hasLetters, head, rows, below }) {
  const columns = rows[0]?.cells.length ?? 1;
  const grid = make("div", "cells-board");
  grid.style.setProperty("--columns", String(columns));
  grid.classList.toggle("small-cells", columns > 8);
  grid.setAttribute("aria-hidden", "true");
  if (head.length) grid.append(make("span"), ...head.map((name) => make("span", "edge", name)), make("span"));
  for (const { name, cells, beside } of rows) {
    grid.append(make("span", "edge", name), ...cells.map((cell) => square(cell, hasLetters)), make("span", "beside", ...pieces(beside)));
  }
  const bytes = below.length ? [make("pre", "", ...below.map((line) => make("div", "", ...pieces(line), "\u00a0")))] : [];
  return make("figure", "board", make("figcaption", "", title), grid, make("div", "unseen", spoken(rows, hasLetters)), ...bytes);
}

/** @param {[sign: string, name: string, mark: Mark]} cell @param {boolean} isLetter */
function square([sign, name, mark], isLetter) {
  const [piece] = isLetter ? [""] : (PIECES[sign] ?? [""]);
  const square = make("span", `cell ${piece} ${mark}`, ...(isLetter ? [sign] : []));
  if (name) square.append(make("small", "", name));
  return square;
}

/** @param {[text: string, mark: Mark][]} line */
function pieces(line) {
  return line.map(([text, mark]) => make("span", mark, text));
}

/** Returns a board in words, row by row. @param {StepBoard["rows"]} rows @param {boolean} hasLetters */
function spoken(rows, hasLetters) {
  const word = (/** @type {string} */ sign) => (hasLetters ? undefined : PIECES[sign]?.[1]) ?? sign;
  return rows.map(({ cells }, row) => `Row ${row + 1}: ${cells.map(([sign]) => word(sign)).join(", ")}`).join(". ");
}
