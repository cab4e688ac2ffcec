// What the view Step shows of a program: code, registers, boards, memory, stack.

import { button, make } from "./basic.js";

/** @import { CodeRow, StepView } from "./types.js" */

/** @param {number} value @param {number} digits */
const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, "0");

/**
 * Returns the rows of code. A click on the margin sends the command that sets or deletes a breakpoint.
 * @param {StepView} view
 * @param {(command: string) => void} send
 * @param {boolean} isWrong whether the next instruction is the one that goes wrong
 */
export function code(view, send, isWrong) {
  return view.code.map((row) => codeRow(row, send, isWrong));
}

/**
 * @param {CodeRow} row
 * @param {(command: string) => void} send
 * @param {boolean} isWrong
 */
function codeRow(row, send, isWrong) {
  const sign = row.stop === null ? "" : row.stop ? "●" : "○";
  const stop = button(sign, () => send(row.toggle), "stop");
  stop.setAttribute("aria-label", `Breakpoint at ${row.at}`);
  stop.setAttribute("aria-pressed", String(row.stop !== null));
  stop.title = row.toggle;
  const [from, to] = row.statement ?? [0, 0];
  const text = make("span", "text", row.text.slice(0, from), ...(to > from ? [make("mark", "", row.text.slice(from, to))] : []), row.text.slice(to));
  const labels = row.labels.map((label) => make("div", "label", `${label}:`));
  const comment = row.comment ? [make("span", "comment", `; ${row.comment}`)] : [];
  const line = make("div", "line", stop, make("span", "arrow", row.here ? "▶" : ""), make("span", "gutter", row.gutter), text, ...comment);
  const item = make("li", row.here ? (isWrong ? "here wrong" : "here") : "", ...labels, line);
  if (row.here) item.setAttribute("aria-current", "step");
  return item;
}

/**
 * Returns the registers and flags, or the variables, in groups.
 * @param {StepView} view
 */
export function values(view) {
  return view.groups
    .filter(({ values }) => values.length)
    .map(({ name, values }) => {
      const cells = values.map((value) => {
        const cell = make("span", `value ${value.mark}`, make("span", "name", value.name), " ", value.value);
        if (!value.isSet && !value.mark) cell.classList.add("quiet");
        return cell;
      });
      return make("div", "group", make("h2", "", name), make("div", "cells", ...cells));
    });
}

/**
 * Returns the rows of memory.
 * @param {StepView} view
 */
export function memory(view) {
  const shown = view.memory;
  if (!shown) return [];
  if (shown.error !== undefined) return [make("p", "why", shown.error)];
  return (shown.rows ?? []).map(({ at, bytes }) => {
    const cells = bytes.map(({ value, mark }) => make("span", mark, hex(value, 2), " "));
    const letters = bytes.map(({ value }) => (value >= 32 && value < 127 ? String.fromCharCode(value) : "·")).join("");
    return make("div", "", make("span", "quiet", `${hex(at, 4)}  `), ...cells, make("span", "quiet", ` ${letters}`));
  });
}

/**
 * Returns the call stack, the words on the stack, the displays and the stops.
 * @param {StepView} view
 */
export function lists(view) {
  /** @type {[string, string[]][]} */
  const all = [
    [view.kind === "basic" ? "Subroutines and loops" : "Calls", view.frames],
    ["Stack", view.stack.map(({ at, value }) => `${hex(at, 4)}  ${hex(value, 4)}`)],
    ["Displays", view.displays],
    ["Stops", view.stops.map(({ id, text, enabled, hits }) => `${enabled ? "●" : "○"} ${id}: ${text}, hit ${hits} ${hits === 1 ? "time" : "times"}`)],
    ["Output", view.output],
  ];
  return all.filter(([, lines]) => lines.length).map(([title, lines]) => make("div", "group", make("h2", "", title), make("pre", "", lines.join("\n"))));
}
