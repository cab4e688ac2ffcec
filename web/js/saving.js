// The dialog that saves the program: as text, as a printed listing, or on a tape.

import { button } from "./basic.js";
import { byId, download } from "./dom.js";
import { fileName } from "./files.js";
import { written } from "./tapes.js";

/** @import { Session } from "./session.js" */
/** @import { Format } from "./tapes.js" */
/** @import { App } from "./types.js" */

/** The formats, by the ending of the file. @type {[Format, string][]} */
const FORMATS = [
  ["bas", "Text (.bas)"],
  ["lst", "Printed listing, with SZ in its margin (.lst)"],
  ["wav", "Tape for Bally BASIC, 300 baud (.wav)"],
  ["prg", "The bytes of that tape (.prg)"],
];

/**
 * Prepares the dialog. Returns what shows it.
 * @param {App} app
 * @param {Session} session
 */
export function prepareSaving(app, session) {
  const dialog = byId("save-dialog", HTMLDialogElement);
  /** @param {Format} format */
  const save = async (format) => {
    dialog.close();
    app.clear();
    await app.safely(async () => {
      const program = { name: fileName(session.player.opening.name, "bas"), text: session.program() };
      download(fileName(program.name, format), await written(program, format));
    });
  };
  byId("save-formats", HTMLElement).append(...FORMATS.map(([format, label]) => button(label, () => save(format))));
  return () => dialog.showModal();
}
