// What the view Compare says of a pair: the verdict in words, what the new part saves, and a state that shows the difference.

import { button, make } from "./dom.js";

/** @import { Comparison, Example, Named, Pair, Stepped } from "./types.js" */

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
 * @param {(changes: Partial<Pair>) => void} change changes the pair
 */
export function answer(found, pair, change) {
  /** @type {HTMLElement[]} */
  const summary = [make("p", `verdict ${found.verdict}`, headline(found, pair))];
  const choices = proposals(found, pair).map(([label, changes], at) => button(label, () => change(changes), at ? "" : "main"));
  if (choices.length) summary.push(make("p", "buttons", ...choices));
  if (found.verdict !== "undecided") summary.push(make("p", "facts", savings(found)));
  const steps = "example" in found ? differing(found.example) : [];
  return { summary, steps };
}

/** Returns what would make the parts the same. @param {Comparison} found @param {Pair} pair @returns {[label: string, changes: Partial<Pair>][]} */
function proposals(found, { dead, requires }) {
  /** @type {[string, Partial<Pair>][]} */
  const all = found.needs.map((needed) => {
    const conditions = [requires.trim(), ...needed].filter(Boolean).join(", ");
    return [`On entry ${needed.join(", ")}`, { requires: conditions }];
  });
  if (found.verdict === "sameIf") all.unshift([`Nothing uses ${found.deadText} afterwards`, { dead: [...dead, ...found.dead] }]);
  return all;
}

/** @param {Comparison} found @param {Pair} pair */
function headline(found, { requires }) {
  const limits = [...(requires.trim() ? [`with ${requires.trim()} on entry`] : []), ...(found.notCompared ? [`${found.notCompared} not compared`] : [])].join(
    ", ",
  );
  const added = limits && ` (${limits})`;
  switch (found.verdict) {
    case "same":
      return `The same from every state${added}.`;
    case "sameIf":
      return `The same if ${found.deadText} ${found.dead.length === 1 || !/ /.test(found.deadText) ? "is" : "are"} dead${added}.`;
    case "different":
      return ASPECTS[found.aspect];
    case "undecided":
      return `Not decided: ${found.reason}.`;
  }
}

/** Says what the new part saves. @param {Comparison} found */
function savings({ bytes: [old, other], cyclesSaved, byteConstants, offsetConstants }) {
  const bytes = `The new code has ${count(other, "byte")}, the old code ${old}.`;
  const assumed = [...byteConstants.map((name) => `${name} is taken as 0 to 255.`), ...offsetConstants.map((name) => `${name} is taken as -128 to 127.`)];
  return [bytes, ...(cyclesSaved ? [cycles(cyclesSaved)] : []), ...assumed].join(" ");
}

/** @param {[number, number]} saved */
function cycles([least, most]) {
  if (least === 0 && most === 0) return "It takes as many cycles.";
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

/** @param {Example} example */
function differing({ entry, isSampled, old, new: other, ends }) {
  const title = isSampled
    ? "From this state, found by trying, they differ, with 0 in all else:"
    : entry.length
      ? "From this state they differ, with 0 in all else:"
      : "They differ from every state. With 0 everywhere:";
  const [ofOld, ofNew] = [shortened(old), shortened(other)];
  const rows = Array.from({ length: Math.max(ofOld.length, ofNew.length) }, (_, at) => make("tr", "", step(ofOld[at]), step(ofNew[at])));
  const head = make("thead", "", make("tr", "", heading("Old"), heading("New")));
  const foot = make(
    "tfoot",
    "",
    make("tr", "", ...ends.map((end) => make("td", "", make("span", "facts", "In the end"), ...(end.length ? values(end) : [" nothing"])))),
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

/** @param {Stepped | number | undefined} step */
function step(step) {
  if (step === undefined) return make("td");
  if (typeof step === "number") return make("td", "facts", Number.isFinite(step) ? `… ${step} more steps` : `… at least ${MOST - FIRST} more steps`);
  const { line, text, changes, events } = step;
  const shown = text.replace(/;.*/, "").trim().replace(/\s+/g, " ");
  return make(
    "td",
    "",
    make("span", "line-number", String(line)),
    make("code", "", shown),
    make("span", "changes", ...values(changes), ...events.map((event) => make("span", "value", event))),
  );
}

/** @param {Named[]} named */
function values(named) {
  return named.map(([name, value]) => make("span", "value", make("span", "name", name), "=", value));
}
