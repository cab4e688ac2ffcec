// The exercises that the visitor has solved. The browser remembers their names, with blanks between them.

import { remember, remembers } from "./basic.js";

const SOLVED = "arcadian exercises solved";

/** Returns the names of what is solved. */
export function solved() {
  return (remembers(SOLVED) ?? "").split(" ").filter(Boolean);
}

/** Remembers that an exercise is solved. Returns whether the browser does. @param {string} name */
export function rememberSolved(name) {
  const isKept = remember(SOLVED, [...new Set([...solved(), name])].join(" "));
  // Other pages hear of it by the browser.
  dispatchEvent(new Event("storage"));
  return isKept;
}

/** Marks the exercises that are solved, here or in another page. @param {Iterable<HTMLAnchorElement>} links */
export function mark(links) {
  const names = solved();
  for (const link of links) link.classList.toggle("solved", names.includes(new URLSearchParams(link.hash.split("?")[1]).get("exercise") ?? ""));
}
