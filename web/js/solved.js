// The exercises that the visitor has solved. The browser remembers their names, with blanks between them.

import { remember, remembers } from "./basic.js";

const SOLVED = "arcadian exercises solved";

/** Returns the names of what is solved. */
export function solved() {
  return (remembers(SOLVED) ?? "").split(" ").filter(Boolean);
}

/** Remembers that an exercise is solved. Returns whether the browser does. @param {string} name */
export const rememberSolved = (name) => remember(SOLVED, [...new Set([...solved(), name])].join(" "));
