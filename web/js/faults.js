// Errors and warnings of a source: in a list, and underlined in its text.

import { make } from "./basic.js";
import { prose } from "./prose.js";

/** @import { Field } from "./field.js" */
/** @import { Fault } from "./types.js" */

/** Shows errors and warnings. @param {Field} field @param {HTMLElement} list @param {Fault[]} all */
export function showFaults(field, list, all) {
  list.replaceChildren(...all.map(item));
  const starts = [0, ...[...field.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  field.underline(
    all.map(({ line, from, to }) => {
      const start = starts[line - 1] ?? 0;
      return [start + from, start + Math.max(to, from + 1)];
    }),
  );
}

/** @param {Fault} fault */
function item({ isError, line, from, message, hint }) {
  const text = `Line ${line}, column ${from + 1}: ${isError ? "" : "warning: "}${message}${hint ? `; ${hint}` : ""}`;
  return make("li", isError ? "failed" : "", ...prose(text));
}
