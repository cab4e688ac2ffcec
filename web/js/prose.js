// Texts with code between backticks.

import { make } from "./basic.js";

/** Returns a text with its `code` as elements. @param {string} text */
export function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", "", part) : part));
}
