// A board of the view Boards: a grid of squares for cursor keys, fingers and screen readers.

import { make } from "./basic.js";

/** @import { BoardGame, BoardKind } from "./types.js" */

/** A tap on a square smaller than this, in pixels, can mean a square beside it. */
const LARGE = 32;

/** A board of more columns takes the whole width of a phone. */
const MOST_COLUMNS = 12;

/** The names of squares by the labels of their row and column, as moves have them. @type {Record<BoardKind, (row: string, column: string) => string>} */
const NAMES = {
  tactix: (row, column) => row + column,
  halma: (row, column) => String(Number(row) + Number(column)),
  ataxx: (row, column) => column + row,
  rotate: (row, column) => `row ${row}, column ${column}`,
};

/** What letters on a board are. The letters of ROTATE are themselves. @type {Record<string, string>} */
const PIECES = { ".": "empty", "#": "wall", w: "white piece", b: "black piece" };
/** @type {Partial<Record<BoardKind, Record<string, string>>>} */
const OWN_PIECES = { tactix: { x: "counter" }, ataxx: { x: "x stone", o: "o stone" } };

/** What the sign on a square means. */
const MARKS = { last: "last move", hint: "hint", target: "can go here", selected: "selected" };

/** How keys move the cursor: by rows and columns. @type {Record<string, [number, number]>} */
const KEYS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
};

/** A drawn board. */
export class Board {
  /** @type {HTMLButtonElement[]} */
  #squares = [];
  /** What the squares were made for. */
  #shape = "";
  /** The square that has the focus, or gets it. */
  #cursor = 0;
  #columns = 1;
  /** The squares where a tap does something. @type {Set<number>} */
  #useful = new Set();
  /** Whether the first row is at the bottom. */
  #isTurned = false;

