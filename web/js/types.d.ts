import type { Machine } from "./requests.js";
import type { PAIR_FIELDS } from "./pair.js";
import type { FIELDS } from "./target.js";

/** What the module answers to `state`. */
export interface State {
  message: string | null;
  /** The line of the error that the message explains, and which of its characters are wrong. */
  fault: { source: string; from: number; to: number } | null;
  question: boolean;
  waiting: "running" | "prompt" | "key" | "input" | "list" | "tape";
  /** The puzzle of ROTATE where it asks for a move, for the request `solve` of `boards.wasm`. */
  puzzle: string | null;
  text: string[];
  /** The last lines that the program printed, also those that are not on the screen any more. */
  printed: string[];
  sz: number;
  lines: number;
  statements: number;
  tstates: number;
  saved: Record<string, string>;
}

/** The speeds of the page: that of 1982, four times that, as fast as possible. */
export type Speed = "1982" | "4" | "max";

/** A program and the keys that lead to a state of the machine. Links and the browser's storage contain it. */
export interface Opening {
  name: string | null;
  text: string | null;
  seed: number;
  dialect?: string | null;
  asPrinted?: boolean;
  keys?: string;
  statements?: number;
  /** Where it came from, and the date of a daily puzzle. The module ignores both. */
  from?: Kept["from"];
  date?: string;
  /** The hints in the game that is played. The module ignores them. */
  hints?: number;
}

/** What repeats the session. */
export interface Recording {
  dialect: string;
  seed: number;
  keys: string;
  statements: number;
}

/** A key of the pad: what it types plain and after GREEN, RED, BLUE and WORDS. */
export type Legends = [string, string, string, string, string];

/** A way to repair a line of a listing. */
export interface Repair {
  text: string;
  why: string;
  canonical: string;
  from?: number;
  to?: number;
}

/** A line of a listing in the byte account. */
export interface AccountLine {
  line: number;
  bytes: number;
  sz: number;
  printed: number | null;
  ok: boolean;
  repairs: Repair[];
  doubt: { column: number; why: string; repairs: Repair[] } | null;
  from?: number;
  to?: number;
}

/** A fault of a line apart from its size. */
export interface Finding {
  line: number;
  column: number;
  kind: "what" | "how" | "line" | "variable" | "lowercase";
  why: string;
  repairs: Repair[];
  /** The wrong part of the text. */
  from?: number;
  to?: number;
}

/** The byte account of a listing. */
export interface Report {
  dialect: string;
  empty: number;
  ok: boolean;
  lines: AccountLine[];
  findings: Finding[];
}

/** What is kept: the program of Play, the texts of the editors, the program of the debugger, the cartridge of the Bally, a compared pair, the record of a game. */
export interface Works {
  play: Played;
  listing: Kept;
  sheet: Kept;
  step: Kept;
  bally: Inserted;
  compare: Compared;
  boards: Kept;
}

/** The kind of a work. */
export type Kind = keyof Works;

/** What the browser keeps of a work. */
export interface Kept {
  name: string | null;
  text: string;
  /** Where it came from, if it is not the visitor's own. */
  from?: "link" | "example" | undefined;
  /** Whether the visitor has changed it since. */
  isEdited?: boolean;
  /** Whether the last change was a repair. */
  isRepaired?: boolean;
  /** How the machine of Play comes to its state. */
  opening?: Opening;
  speed?: Speed;
  files?: Record<string, string>;
  /** What the debugger steps. */
  target?: Target;
  /** What is inserted in the Bally. */
  fields?: Machine;
  /** What is compared. */
  pair?: Pair;
  /** The exercise of which this is a copy. */
  exercise?: Exercise;
}

/** What the browser keeps of Play. The text is the program, in case that its run cannot be repeated. */
export type Played = Kept & { opening: Opening };

/** What the browser keeps of the Bally. */
export type Inserted = Kept & { fields: Machine };

/** What the browser keeps of Compare. The name is the processor, the text both parts. */
export type Compared = Kept & { pair: Pair };

/** Something that the gallery shows. */
export interface Exhibit {
  title: string;
  about: string;
  /** The address of its picture, which is in it. */
  picture: string;
  /** The fragment of the address to which it leads. */
  link?: string;
}

/** A program or a cartridge of the gallery. */
export interface Item extends Exhibit {
  name: string;
  /** Its file; ROTATE needs none. */
  file: string | null;
  /** Whether a hand controller moves something. */
  stick?: boolean;
}

/** Everything in the gallery. */
export interface Gallery {
  programs: Item[];
  demonstrations: Exhibit[];
  cartridges: (Item & { file: string })[];
}

/** A work that was replaced. */
export interface Version<K extends Kind = Kind> {
  kind: K;
  value: Works[K];
  time: number;
}

/** The records of the browser's database by the first part of their keys: key and value. */
export interface Records {
  earlier: [[first: "earlier", kind: Kind, time: number], Kept];
  used: [[first: "used", tab: string], number];
  tab: [[first: "tab", tab: string, kind: Kind], Kept];
}

