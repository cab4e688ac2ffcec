// The table of keyboard keys and their meanings, as in `arcadian play`. Tab stays with the page: Shift and Enter are the trigger.

/**
 * What a keyboard key does: a key of the machine, a movement of hand controller 1, or HALT.
 * @typedef {{ key: string } | { control: string } | { halt: true }} Meaning
 */

/** @type {Record<string, Meaning>} Keys other than plain characters; Alt and Shift are prefixes. */
const KEYS = {
  Enter: { key: "{GO}" },
  "Shift+Enter": { control: "trigger" },
  Insert: { control: "trigger" },
  Backspace: { key: "{ERASE}" },
  Delete: { key: "{ERASE}" },
  "/": { key: "{DIV}" },
  "*": { key: "{MUL}" },
  "Alt+/": { key: "/" },
  "Alt+*": { key: "*" },
  "Alt+ArrowUp": { key: "{UP}" },
  "Alt+ArrowLeft": { key: "{LEFT}" },
  "Alt+ArrowRight": { key: "{RIGHT}" },
  "Alt+ArrowDown": { key: "{DOWN}" },
  "^": { key: "{UP}" },
  _: { key: "{LEFT}" },
  ArrowLeft: { control: "left" },
  ArrowRight: { control: "right" },
  ArrowUp: { control: "up" },
  ArrowDown: { control: "down" },
  "[": { control: "knobDown" },
  "]": { control: "knobUp" },
  Pause: { key: "{PAUSE}" },
  Escape: { halt: true },
  " ": { key: "{SPACE}" },
};

/** The characters that the machine has besides those in the table. */
const CHARACTERS = /^[A-Z0-9!"#$%&'()+,\-.:;<=>?@\\×÷↑←→↓]$/u;

/**
 * Returns the meaning of a key event, or nothing for a key that the machine lacks.
 * @param {Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey"> & { altGraph?: boolean }} event
 * @returns {Meaning | undefined}
 */
export function meaning(event) {
  if (event.metaKey) return undefined;
  // Some systems report AltGr, which types characters, as Control with Alt.
  const isTyped = event.altGraph || (event.ctrlKey && event.altKey);
  if (event.ctrlKey && !isTyped) return undefined;
  const prefix = event.altKey && !isTyped ? "Alt+" : "";
  const shifted = event.shiftKey && event.key === "Enter" ? "Shift+" : "";
  const known = KEYS[prefix + shifted + event.key];
  if (known || prefix) return known;
  const character = event.key.length === 1 ? event.key.toUpperCase() : "";
  return CHARACTERS.test(character) ? { key: character } : undefined;
}

/** The parts of the page that are the machine: its keys count where the focus is on one of them, or nowhere. */
const MACHINE = "#screen, #hint, #view-play > h2, #view-play .input";
/** Elements in these parts that use keys themselves. */
const [EDITORS, BUTTONS] = ["select, input", "button, summary, a"];

/**
 * Returns whether a key is not for the machine.
 * @param {KeyboardEvent} event
 */
function isTaken({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (!(target === document.body || target.closest(MACHINE)) || target.matches(EDITORS)) return true;
  return target.closest(BUTTONS) !== null && /^(Enter| )$/.test(key);
}

/**
 * Sends the keys of the keyboard to a machine.
 * @param {object} machine
 * @param {() => boolean} machine.isShown
 * @param {() => boolean} machine.isAsking
 * @param {(meaning: Meaning, down: boolean) => void} machine.act
 * @param {(stroke: string) => void} machine.answer
 */
export function listen(machine) {
  /** @type {Map<string, Meaning>} */
  const held = new Map();
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !machine.isShown() || isTaken(event)) return;
    if (machine.isAsking()) {
      const stroke = stroke_of(event);
      if (!stroke) return;
      event.preventDefault();
      return machine.answer(stroke);
    }
    const found = meaning(modified(event));
    if (!found) return;
    event.preventDefault();
    if (event.repeat && !("key" in found)) return;
    held.set(event.code, found);
    machine.act(found, true);
  });
  const release = (/** @type {string} */ code) => {
    const found = held.get(code);
    held.delete(code);
    if (found) machine.act(found, false);
  };
  document.addEventListener("keyup", (event) => release(event.code));
  addEventListener("blur", () => [...held.keys()].forEach(release));
}

/** @param {KeyboardEvent} event */
function modified(event) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  return { key, altKey, ctrlKey, metaKey, shiftKey, altGraph: event.getModifierState("AltGraph") };
}

/**
 * Returns the answer to a question that a key gives.
 * @param {KeyboardEvent} event
 */
function stroke_of(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return event.key.length === 1 || ["Enter", "Escape", "Backspace"].includes(event.key) ? event.key : undefined;
}
