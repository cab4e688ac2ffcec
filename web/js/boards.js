// The view Boards: TACTIX, Halma, Ataxx and ROTATE against the program, which thinks in a worker, or another person.

import { prepareFields } from "./begin.js";
import { Board } from "./board.js";
import { button } from "./basic.js";
import { Latest, byId, clicks, download, onChoice, onFiles, safelyWith, showChoice, words } from "./dom.js";
import { prepareEarlier } from "./earlier.js";
import { checkSize, fileName, readText } from "./files.js";
import { howTo, listed, statusOf } from "./moves.js";
import { Remote, Stopped } from "./remote.js";
import { addressOf, damaged, isText, pack, unpack } from "./share.js";

/** @import { App, BoardGame, Kept } from "./types.js" */

/** How long a move of the program is shown before its next one, in milliseconds. */
const PAUSE = 250;

/** What the moves are called that are not made on the board. @type {Record<string, string>} */
const KEYS = { "0000": "Pass", T: "T: take a turn back", R: "R: reset" };

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const remote = new Remote("boards.wasm");
  const status = byId("boards-status", HTMLElement);
  const message = byId("boards-message", HTMLElement);
  const move = byId("boards-move", HTMLInputElement);
  const slider = byId("boards-slider", HTMLInputElement);
  const list = byId("boards-moves", HTMLElement);
  const special = byId("boards-special", HTMLButtonElement);
  const picker = byId("boards-file", HTMLInputElement);
  const board = new Board(byId("boards-board", HTMLElement), { touch, cancel: () => change("show"), type: () => move.focus() });
  const fields = prepareFields(() => void safely(begin));
  const showOwn = prepareEarlier(app, "boards", ["boards"], ({ value }) => open(value));
  const safely = safelyWith((error) => error instanceof Stopped || say(words(error), true));
  /** The game as it is shown. @type {BoardGame | undefined} */
  let game;
  /** The record of the whole game, and its moves, while earlier positions are shown. */
  let whole = { record: "", moves: /** @type {string[]} */ ([]) };
  /** What the program is asked for. An answer to another question is not wanted any more. @type {{ hint: boolean } | undefined} */
  let asked;
  /** What a person did before. Each touch is about the game after the one before it. */
  let last = Promise.resolve();
  /** The arrivals at the view: each sees what the one before has opened. */
  let arrivals = Promise.resolve();
  const openings = new Latest();
  let isShown = false;

  /** @param {string} text @param {boolean} [isError] */
  function say(text, isError = false) {
    message.textContent = text;
    message.classList.toggle("failed", isError);
  }

  /** Begins the game that the fields describe. */
  async function begin() {
    const setup = fields.setup();
    openings.begin();
    interrupt();
    take(await remote.ask("begin", setup), "new");
  }

  /** Opens a record. @param {Pick<Kept, "text" | "from" | "isEdited">} opened */
  async function open(opened) {
    openings.begin();
    interrupt();
    take(await remote.ask("show", { record: opened.text }), "new", opened);
  }

  /**
   * Shows a game: a new one, the next position of the one that was shown, an earlier position of it, or the same position.
   * @param {BoardGame} next
   * @param {"new" | "move" | "replay" | "same"} why
   * @param {Pick<Kept, "from" | "isEdited">} [origin] where a new one comes from
   */
  function take(next, why, origin = {}) {
    // A game that goes on from an earlier position replaces its later moves.
    const isBranch = game !== undefined && game.moves.length < whole.moves.length;
    game = next;
    if (why === "new" || why === "move") {
      whole = { record: next.record, moves: next.moves };
      keep(next, why === "new" ? origin : undefined, isBranch);
    }
    if (why !== "replay") say(next.said || (why === "new" ? howTo(next.game) : ""));
    draw(next);
    if (why !== "replay") respond();
  }

  /** Lets the program move if it has to. */
  function respond() {
    if (game?.turn === "program" && isShown && !asked) void think(false);
  }

  /**
   * Keeps a game. One that it replaces can be brought back.
   * @param {BoardGame} next
   * @param {Pick<Kept, "from" | "isEdited"> | undefined} origin where it comes from if it is a new one
   * @param {boolean} isBranch whether it replaces later moves of the same game
   */
  function keep(next, origin, isBranch) {
    const before = app.store.get("boards");
    const count = next.moves.length;
    const name = `${next.title}, ${next.rules}, ${count} move${count === 1 ? "" : "s"}`;
    const { from, isEdited } = origin ?? { from: before?.from, isEdited: true };
    const isLost = (origin || isBranch) && before && before.text !== next.record && hasMoves(before.text);
    void app.store.put("boards", { name, text: next.record, ...(from ? { from, isEdited: isEdited === true } : {}) }, isLost ? before : undefined);
    void showOwn();
  }

  /** @param {BoardGame} shown */
  function draw(shown) {
    const { moves, keys } = shown;
    board.show(shown);
    fields.show(shown.game);
    special.hidden = shown.game !== "rotate";
    byId("boards-keys", HTMLElement).replaceChildren(...keys.map((key) => button(KEYS[key] ?? key, () => play(key))));
    byId("boards-notation", HTMLElement).textContent = `A move is ${shown.notation}.`;
    if (list.dataset.moves !== String(whole.moves)) list.replaceChildren(...whole.moves.map(listed));
    list.dataset.moves = String(whole.moves);
    showChoice("boards-moves", String(moves.length));
    const current = list.querySelector(":checked")?.parentElement;
    // The page does not scroll.
    if (current) list.scrollTop = current.offsetTop - list.offsetTop;
    const total = whole.moves.length;
    slider.max = String(total);
    slider.value = String(moves.length);
    byId("boards-at", HTMLElement).textContent = `After move ${moves.length} of ${total}`;
    byId("boards-replay", HTMLElement).hidden = total === 0;
    byId("boards-continue", HTMLElement).hidden = moves.length === total;
    showStatus();
  }

  function showStatus() {
    const suffix = asked ? (asked.hint ? " Looking for a hint …" : " Thinking …") : "";
    const text = `${game ? statusOf(game) : ""}.${suffix}`;
    if (status.textContent !== text) status.textContent = text;
    byId("boards-board", HTMLElement).setAttribute("aria-busy", String(asked !== undefined));
  }

  /** Begins again where the game is, after the worker has ended. */
  function restart() {
    asked = undefined;
    if (game) take(game, "same");
  }
  remote.watch(app.tell, "The program", restart);

  /** Ends the program's thinking. */
  function interrupt() {
    if (!asked) return;
    asked = undefined;
    remote.stop(new Stopped("The program's move is not wanted any more."));
  }

  /** Asks the program for its move or for a hint. @param {boolean} hint */
  async function think(hint) {
    const before = game;
    if (!before) return;
    const question = (asked = { hint });
    showStatus();
    try {
      if (before.moves.length > 0 && !hint) await new Promise((done) => setTimeout(done, PAUSE));
      if (asked !== question) return;
      const found = await remote.ask(hint ? "hint" : "choose", { record: before.record });
      if (asked !== question) return;
      asked = undefined;
      take(found, hint ? "same" : "move");
    } catch (error) {
      if (asked !== question) return;
      asked = undefined;
      showStatus();
      throw error;
    }
  }

  /**
   * Does something with the game for a person. It shows why that is not possible.
   * @param {"show" | "play" | "touch" | "back"} action
   * @param {(game: BoardGame) => { text?: string, square?: number, selected?: number | null }} [more] returns the other fields
   */
  function change(action, more = () => ({})) {
    last = last.then(() =>
      safely(async () => {
        const before = game;
        if (!before) return;
        if (asked && !asked.hint && action !== "back") throw new Error("The program is thinking. Take back ends that.");
        interrupt();
        showStatus();
        const next = await remote.ask(action, /** @type {never} */ ({ record: before.record, ...more(before) }));
        if (game === before) take(next, next.record === before.record ? "same" : "move");
      }),
    );
    return last;
  }

  /** @param {string} text */
  function play(text) {
    return change("play", () => ({ text }));
  }

  /** @param {number} square */
  function touch(square) {
    if (game?.game !== "rotate") return change("touch", ({ selected }) => ({ selected, square }));
    const isSpecial = special.getAttribute("aria-pressed") === "true";
    special.setAttribute("aria-pressed", "false");
    return change("play", ({ cells }) => ({ text: `${isSpecial ? "S" : ""}${cells[square] ?? ""}` }));
  }

  /** Shows the position after a number of moves. @param {number} at */
  async function step(at) {
    interrupt();
    take(await remote.ask("show", { record: whole.record, at }), "replay");
    say("");
  }

  /** @param {File} file */
  async function openFile(file) {
    checkSize(file, "The record of a game has at most 1 million.");
    const isWanted = openings.begin();
    const { name, text } = await readText(file);
    if (!isWanted()) return;
    await safelyWith((error) => say(`${name}: ${words(error)}`, true))(() => open({ text }));
  }

  /** Opens what the address asks for, or else what was kept, or else a new game. @param {string | null} packed */
  async function arrive(packed) {
    const kept = app.store.get("boards");
    await safely(async () => {
      if (packed === null) return;
      const isWanted = openings.begin();
      const text = await unpack(packed);
      if (!isWanted()) return;
      if (!isText(text)) return damaged();
      await open({ text, from: "link" });
    });
    const wrong = message.classList.contains("failed") ? (message.textContent ?? "") : "";
    if (!game && kept) await safely(() => open(kept));
    if (!game) await safely(begin);
    if (wrong) say(wrong, true);
  }

  const onClick = clicks((act) => {
    app.clear();
    return safely(act);
  });
  onClick("boards-new", begin);
  onClick("boards-back", () => change("back"));
  onClick("boards-hint", async () => {
    if (asked) return;
    if (game?.turn === "over") throw new Error("The game is over.");
    await think(true);
  });
  onClick("boards-special", () => special.setAttribute("aria-pressed", String(special.getAttribute("aria-pressed") !== "true")));
  onClick("boards-continue", () => game && take(game, "move"));
  onClick("boards-save", () => game && download(fileName(game.game, "txt"), whole.record));
  onClick("boards-open", () => picker.click());
  onClick("boards-share", async () => app.copy(addressOf(`boards?s=${await pack(game?.record)}`), "The link to this game is"));
  onFiles(picker, ([file]) => file && void safely(() => openFile(file)));
  onClick("boards-turn", () => {
    board.turn();
    if (game) board.show(game);
  });
  onChoice("boards-moves", (at) => void safely(() => step(Number(at))));
  slider.addEventListener("input", () => void safely(() => step(Number(slider.value))));
  byId("boards-form", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = move.value;
    await play(text);
    if (!message.classList.contains("failed")) move.value = "";
  });

  return {
    /** @param {URLSearchParams} query */
    async shown(query) {
      isShown = true;
      const packed = query.get("s");
      if (!app.embedded && query.size > 0) history.replaceState(null, "", "#boards");
      arrivals = arrivals.then(async () => {
        if (!game || packed !== null) await arrive(packed);
        else respond();
      });
      await arrivals;
    },
    hidden() {
      isShown = false;
      interrupt();
      showStatus();
    },
    /** @param {File[]} files */
    dropped([file]) {
      if (file) return safely(() => openFile(file));
    },
  };
}

/** Whether a record has moves. @param {string} record */
function hasMoves(record) {
  return /^1\. /m.test(record);
}