/** The interpreter beside another view. */
export interface Beside {
  run: (opening: Opening, draw: (picture: ImageData) => void) => Promise<void>;
  press: (key: string, down: boolean) => void;
  type: (text: string) => void;
  text: () => string[];
  end: () => void;
}

/** What the views share. */
export interface App {
  module: import("./wasm.js").Module<"play.wasm">;
  store: import("./storage.js").Store;
  /** Whether the page is a frame in another page: only the screen and the pad. */
  embedded: boolean;
  /** Shows a message at the top of the page, with a button if there is something to do. Its text can have several lines. Returns what removes it. */
  tell: (text: string, kind?: "error" | "note", action?: [string, () => unknown]) => () => void;
  /** Copies a text and tells that: `what` is a part of a sentence, such as "The link is". */
  copy: (text: string, what: string, action?: [string, () => unknown]) => Promise<void>;
  /** Removes the messages at the top of the page. */
  clear: () => void;
  /** Does something, and tells what goes wrong. */
  safely: import("./dom.js").Safely;
  /** Shows a view. */
  show: (view: string) => void;
  /** Starts a view, or returns the one that has started. */
  view: (view: string) => Promise<View>;
  /** Opens a program in the view Play. */
  play: (opening: Opening) => Promise<void>;
  /** Opens a text in the view Listing. */
  edit: (name: string, text: string) => Promise<void>;
  /** The program of the machine as text. */
  program: () => Promise<string>;
  /** The interpreter of Play, to run beside another view. */
  beside: () => Promise<Beside>;
}

/** A view of the page after its start. */
export interface View {
  /** The view is shown; `query` is the part of the address after `?` in the fragment. After each wait `isWanted` says whether it still is. */
  shown: (query: URLSearchParams, isWanted: () => boolean) => void | Promise<void>;
  /** Another view is shown. */
  hidden?: () => void;
  /** Files were dropped or opened while the view is shown. Returns whether the view took them. */
  dropped?: (files: File[]) => void | Promise<void>;
}

/** A row of code in the view Step. */
export interface CodeRow {
  at: string;
  gutter: string;
  text: string;
  comment: string;
  labels: string[];
  /** Whether the next step begins here. */
  here: boolean;
  /** The characters of the statement that is about to run. */
  statement: [number, number] | null;
  /** Whether the breakpoint here is enabled; null without one. */
  stop: boolean | null;
  /** The command that sets or deletes the breakpoint. */
  toggle: string;
}

/** When a value last changed. */
export type Mark = "" | "start" | "last";

/** A board of a routine: its squares row by row with the bytes beside them, and the bytes below. A sign `·` is an empty square. */
export interface StepBoard {
  title: string;
  /** Whether the signs are letters, not pieces. */
  hasLetters: boolean;
  head: string[];
  rows: { name: string; cells: [sign: string, name: string, mark: Mark][]; beside: [text: string, mark: Mark][] }[];
  below: [text: string, mark: Mark][][];
}

/** A group of tasks in a list: each has a value and a text. */
export interface Family {
  name: string;
  tasks: [value: string, text: string][];
}

/** A contract for which somebody writes instructions. */
export interface Exercise {
  title: string;
  /** The sheet without instructions. */
  text: string;
}

/** An exercise of the page. */
export interface ListedExercise extends Exercise {
  /** Processor and file. */
  name: string;
  cpu: string;
}

/** A course of a teacher. */
export interface Course {
  title: string;
  exercises: ListedExercise[];
  /** It as a part of a link. */
  packed: string;
}

/** What the view Step opens besides routines. Examples are sheets by their names. */
export interface Lessons {
  programs: { name: string; title: string; text: string }[];
  exercises: ListedExercise[];
  examples: Record<string, string>;
}

/** What the module answers to `assemble`. */
export interface Assembled {
  /** Number, address and bytes of each line with bytes. */
  lines: [line: number, address: string, bytes: string][];
  faults: Fault[];
  /** The number of bytes, if it assembles. */
  size: number | null;
  /** Why it cannot be proven, if it assembles. */
  why: string | null;
}

/** What the module answers to `view`. */
export interface StepView {
  name: string;
  kind: "basic" | "code" | "cartridge";
  processor: string | null;
  step: number;
  recorded: number;
  cycles: number;
  cycleName: string;
  at: string;
  end: string | null;
  message: string;
  code: CodeRow[];
  groups: { name: string; values: { name: string; value: string; bits: number; isSet: boolean; mark: Mark }[] }[];
  boards: StepBoard[];
  memory: { error?: string; first?: number; rows?: { at: number; bytes: { value: number; mark: Mark }[] }[] } | null;
  stack: { at: number; value: number }[];
  frames: string[];
  displays: string[];
  stops: { id: number; text: string; enabled: boolean; hits: number }[];
  output: string[];
  screen: { text?: string[]; place?: string; row?: number | null } | null;
}

/** What checks of fields let through. */
export type Checked<C> = { [F in keyof C]?: C[F] extends (value: unknown) => value is infer T ? T : never };

/** A program for the view Step with its files and the step to go to. */
export type Target = Checked<typeof FIELDS> & { target: string };

