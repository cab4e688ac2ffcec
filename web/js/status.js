// What the page says of the machine below its screen.

import { button, make } from "./basic.js";
import { byId, capital, grouped } from "./dom.js";

/** @import { Opening, State } from "./types.js" */

/** @type {Record<State["waiting"], string>} */
const WAITING = {
  running: "Running.",
  prompt: "At the prompt: type a command or a line.",
  key: "The program waits for a key.",
  input: "Type an answer, then GO.",
  list: "A page of the listing. Any key continues.",
  tape: "Waiting for a file.",
};

/** The lines below the screen. */
export class Status {
  /** @param {(stroke: string) => void} answer answers a question of the machine or of its program */
  constructor(answer) {
    this.answer = answer;
    this.message = byId("message", HTMLElement);
    this.answers = byId("answers", HTMLElement);
    this.facts = byId("facts", HTMLElement);
    this.fault = byId("fault", HTMLElement);
  }

  /** @param {State} now @param {Opening} opening @param {boolean} isRepeating @param {string} [end] how a game has ended */
  show(now, opening, isRepeating, end) {
    const { message, answers } = this;
    const [text, choices] = isRepeating ? repeating(now, opening) : now.question ? question(now.message ?? "") : waiting(now, end);
    if (message.textContent !== text) message.textContent = text;
    message.classList.toggle("asks", now.question);
    this.#show(isRepeating ? null : now.fault);
    if (answers.dataset.shown !== String(choices)) {
      answers.dataset.shown = String(choices);
      answers.replaceChildren(...choices.map(([stroke, label]) => button(label, () => this.answer(stroke), "small-button")));
    }
    const lines = `${now.lines} ${now.lines === 1 ? "line" : "lines"}`;
    const name = now.lines ? title(opening) : "An empty machine";
    this.facts.textContent = `${name} · SZ ${now.sz} · ${lines} · ${grouped(now.statements)} statements · seed ${opening.seed}`;
  }

  /** Shows the wrong part of a line. What is missing at its end is wrong, too. @param {State["fault"]} wrong */
  #show(wrong) {
    const { fault } = this;
    fault.hidden = !wrong;
    if (!wrong) return;
    const { source, from, to } = wrong;
    fault.replaceChildren(source.slice(0, from), make("mark", "", source.slice(from, to) || " "), source.slice(to));
  }
}

/**
 * Returns what the machine waits for. A program that asks for Y or N can be answered without a keyboard.
 * @param {State} now
 * @param {string} [end]
 * @returns {[string, [string, string][]]}
 */
function waiting({ message, waiting, printed }, end) {
  const asks = waiting === "key" ? /^\W*(\w.*\?) *\(Y\/N\) *$/.exec(printed.at(-1) ?? "") : null;
  const text = message ?? end ?? (asks ? "The program asks:" : WAITING[waiting]);
  if (!asks || message) return [text, []];
  return [
    `${text} ${capital((asks[1] ?? "").toLowerCase())}`,
    [
      ["Y", "Yes"],
      ["N", "No"],
    ],
  ];
}

/**
 * Returns what a program is called.
 * @param {Opening} opening
 */
function title({ name, text }) {
  if (text !== null) return name ?? "A program";
  return name === "rotate" ? "ROTATE, by Robert Newman, 1982" : "An empty machine";
}

/**
 * Returns how far a recording has been repeated.
 * @param {State} now
 * @param {Opening} opening
 * @returns {[string, [string, string][]]}
 */
function repeating({ statements: done }, { statements = 0 }) {
  const count = grouped(statements || done);
  return [`Repeating a run, ${statements ? `${Math.floor((100 * done) / statements)} % of ` : ""}${count} statements …`, [["Escape", "Stop"]]];
}

/**
 * Splits a question into its text and its answers: "… Y yes · N no".
 * @param {string} text
 * @returns {[string, [string, string][]]}
 */
function question(text) {
  const parts = text.split(" · ");
  const first = /^(.*[.?:]) (Y|S|Esc|Enter) (\w[\w ]*)$/.exec(parts[0] ?? "");
  if (!first) return [text, []];
  const rest = parts.slice(1).map((part) => /^(\w+) (\w[\w ]*)$/.exec(part));
  const choices = [[first[2], first[3]], ...rest.map((found) => [found?.[1], found?.[2]])];
  const strokes = choices.flatMap(([stroke, label]) =>
    stroke && label ? [/** @type {[string, string]} */ ([stroke === "Esc" ? "Escape" : stroke, capital(label)])] : [],
  );
  return [first[1] ?? text, strokes];
}