  /**
   * @param {HTMLElement} place
   * @param {object} host
   * @param {(square: number) => unknown} host.touch
   * @param {() => unknown} host.cancel is called for Escape
   * @param {() => unknown} host.type is called before a character is typed
   */
  constructor(place, host) {
    this.place = place;
    this.host = host;
    let from = -1;
    place.addEventListener("click", (event) => {
      const touched = this.#squareOf(event.target);
      if (touched >= 0) host.touch(this.#nearest(touched, event));
    });
    place.addEventListener("pointerdown", ({ target }) => (from = this.#squareOf(target)));
    // A finger that scrolls the page drags nothing.
    place.addEventListener("pointercancel", () => (from = -1));
    place.addEventListener("pointerup", ({ clientX, clientY }) => {
      // The target of a finger is where it came down.
      const to = this.#squareOf(document.elementFromPoint(clientX, clientY));
      // On the same square it is a click. A letter of ROTATE moves by a click alone.
      const { piece, mark } = this.#squares[from]?.dataset ?? {};
      if (!piece || piece === "letter" || to < 0 || to === from) return;
      if (mark !== "selected") host.touch(from);
      host.touch(to);
    });
    place.addEventListener("focusin", ({ target }) => this.#move(this.#squareOf(target)));
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a game. @param {BoardGame} game */
  show(game) {
    const { title, rows, columns, marks, sources } = game;
    const shape = `${title} ${rows} ${columns} ${this.#isTurned}`;
    if (shape !== this.#shape) this.#build(game);
    this.#shape = shape;
    const targets = Object.keys(marks).filter((square) => marks[Number(square)] === "target");
    this.#useful = new Set([...sources, ...targets.map(Number)]);
    const shaded = new Set(game.shaded);
    this.#squares.forEach((square, number) => {
      square.classList.toggle("source", sources.includes(number));
      draw(square, number, game, shaded.has(number));
    });
  }

  /** Turns the board round. It is seen when the game is shown again. */
  turn() {
    this.#isTurned = !this.#isTurned;
  }

  /** @param {EventTarget | null} element */
  #squareOf(element) {
    return this.#squares.findIndex((square) => square === element);
  }

  /** Gives the focus to the board. */
  focus() {
    this.#squares[this.#cursor]?.focus();
  }

  /** @param {BoardGame} game */
  #build({ title, rows, columns, sources }) {
    this.#columns = columns.length;
    this.#squares = rows.flatMap(() => columns.map(square));
    const grid = make("div", "squares");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", `${title}, ${rows.length} × ${columns.length}`);
    const turned = (/** @type {any[]} */ all) => (this.#isTurned ? all.reverse() : all);
    grid.append(...turned(rows.map((label, row) => line(label, turned(this.#squares.slice(row * columns.length, (row + 1) * columns.length))))));
    const head = make("div", "rank", label(""), ...turned(columns.map(label)));
    head.setAttribute("aria-hidden", "true");
    this.place.style.setProperty("--columns", String(columns.length));
    this.place.classList.toggle("wide", columns.length > MOST_COLUMNS);
    this.place.replaceChildren(head, grid);
    this.#cursor = 0;
    this.#move(sources[0] ?? 0);
  }

  /** Makes a square the one that Tab reaches. @param {number} to */
  #move(to) {
    const next = this.#squares[to];
    if (!next) return;
    for (const number of [this.#cursor, to]) this.#squares[number]?.setAttribute("tabindex", "-1");
    next.tabIndex = 0;
    this.#cursor = to;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = KEYS[event.key];
    if (by) {
      const [row, column] = [Math.floor(this.#cursor / this.#columns), this.#cursor % this.#columns];
      const within = (/** @type {number} */ at, /** @type {number} */ count) => Math.min(Math.max(at, 0), count - 1);
      const rows = this.#squares.length / this.#columns;
      const way = this.#isTurned ? -1 : 1;
      this.#move(within(row + way * by[0], rows) * this.#columns + within(column + way * by[1], this.#columns));
      this.focus();
      event.preventDefault();
    } else if (event.key === "Escape") this.host.cancel();
    else if (/^[a-z\d]$/i.test(event.key)) this.host.type();
  }

  /**
   * Returns the square that a tap means. Fingers are wider than the squares of Halma on a phone: if a tap does nothing where it is,
   * the nearest square counts where it does something, but none further than a square.
   * @param {number} touched
   * @param {PointerEvent} event
   */
  #nearest(touched, { clientX, clientY, detail, pointerType }) {
    const side = this.#squares[touched]?.clientWidth ?? 0;
    if (this.#useful.has(touched) || side >= LARGE || detail === 0 || pointerType === "mouse") return touched;
    const distance = (/** @type {number} */ number) => {
      const { left, top, width, height } = /** @type {HTMLButtonElement} */ (this.#squares[number]).getBoundingClientRect();
      return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    };
    const near = [...this.#useful].map((number) => /** @type {const} */ ([distance(number), number])).filter(([far]) => far <= side);
    return near.sort(([one], [other]) => one - other)[0]?.[1] ?? touched;
  }
}

function square() {
  const square = make("button", "square");
  square.type = "button";
  square.tabIndex = -1;
  square.setAttribute("role", "gridcell");
  return square;
}

/** @param {string} text */
function label(text) {
  return make("span", "rank-label", text);
}

/** @param {string} text @param {HTMLElement[]} squares */
function line(text, squares) {
  const name = label(text);
  name.setAttribute("aria-hidden", "true");
  const row = make("div", "rank", name, ...squares);
  row.setAttribute("role", "row");
  return row;
}

/** @param {HTMLButtonElement} square @param {number} number @param {BoardGame} game @param {boolean} isShaded */
function draw(square, number, { game, rows, columns, cells, marks }, isShaded) {
  const letter = cells[number] ?? ".";
  const [row, column] = [rows[Math.floor(number / columns.length)] ?? "", columns[number % columns.length] ?? ""];
  const piece = game === "rotate" ? letter : (OWN_PIECES[game]?.[letter] ?? PIECES[letter] ?? letter);
  const shading = isShaded ? [game === "rotate" ? "in its place" : "camp"] : [];
  const mark = marks[number];
  const words = [NAMES[game](row, column), piece, ...shading, ...(mark ? [MARKS[mark]] : [])].join(", ");
  if (square.getAttribute("aria-label") !== words) square.setAttribute("aria-label", words);
  square.dataset.piece = game === "rotate" ? "letter" : ({ ".": "", "#": "wall" }[letter] ?? (game === "tactix" ? "counter" : letter));
  square.dataset.mark = mark ?? "";
  square.classList.toggle("shaded", isShaded);
  square.setAttribute("aria-selected", String(mark === "selected"));
  square.textContent = game === "rotate" || (game === "ataxx" && /[xo]/.test(letter)) ? letter : "";
}
