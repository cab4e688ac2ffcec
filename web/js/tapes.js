// Files that need the third module: tapes (.wav, .prg), and listings as they were printed (.lst). It works in a worker of its own, which
// ends with its work.

import { button, make } from "./basic.js";
import { byId } from "./dom.js";
import { BadFile, checkSize, fileName, readText } from "./files.js";
import { Remote, Stopped } from "./remote.js";
import { fromBase64 } from "./wasm.js";

/** @import { App } from "./types.js" */

/** @typedef {{ name: string, text: string, about: string, damage: string | null }} Program */

/** The largest tape in bytes: 12 minutes in stereo with 16 bits at 44,100 Hz. */
const LARGEST = 1 << 27;

/** The bytes of a tape that are read at a time. */
const PIECE = 1 << 20;

/** What reads a tape. @type {Remote<"tape.wasm"> | undefined} */
let reading;

/** @typedef {"bas" | "lst" | "prg" | "wav"} Format */

/** The media types of the formats in which a program is saved. @type {Record<Format, string>} */
const TYPES = { bas: "text/plain", lst: "text/plain", prg: "application/octet-stream", wav: "audio/wav" };

/**
 * Reads a program: a text, or a tape, on which a person chooses one of several. Returns nothing if none was chosen.
 * @param {App} app
 * @param {File} file
 * @returns {Promise<{ name: string, text: string } | undefined>}
 */
export async function readProgram(app, file) {
  if (!/\.(wav|prg)$/i.test(file.name)) return readText(file);
  app.tell(`Reading ${file.name} …`, "note");
  let programs;
  try {
    programs = await readTape(file);
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  } finally {
    app.clear();
  }
  const program = programs.length > 1 ? await choose(programs) : programs[0];
  if (program?.damage) app.tell(`${file.name}: ${program.damage}`, "note");
  return program;
}

/**
 * @param {Program[]} programs
 * @returns {Promise<Program | undefined>}
 */
function choose(programs) {
  const dialog = byId("tape-dialog", HTMLDialogElement);
  return new Promise((done) => {
    const choices = programs.map((program) => {
      const choice = button(program.text.split("\n", 1)[0] ?? "", () => {
        done(program);
        dialog.close();
      });
      choice.append(make("span", "facts", program.about));
      return choice;
    });
    byId("tape-programs", HTMLElement).replaceChildren(...choices);
    dialog.addEventListener("close", () => done(undefined), { once: true });
    dialog.showModal();
  });
}

/**
 * Reads the programs of a tape.
 * @param {File} file
 */
async function readTape(file) {
  checkSize(file, "The longest tape has 134 million; cut the recording.", LARGEST);
  // Only the last tape is opened.
  reading?.stop(new Stopped("Another tape is read."));
  reading = new Remote("tape.wasm");
  const { programs } = await once(reading, (remote) => played(remote, file));
  return programs.map(({ part, about, text, damage }) => {
    const name = fileName(file.name, "bas");
    return { name: programs.length > 1 ? name.replace(/\.bas$/, `-${part}.bas`) : name, text, about, damage };
  });
}

/**
 * Gives a tape to a module piece by piece, so that no more than a piece is in memory.
 * @param {Remote<"tape.wasm">} remote
 * @param {File} file
 */
async function played(remote, file) {
  await remote.ask("tape", { name: file.name });
  for (let start = 0; start < file.size; start += PIECE) {
    const bytes = await piece(file, start);
    // A stopped worker would start anew, without the tape.
    if (remote.stops > 0) throw new Stopped("Another tape is read.");
    await remote.ask("piece", { file: bytes });
  }
  return remote.ask("programs");
}

/**
 * @param {File} file
 * @param {number} start
 */
async function piece(file, start) {
  try {
    return new Uint8Array(await file.slice(start, start + PIECE).arrayBuffer());
  } catch {
    throw new BadFile(`${file.name} cannot be read.`);
  }
}

/**
 * Returns a program as a file of a format.
 * @param {{ name: string, text: string }} program
 * @param {Format} format
 */
export async function written({ name, text }, format) {
  if (format === "bas") return new Blob([text], { type: TYPES.bas });
  const { data } = await once(new Remote("tape.wasm"), (remote) => remote.ask("written", { name, text, format }));
  return new Blob([fromBase64(data)], { type: TYPES[format] });
}

/**
 * Works with a worker, and ends it.
 * @template T
 * @param {Remote<"tape.wasm">} remote
 * @param {(remote: Remote<"tape.wasm">) => Promise<T>} work
 */
async function once(remote, work) {
  try {
    return await work(remote);
  } finally {
    remote.stop(new Stopped("The work is done."));
  }
}
