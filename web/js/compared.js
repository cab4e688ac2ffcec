// What the view Compare says of a pair: the verdict in words, what the new part saves, and a state that shows the difference.

import { button, make } from "./basic.js";

/** @import { Cell, Comparison, Component, Counterexample, Named, Outcome, Pair, Stepped, Values } from "./types.js" */

/** How many steps of a long run are shown at its start and at its end. */
const [FIRST, LAST] = [24, 8];
/** A run of so many steps goes on: the module follows none further. */
const MOST = 500;

/** What differs, whatever is dead. */
const ASPECTS = {
  events: "Different: ports or called routines see something else.",
  exit: "Different: they continue at different places.",
  memory: "Different: they leave different bytes in memory.",
};

/**
 * Returns the verdict and, if there is a difference, an example of it.
 * @param {Comparison} found
 * @param {Pair} pair
 * @param {Component[]} components of the processor
 * @param {(changes: Partial<Pair>) => void} change changes the pair
 */
export function answer(found, pair, components, change) {
  /** @type {HTMLElement[]} */
  const summary = [make("p", `verdict ${found.verdict}`, headline(found, pair))];
  const choices = proposals(found, pair).map(([label, changes], at) => button(label, () => change(changes), at ? "" : "main"));
  if (choices.length) summary.push(make("p", "buttons", ...choices));
  if (found.verdict !== "undecided") summary.push(make("p", "facts", savings(found)));
  const steps = found.counterexample ? differing(found.counterexample, namer(found, components)) : [];
  return { summary, steps };
}

/** Returns what would make the parts the same. @param {Comparison} found @param {Pair} pair @returns {[label: string, changes: Partial<Pair>][]} */
function proposals(found, { dead, requires }) {
  /** @type {[string, Partial<Pair>][]} */
  const all = found.needs.map((needed) => {
    const conditions = [requires.trim(), ...needed].filter(Boolean).join(", ");
    return [`On entry ${needed.join(", ")}`, { requires: conditions }];
  });
  if (found.verdict === "same_if_dead") all.unshift([`Nothing uses ${found.dead_text} afterwards`, { dead: [...dead, ...found.dead] }]);
  return all;
}

/** @param {Comparison} found @param {Pair} pair */
function headline(found, { requires }) {
  const limits = [...(requires.trim() ? [`with ${requires.trim()} on entry`] : []), ...(found.not_compared ? [`${found.not_compared} not compared`] : [])].join(
    ", ",
  );
  const added = limits && ` (${limits})`;
  switch (found.verdict) {
    case "same":
      return `The same from every state${added}.`;
    case "same_if_dead":
      return `The same if ${found.dead_text} ${found.dead.length === 1 || !/ /.test(found.dead_text) ? "is" : "are"} dead${added}.`;
    case "different":
      return ASPECTS[found.aspect];
    case "undecided":
      return `Not decided: ${found.reason}.`;
  }
}

/** Says what the new part saves. @param {Comparison} found */
function savings({ bytes, cycles_saved, byte_constants, offset_constants }) {
  const sizes = `The new code has ${count(bytes.new, "byte")}, the old code ${bytes.old}.`;
  const assumed = [...byte_constants.map((name) => `${name} is taken as 0 to 255.`), ...offset_constants.map((name) => `${name} is taken as -128 to 127.`)];
  return [sizes, ...(cycles_saved ? [cycles(cycles_saved)] : []), ...assumed].join(" ");
}

/** @param {{ least: number, most: number }} saved */
function cycles({ least, most }) {
  if (least === 0 && most === 0) return "The number of cycles is unchanged.";
  if (least >= 0) return `It saves ${range(least, most)}.`;
  if (most <= 0) return `It takes ${range(-most, -least)} more.`;
  return `It takes up to ${count(-least, "cycle")} more or saves up to ${most}.`;
}

