// What a proof has found, for people: the verdict, and an input for which the routine is wrong.

import { make } from "./basic.js";
import { prose } from "./prose.js";

/** @import { Counterexample, Verdict } from "./types.js" */

/** What each verdict means, in one line. @type {Record<Verdict["word"], string>} */
const MEANING = {
  holds: "Proven: it does what the header states, for every input and every initial state.",
  "holds, cycles sampled": "Proven, except for the stated cycles: these were only compared with those of random inputs.",
  "examples hold": "All examples of the header hold. Nothing says what the outputs are for other inputs.",
  "examples hold, rest unproven": "All examples of the header hold. What else it states was only run on samples, or not at all.",
  sampled: "Not proven: random inputs showed no fault.",
  FAILS: "It does not do what the header states. This is an input that shows it:",
  undecided: "Nothing was found out:",
  "not judged": "It leads to code that is not in the sheet. This is an input that shows it:",
};
/** The bytes of a field that are also shown as a decimal number. */
const MOST_DECIMAL = 4;

/** Returns the verdict with its counterexample, and the report of `arcadian verify`. @param {string} head @param {Verdict} verdict */
export function explained(head, { word, text, report }) {
  const wrong = report.counterexample;
  const details = make("details", "", make("summary", "", "The report of arcadian verify"), scrolled("", head + text.trimEnd()));
  details.open = !wrong && word !== "holds";
  return [
    make("p", "facts", about(report)),
    make("p", `verdict ${word}`, word === "FAILS" && !wrong ? "It cannot hold as it is stated:" : MEANING[word]),
    ...(wrong ? [table(wrong, report.cpu), ...wrong.faults.map((fault) => make("p", "", ...prose(sentence(fault))))] : []),
    details,
  ];
}

/** Returns which routine was proven, and for how many inputs. @param {Verdict["report"]} report */
function about({ name, cpu, inputs, bytes, cycles }) {
  const range = cycles && (cycles.min === cycles.max ? `, ${cycles.min} cycles` : `, ${cycles.min} to ${cycles.max} cycles`);
  return `${name}, ${cpu}: ${inputs} inputs, ${bytes} ${bytes === 1 ? "byte" : "bytes"}${range ?? ""}`;
}

/** Returns what goes wrong at the instruction at which a counterexample is shown. @param {Verdict["report"]} report */
export function blame({ cpu, counterexample }) {
  if (!counterexample) return "";
  const {
    expected,
    found,
    faults: [first = ""],
  } = counterexample;
  const name = Object.keys(expected).find((field) => found[field] !== undefined && found[field] !== expected[field]);
  if (name === undefined) return `Here it goes wrong: ${sentence(first)}`;
  return `After the marked instruction ${name} stays ${value(found[name] ?? "", cpu)}; it must be ${value(expected[name] ?? "", cpu)}.`;
}

/** @param {Counterexample} wrong @param {string} cpu */
function table({ input, expected, found }, cpu) {
  const rows = [...fields("goes in", input, cpu), ...fields("comes out", found, cpu), ...fields("must come out", expected, cpu)];
  return make("table", "values", make("tbody", "", ...rows));
}

/** @param {string} what @param {Record<string, string>} values @param {string} cpu */
function fields(what, values, cpu) {
  return Object.entries(values).map(([name, bytes]) => {
    const head = Object.assign(make("th", "", make("code", "", name)), { scope: "row" });
    return make("tr", "", make("td", "facts", what), head, make("td", "", value(bytes, cpu)));
  });
}

/**
 * Returns bytes, the lowest first, as a number in the processor's hexadecimal notation and in decimal; many as they are.
 * @param {string} bytes
 * @param {string} cpu
 */
function value(bytes, cpu) {
  const all = bytes.split(" ");
  if (bytes === "" || all.length > MOST_DECIMAL) return bytes;
  const digits = all.reverse().join("");
  const hexadecimal = cpu === "6502" ? `$${digits}` : `${/^\d/.test(digits) ? "" : "0"}${digits}H`;
  return `${hexadecimal} (${parseInt(digits, 16)})`;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Returns a text in columns, which the keyboard can scroll. @param {string} className @param {string} text */
export function scrolled(className, text) {
  const element = make("pre", className, text);
  element.tabIndex = 0;
  return element;
}
