// The exercises that the visitor has solved. The browser remembers their names, with blanks between them.

import { remember, remembers } from "./basic.js";

const SOLVED = "arcadian exercises solved";

/** Returns the names of what is solved. */
export function solved() {
  return (remembers(SOLVED) ?? "").split(" ").filter(Boolean);
}

/** Remembers that an exercise is solved. @param {string} name */
export function rememberSolved(name) {
  if (!solved().includes(name)) remember(SOLVED, [...solved(), name].join(" "));
}
