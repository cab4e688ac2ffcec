// The dialog that opens a program: one of the gallery, an empty machine, a file, what a program has saved, or the program before.

import { button, make } from "./basic.js";
import { Latest, byId, clicks } from "./dom.js";
import { isKeys, readKeys } from "./files.js";
import { gallery, opened, show as showCards } from "./gallery.js";
import * as share from "./share.js";
import { readProgram } from "./tapes.js";

/** @import { Player } from "./player.js" */
/** @import { Session } from "./session.js" */
/** @import { App, Item, Version } from "./types.js" */

/**
 * Prepares the dialog. Returns what shows it, and what opens files.
 * @param {App} app
 * @param {object} host
 * @param {Player} host.player
 * @param {Session} host.session
 * @param {() => boolean} host.isShown
 */
export function prepareOpening(app, { player, session, isShown }) {
  const openings = new Latest();
  const dialog = byId("open-dialog", HTMLDialogElement);
  const onClick = clicks(app.safely);
  const seed = () => {
    const typed = byId("seed", HTMLInputElement).value.trim();
    if (typed === "") return share.randomSeed();
    if (!/^\d{1,15}$/.test(typed)) throw new Error(`\`${typed}\` is not a seed: it is a whole number, up to 15 digits.`);
    return Number(typed);
  };
  /** The program before this one. @type {Version<"play"> | undefined} */
  let previous;

  async function show() {
    [previous] = await app.store.versions(["play"]);
    if (!isShown()) return;
    byId("open-previous", HTMLElement).hidden = !previous;
    const names = Object.keys(player.files).sort();
    const saved = byId("saved", HTMLElement);
    saved.replaceChildren(...(names.length ? [make("p", "facts", "Saved by programs with :PRINT")] : []));
    for (const name of names) {
      saved.append(button(name, () => choose(() => session.tryOpen({ name, text: player.files[name] ?? "", seed: seed() }))));
    }
    dialog.showModal();
    await app.safely(showGallery);
  }

  async function showGallery() {
    const { programs, demonstrations, cartridges } = await gallery();
    const close = () => dialog.close();
    showCards(byId("gallery-programs", HTMLElement), programs, (program) => choose(() => app.safely(() => openExhibit(program))));
    showCards(byId("gallery-code", HTMLElement), demonstrations, close);
    const linked = cartridges.map((one) => ({ ...one, link: `bally?cartridge=${one.name}` }));
    showCards(byId("gallery-cartridges", HTMLElement), linked, close);
  }

  /** @param {Item} program */
  async function openExhibit(program) {
    const isWanted = openings.begin();
    const opening = await opened(program);
    if (!isWanted()) return;
    await session.open({ ...opening, seed: seed(), from: "example" });
    if (program.stick) byId("controller", HTMLDetailsElement).open = true;
  }

  /** @param {() => unknown} act */
  const choose = async (act) => {
    // What was chosen before is not wanted any more.
    openings.begin();
    dialog.close();
    app.clear();
    await act();
  };
  onClick("open-empty", () => choose(() => session.open({ name: null, text: null, seed: seed() })));
  onClick("open-file", () => byId("file", HTMLElement).click());
  onClick("open-previous", () => choose(() => previous && session.restore(previous.value)));
  onClick("play-earlier", () => dialog.close());

  /** @param {File[]} files */
  async function openFiles(files) {
    const isWanted = openings.begin();
    const texts = [];
    for (const file of files.slice(0, 2)) {
      const read = await readProgram(app, file);
      if (!read || !isWanted()) return;
      texts.push(read);
    }
    const recorded = texts.find(({ name, text }) => isKeys(name, text));
    const program = texts.find((one) => one !== recorded);
    if (recorded) await openKeys(recorded, program);
    else if (program) await session.open({ name: program.name, text: program.text, seed: seed() });
  }

  /**
   * Opens recorded keys, with their program or with that of the machine.
   * @param {{ name: string, text: string }} recorded
   * @param {{ name: string, text: string } | undefined} program
   */
  async function openKeys(recorded, program) {
    const { program: named, ...fields } = readKeys(recorded.name, recorded.text);
    const own = program ?? (named === "rotate" ? { name: "rotate", text: null } : player.opening);
    await session.open({
      name: own.name,
      text: own.text,
      seed: fields.seed ?? seed(),
      dialect: fields.dialect ?? null,
      asPrinted: fields.asPrinted,
      keys: fields.keys,
      statements: fields.statements,
    });
    if (named && !program && named !== own.name) {
      app.tell(`The keys were recorded with ${named}. Open it together with ${recorded.name} to repeat them exactly.`, "note");
    }
  }

  return { show, openFiles: (/** @type {File[]} */ files) => choose(() => app.safely(() => openFiles(files))) };
}