/** @param {number} least @param {number} most */
function range(least, most) {
  return least === most ? count(least, "cycle") : `${least} to ${most} cycles`;
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** @typedef {(values: Values, areConstants?: boolean) => Named[]} Namer */

/** Returns what writes values: a flag has one digit, a pair four. @param {Comparison} found @param {Component[]} components @returns {Namer} */
function namer({ byte_constants, offset_constants }, components) {
  const bytes = new Set([...byte_constants, ...offset_constants]);
  const areFlags = new Map(components.map(({ name, isFlag }) => [name, isFlag]));
  /** @param {string} name */
  const digits = (name) => (areFlags.get(name) ? 1 : name === "SP" || (name[1] && !areFlags.has(name)) ? 4 : 2);
  return (values, areConstants) => Object.entries(values).map(([name, value]) => [name, hex(value, areConstants ? (bytes.has(name) ? 2 : 4) : digits(name))]);
}

/** @param {number} value @param {number} digits */
function hex(value, digits) {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** Returns what is left in each cell: INC of the 6502 writes twice. @param {Cell[]} memory @returns {Named[]} */
function cells(memory) {
  const last = new Map(memory.map(({ address, value }) => [address, value]));
  return [...last].map(([address, value]) => [`(${hex(address, 4)})`, hex(value, 2)]);
}

/** Returns what a part does otherwise than the other. @param {Outcome} outcome @param {Namer} named @returns {Named[]} */
function results({ exit, events, values, memory }, named) {
  const place = exit === "end" ? "after the last instruction" : exit === "stop" ? "nowhere: the processor stops" : `at ${hex(exit ?? 0, 4)}`;
  return [
    ...events.map((event) => /** @type {Named} */ (["outside", event])),
    ...(exit === null ? [] : [/** @type {Named} */ (["continues", place])]),
    ...named(values),
    ...cells(memory),
  ];
}

/** @param {Counterexample} example @param {Namer} named */
function differing({ entry: registers, constants, memory, inputs, is_sampled, old, new: other }, named) {
  const entry = [
    ...named(registers),
    ...named(constants, true),
    ...cells(memory),
    ...inputs.map(({ number, value }) => /** @type {Named} */ ([`input ${number + 1}`, hex(value, 2)])),
  ];
  const title = is_sampled
    ? "They differ in this state, found by trying (everything else is 0):"
    : entry.length
      ? "They differ in this state (everything else is 0):"
      : "They differ in every state. With 0 everywhere:";
  const [ofOld, ofNew] = [shortened(old.steps), shortened(other.steps)];
  const rows = Array.from({ length: Math.max(ofOld.length, ofNew.length) }, (_, at) => make("tr", "", step(ofOld[at], named), step(ofNew[at], named)));
  const head = make("thead", "", make("tr", "", heading("Old"), heading("New")));
  const foot = make(
    "tfoot",
    "",
    make(
      "tr",
      "",
      ...[old, other]
        .map((part) => results(part, named))
        .map((end) => make("td", "", make("span", "facts", "In the end"), ...(end.length ? values(end) : [" nothing"]))),
    ),
  );
  const table = make("table", "steps", head, make("tbody", "", ...rows), foot);
  return [make("p", "entry", title, ...values(entry)), table];
}

/** @param {string} text */
function heading(text) {
  const cell = make("th", "", text);
  cell.scope = "col";
  return cell;
}

/** Leaves out the middle of a long run, as the number of steps, and the end if it is not known. @param {Stepped[]} steps @returns {(Stepped | number)[]} */
function shortened(steps) {
  if (steps.length >= MOST) return [...steps.slice(0, FIRST), Infinity];
  const omitted = steps.length - FIRST - LAST;
  return omitted > 1 ? [...steps.slice(0, FIRST), omitted, ...steps.slice(-LAST)] : steps;
}

/** @param {Stepped | number | undefined} step @param {Namer} named */
function step(step, named) {
  if (step === undefined) return make("td");
  if (typeof step === "number") return make("td", "facts", Number.isFinite(step) ? `… ${step} more steps` : `… at least ${MOST - FIRST} more steps`);
  const { line, text, values: changes, memory, events } = step;
  const shown = text.replace(/;.*/, "").trim().replace(/\s+/g, " ");
  return make(
    "td",
    "",
    make("span", "line-number", String(line)),
    make("code", "", shown),
    make("span", "changes", ...values([...named(changes), ...cells(memory)]), ...events.map((event) => make("span", "value", event))),
  );
}

/** @param {Named[]} named */
function values(named) {
  return named.map(([name, value]) => make("span", "value", make("span", "name", name), "=", value));
}
