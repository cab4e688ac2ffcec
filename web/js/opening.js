// The dialog that opens a program: ROTATE, an empty machine, a file, what a program has saved, or the program before.

import { button, byId, make, onFiles } from "./dom.js";
import { isKeys, readKeys } from "./files.js";
import * as share from "./share.js";
import { readProgram } from "./tapes.js";

/** @import { Player } from "./player.js" */
/** @import { Session } from "./session.js" */
/** @import { App, Version } from "./types.js" */

/**
 * Prepares the dialog. Returns what opens files.
 * @param {App} app
 * @param {object} host
 * @param {Player} host.player
 * @param {Session} host.session
 * @param {(id: string, act: () => unknown) => void} host.onClick
 */
export function prepareOpening(app, { player, session, onClick }) {
  const openDialog = byId("open-dialog", HTMLDialogElement);
  const picker = byId("file", HTMLInputElement);
  const seed = () => {
    const typed = byId("seed", HTMLInputElement).value.trim();
    if (typed === "") return share.randomSeed();
    if (!/^\d{1,15}$/.test(typed)) throw new Error(`\`${typed}\` is not a seed: it is a whole number, up to 15 digits.`);
    return Number(typed);
  };
  /** The program before this one. @type {Version<"play"> | undefined} */
  let previous;
  onClick("open", async () => {
    [previous] = await app.store.versions(["play"]);
    byId("open-previous", HTMLElement).hidden = !previous;
    const names = Object.keys(player.files).sort();
    const saved = byId("saved", HTMLElement);
    saved.replaceChildren(...(names.length ? [make("p", "facts", "Saved by programs with :PRINT")] : []));
    for (const name of names) {
      saved.append(button(name, () => choose(() => session.tryOpen({ name, text: player.files[name] ?? "", seed: seed() }))));
    }
    openDialog.showModal();
  });
  /** @param {() => unknown} act */
  const choose = async (act) => {
    openDialog.close();
    app.clear();
    await act();
  };
  onClick("open-rotate", () => choose(() => session.open({ name: "rotate", text: null, seed: seed() })));
  onClick("open-empty", () => choose(() => session.open({ name: null, text: null, seed: seed() })));
  onClick("open-file", () => picker.click());
  onClick("open-previous", () => choose(() => previous && session.restore(previous.value)));
  onClick("play-earlier", () => openDialog.close());
  onFiles(picker, (files) => choose(() => openFiles(files)));

  /** @param {File[]} files */
  const openFiles = (files) =>
    app.safely(async () => {
      const texts = [];
      for (const file of files.slice(0, 2)) {
        const read = await readProgram(app, file);
        if (!read) return;
        texts.push(read);
      }
      const recorded = texts.find(({ name, text }) => isKeys(name, text));
      const program = texts.find((one) => one !== recorded);
      if (recorded) await openKeys(recorded, program);
      else if (program) await session.open({ name: program.name, text: program.text, seed: seed() });
    });

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

  return openFiles;
}
