// What the view Boards says of a game and its moves.

import { make } from "./basic.js";

/** @import { BoardGame, BoardKind } from "./types.js" */

/** What the sides are called. @type {Record<string, [string, string]>} */
const SIDES = { tactix: ["The first player", "The second player"], halma: ["White", "Black"], ataxx: ["x", "o"] };

/** Returns how moves are made on the board, as the rules say it. @param {BoardKind} game */
export const howTo = (game) => document.querySelector(`[data-for="${game}"] .how`)?.textContent ?? "";

/** Returns a move in the list, a choice that the arrow keys change. @param {string} text @param {number} at */
export function listed(text, at) {
  const choice = Object.assign(make("input"), { type: "radio", name: "boards-moves", value: String(at + 1) });
  return make("label", "", choice, make("span", "", `${at + 1}. ${text} `));
}

/** Returns the status in words for the one person who plays. @param {BoardGame} game */
export function statusOf({ game, status, record }) {
  const players = [...record.matchAll(/^(?:first|second): (person|program)/gm)].map(([, player]) => player);
  const own = players.indexOf("person");
  const [me, program] = [SIDES[game]?.[own], SIDES[game]?.[1 - own]];
  if (!me || own !== players.lastIndexOf("person")) return status;
  const mine = game === "tactix" ? "Your move" : `Your move as ${me}`;
  return status.replace(`${me} to move`, mine).replace(`${me} has won`, "You have won").replace(`${program} has won`, "The program has won");
}
