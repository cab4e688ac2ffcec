// The command line of the view Step, with completion and a history.

import { make } from "./basic.js";
import { byId, soon } from "./dom.js";

/** @import { Safely } from "./dom.js" */

/** The time between two requests for completions, in milliseconds. */
const COMPLETE_AFTER = 60;
const MOST_WORDS = 50;

/**
 * Prepares the command line.
 * @param {object} host
 * @param {HTMLInputElement} host.line
 * @param {(command: string) => void} host.send
 * @param {(typed: string) => Promise<{ start: number, words: string[] }>} host.complete the words that complete the last one, which begins at a UTF-8 offset
 * @param {Safely} host.safely
 */
export function prepareCommandLine({ line, send, complete, safely }) {
  /** @type {string[]} */
  const history = [];
  let recalled = 0;
  byId("step-command", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const command = line.value.trim();
    line.value = "";
    if (!command) return;
    if (history.at(-1) !== command) history.push(command);
    recalled = history.length;
    send(command);
  });
  line.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0 || (by < 0 && recalled === 0)) return;
    event.preventDefault();
    recalled = Math.min(recalled + by, history.length);
    line.value = history[recalled] ?? "";
  });

  async function offer() {
    const typed = line.value;
    const { start, words: found } = await complete(typed);
    const before = new TextDecoder().decode(new TextEncoder().encode(typed).slice(0, start));
    const options = found.slice(0, MOST_WORDS).map((word) => {
      const option = make("option");
      option.value = before + word;
      return option;
    });
    byId("step-words", HTMLElement).replaceChildren(...options);
  }
  const offerSoon = soon(COMPLETE_AFTER, () => void safely(offer));
  line.addEventListener("input", offerSoon);
  line.addEventListener("focus", offerSoon);
}
