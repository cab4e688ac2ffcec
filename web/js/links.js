// The dialog with a link to what is on the screen, the same as keys in a file, and the same for the command line.

import { byId, download } from "./dom.js";
import { fileName, writeKeys } from "./files.js";
import { MOST_REPEATED } from "./player.js";
import * as share from "./share.js";
import { Refused } from "./wasm.js";

/** @import { Player } from "./player.js" */
/** @import { Opening } from "./types.js" */

/** Longer keys are in a file on the command line. */
const LONGEST_SHOWN = 200;

/**
 * Prepares the dialog. Returns what shows it.
 * @param {object} host
 * @param {Player} host.player
 * @param {() => boolean} host.isShown
 * @param {(program: string) => Opening} host.asText the program without the keys that led to the screen
 * @param {(id: string, act: () => unknown) => void} host.onClick
 */
export function prepareLinks({ player, isShown, onClick, ...host }) {
  const linkDialog = byId("link-dialog", HTMLDialogElement);
  const link = byId("link", HTMLInputElement);
  const linkNote = byId("link-note", HTMLElement);
  /** @type {Opening | undefined} */
  let shared;
  async function show() {
    let opening;
    linkNote.textContent = "";
    try {
      opening = player.present();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      opening = host.asText(player.program());
      linkNote.textContent = "A program was saved or loaded: the link contains the program, but not the screen.";
    }
    if ((opening.statements ?? 0) > MOST_REPEATED) {
      opening = host.asText(player.program());
      linkNote.textContent = "The program has run too long to be repeated: the link contains the program, but not the screen.";
    }
    shared = opening;
    byId("command", HTMLElement).textContent = commandLine(opening);
    link.value = await share.write(opening);
    if (!isShown()) return;
    linkDialog.showModal();
    link.select();
  }
  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      linkNote.textContent = `Copied, ${text.length.toLocaleString("en")} characters.`;
    } catch {
      link.value = text;
      link.select();
      linkNote.textContent = "The browser does not allow copying. The text is selected: copy it with Ctrl-C.";
    }
  };
  onClick("keys", () => {
    if (shared) download(fileName(shared.name, "keys"), writeKeys(shared, programName(shared)));
  });
  onClick("copy", () => copy(link.value));
  onClick("copy-embed", () => {
    const address = link.value.replace("#play", "?embed#play");
    return copy(`<iframe src="${address}" title="A Bally BASIC program" width="400" height="720"></iframe>`);
  });
  return show;
}

/**
 * Returns the name of a program on the command line.
 * @param {Opening} opening
 */
function programName({ name, text }) {
  return text === null && name === "rotate" ? "rotate" : fileName(name, name?.endsWith(".lst") ? "lst" : "bas");
}

/**
 * Returns the command that shows the same screen in a terminal.
 * @param {Opening} opening
 */
function commandLine(opening) {
  const { name, text, seed, keys = "", asPrinted } = opening;
  const program = name === null && text === null ? "" : ` ${programName(opening)}`;
  if (!program) return "arcadian play --new";
  const isShort = keys.length <= LONGEST_SHOWN && !keys.includes("\n");
  const given = isShort ? `--keys '${keys.replaceAll("'", "'\\''")}'` : `--keys-file ${fileName(name, "keys")}`;
  return `arcadian run${program} --seed ${seed}${asPrinted ? " --as-printed" : ""}${keys ? ` ${given}` : ""}`;
}