/** A verified routine. */
export interface Verdict {
  word: "holds" | "holds, cycles sampled" | "examples hold" | "examples hold, rest unproven" | "sampled" | "FAILS" | "undecided" | "not judged";
  /** Whether it solves the exercise of the request, or the key of the header line that demands something else. */
  exercise: { solved: boolean; changed: string | null } | null;
  /** The row and the notes of `arcadian verify`. */
  text: string;
  report: {
    name: string;
    cpu: string;
    inputs: string;
    counterexample: Counterexample | null;
    bytes: number;
    cycles: { min: number; max: number } | null;
  };
  /** The fields of the request `step` that shows the counterexample; some are null. */
  show: object | null;
}

/** An input for which a routine is wrong: fields by name as hexadecimal bytes, the lowest first, and what is wrong in words. */
export interface Counterexample {
  input: Record<string, string>;
  expected: Record<string, string>;
  found: Record<string, string>;
  faults: string[];
}

/** Two pieces of code for the view Compare: which registers and flags nothing uses afterwards, and conditions on entry. */
export type Pair = Required<Checked<typeof PAIR_FIELDS>>;

/** A pair of the gallery, and what it teaches. */
export interface Lesson {
  title: string;
  about: string;
  verdict: string;
  pair: { cpu: string; old: string; new: string };
}

/** An error or a warning: its line, from 1, and its place in the line. */
export interface Fault {
  isError: boolean;
  line: number;
  from: number;
  to: number;
  message: string;
  hint: string | null;
}

/** A name and its value. */
export type Named = [name: string, value: string];

/** A register or a flag that a comparison compares. */
export interface Component {
  name: string;
  isFlag: boolean;
}

/** Values by name. */
export type Values = Record<string, number>;

/** A byte of memory. */
export interface Cell {
  address: number;
  value: number;
}

/** An executed instruction: what it changed, and what ports and called routines see. */
export interface Stepped {
  line: number;
  text: string;
  values: Values;
  memory: Cell[];
  events: string[];
}

/** A part from the state of a counterexample: what it does otherwise than the other part, and its steps. */
export interface Outcome {
  /** Where it continues: at its end, at an address, nowhere. */
  exit: "end" | "stop" | number | null;
  values: Values;
  memory: Cell[];
  events: string[];
  steps: Stepped[];
}

/** A state on entry that shows a difference, and both parts from there. */
export interface Counterexample {
  entry: Values;
  constants: Values;
  memory: Cell[];
  /** What ports and volatile cells return: the number of the access, from 0, and the value. */
  inputs: { number: number; value: number }[];
  /** Whether other values may matter too. */
  is_sampled: boolean;
  old: Outcome;
  new: Outcome;
}

/** The report of a comparison, with the names of `arcadian compare --json`. */
export type Comparison = {
  bytes: { old: number; new: number };
  /** The fewest and the most cycles of each part; null if they were not executed. */
  cycles: { old: { min: number; max: number }; new: { min: number; max: number } } | null;
  /** The fewest and the most cycles that the new part saves. */
  cycles_saved: { least: number; most: number } | null;
  /** The constants that are taken as bytes, and as numbers from -128 to 127. */
  byte_constants: string[];
  offset_constants: string[];
  /** Sets of conditions on entry: with all conditions of a set the parts are the same. */
  needs: string[][];
  /** The registers and flags that do not count, as a list in words. */
  not_compared: string;
} & (
  | { verdict: "same"; counterexample: null }
  | { verdict: "same_if_dead"; dead: string[]; dead_text: string; counterexample: Counterexample }
  | { verdict: "different"; aspect: "events" | "exit" | "memory"; counterexample: Counterexample }
  | { verdict: "undecided"; reason: string; counterexample: null }
);

/** The games of the view Boards. */
export type BoardKind = "tactix" | "halma" | "ataxx" | "rotate";

/** A game to begin. */
export interface BoardSetup {
  game: BoardKind;
  /** The sides that the program plays. */
  program: "first" | "second" | "both" | "none";
  /** The level of the program, 1 to 5. */
  level: number;
  seed: number;
  rules?: string;
  /** The squares on a side in TACTIX. */
  size?: number;
  /** The mask of the walls in Ataxx. */
  walls?: number;
  /** The level of ROTATE. */
  turns?: number;
  /** A position to begin with. */
  position?: string;
}

/** A game of the view Boards. Squares are numbers, row by row from 0. */
export interface BoardGame {
  record: string;
  game: BoardKind;
  title: string;
  rules: string;
  status: string;
  turn: "person" | "program" | "over";
  /** How a move is written. */
  notation: string;
  moves: string[];
  /** The labels of the rows and columns. */
  rows: string[];
  columns: string[];
  /** A letter for each square: `.` is empty, `#` a wall. */
  cells: string;
  /** The squares of camps, and those of letters in their places. */
  shaded: number[];
  marks: Record<number, "last" | "hint" | "target" | "selected">;
  selected: number | null;
  /** The squares where a move begins. */
  sources: number[];
  /** The legal moves that are not made on the board. */
  keys: string[];
  /** What the program says of its move or hint, or nothing. */
  said: string;
}
