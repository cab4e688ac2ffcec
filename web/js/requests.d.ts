// The requests of the modules, each with its fields and its answer. A test of `crates/web` compares the names with the modules' tables.

import type {
  Assembled,
  BoardGame,
  BoardSetup,
  Comparison,
  Component,
  Fault,
  Legends,
  Lesson,
  Opening,
  Pair,
  Recording,
  Report,
  State,
  StepView,
  Target,
  Verdict,
} from "./types.js";

/** A key of the pad, or a movement of the hand controller. */
interface Press {
  key: string;
  down: boolean;
}

/** What a gamepad or the mouse does with a hand controller, 1 to 4. Without `knob`, which is -128 to 127, that stays. */
export interface Held {
  number: number;
  x: number;
  y: number;
  trigger: boolean;
  knob?: number;
}

/** A file by its name: texts in `files`, others in Base64 in `binary`. */
export type Texts = Record<string, string>;

/** What the module takes in place of the speeds of the page. */
type Pace = "period" | "max";

/** The requests of `play.wasm`. */
export interface PlayRequests {
  pad(): { rows: Legends[][] };
  open(fields: Opening & { speed: Pace; files: Texts }): { name: string; warning: string | null; dialect: string };
  key(fields: Press): void;
  control(fields: Press): void;
  select(fields: { number: number }): void;
  hold(fields: Held): void;
  halt(): void;
  reset(): void;
  paste(fields: { text: string }): void;
  answer(fields: { stroke: string }): void;
  stop(): void;
  speed(fields: { speed: Pace }): void;
  sound(fields: { on: boolean }): void;
  state(): State;
  program(): { text: string };
  recording(): Recording;
}

/** The requests of `step.wasm`, which has machine code, and of `systems.wasm`, which has programs of BASIC and of the Bally too. */
export interface StepRequests {
  step(fields: Target): { isOnSystem?: undefined; name: string; title: string; warning: string | null } | { isOnSystem: true };
  command(fields: { line: string }): { text: string; failed: boolean; moved: boolean };
  complete(fields: { line: string }): { start: number; words: string[] };
  view(fields: { memory?: string; rows?: number }): StepView;
  assemble(fields: { name: string; files: Texts }): Assembled;
  exercise(fields: { text: string }): { title: string };
  sheets(fields: { texts: Texts }): void;
  routines(): { routines: { family: string; name: string; cpu: string; title: string; input: string }[] };
  sheet(fields: { name: string; cpu?: string }): { file: string; text: string };
}

/** The requests of `prove.wasm`. */
export interface ProveRequests {
  prove(fields: Proof): { head: string; routines: Verdict[] };
  sheets(fields: { texts: Texts }): void;
}

/** The requests of `bally.wasm`. */
export interface BallyRequests {
  bally(fields: Machine): { basic: boolean; sampleRate: number; report: BallyReport };
  press(fields: Press): void;
  type(fields: { text: string }): { note: string | null };
  handle(fields: Press): void;
  select(fields: { number: number }): void;
  hold(fields: Held): void;
  pen(fields: { pixel: [number, number] | null }): void;
  act(fields: { action: Action }): void;
  text(): { rows: string[] };
}

/** A routine to be proven: a bundled one, or a sheet of `files`. */
export interface Proof {
  name: string;
  files?: Texts;
  cpu?: string;
  /** The text of the exercise that the sheet is meant to solve. */
  exercise?: string;
}

/** An emulated Bally and what is inserted. */
export interface Machine {
  rom?: string;
  cart?: string;
  /** Whether the BASIC cartridge of this project is inserted. */
  basic?: boolean;
  /** With `basic`: a program to enter and run, `rotate` or a file. */
  program?: string;
  seed?: number;
  files?: Texts;
  binary?: Texts;
}

/** What is done to the Bally: a speed, a single frame, RESET. */
export type Action = "real" | "fast" | "paused" | "frame" | "reset";

/** The part of the report of `arcadian bally --json` that the page shows. */
interface BallyReport {
  rom: string;
  cartridge: string;
}

/** The requests of `listing.wasm`. */
export interface ListingRequests {
  listing(fields: { name: string; text: string }): { report: Report };
}

/** The requests of `tape.wasm`. */
export interface TapeRequests {
  tape(fields: { name: string }): void;
  piece(fields: { file: Uint8Array<ArrayBuffer> }): void;
  programs(): { programs: { part: number; about: string; text: string; damage: string | null }[] };
  written(fields: { name: string; text: string; format: "lst" | "prg" | "wav" }): { data: string };
}

/** The requests of `compare.wasm`. */
export interface CompareRequests {
  contents(): { processors: Record<string, Component[]>; gallery: Lesson[] };
  compare(fields: Pair): { faults: (Fault & { part: "old" | "new" })[]; answer: Comparison | null };
}

/** The requests of `boards.wasm`. Each has the record of its game. Squares are numbers, row by row from 0. */
export interface BoardsRequests {
  begin(fields: BoardSetup): BoardGame;
  show(fields: { record: string; at?: number }): BoardGame;
  touch(fields: { record: string; selected: number | null; square: number }): BoardGame;
  play(fields: { record: string; text: string }): BoardGame;
  back(fields: { record: string }): BoardGame;
  choose(fields: { record: string }): BoardGame;
  hint(fields: { record: string }): BoardGame;
  solve(fields: { puzzle: string }): { said: string };
  shortest(fields: { puzzle: string }): { moves: number };
}

/** The modules by the names of their files. */
export interface Modules {
  "play.wasm": PlayRequests;
  "listing.wasm": ListingRequests;
  "step.wasm": StepRequests;
  "systems.wasm": StepRequests;
  "prove.wasm": ProveRequests;
  "bally.wasm": BallyRequests;
  "tape.wasm": TapeRequests;
  "compare.wasm": CompareRequests;
  "boards.wasm": BoardsRequests;
}

/** The name of a module's file. */
export type ModuleName = keyof Modules;
/** The name of a request of a module. */
export type RequestName<M extends ModuleName> = keyof Modules[M];
/** The fields of a request of any module; a file is not sent as JSON. */
export type AnyFields = { file?: Uint8Array<ArrayBuffer>; [other: string]: unknown };
/** The files of a module, and the texts of the bundled routines if it needs them. */
export interface Loaded {
  compiled: WebAssembly.Module[];
  texts?: Texts;
}

/** What a worker is sent: its module, a request, whether the clock of the machine runs. */
export type ToWorker = Loaded | Question | { runs: boolean };
/** What a worker sends: sound, a picture, why it failed, an answer. */
export type FromWorker = { samples: Float32Array<ArrayBuffer> } | { frame: ImageData } | { crash: string } | Settled;

/** A request to a worker. With `draws` the picture is answered as well. */
export interface Question {
  id: number;
  action: string;
  fields: unknown;
  draws: boolean;
}

/** The answer of a worker: a value, or an error. */
export interface Settled {
  id: number;
  value?: unknown;
  error?: string;
  isRefusal?: boolean;
  picture?: ImageData;
}

/** The fields of a request: none, or one object. */
export type Fields<M extends ModuleName, R extends RequestName<M>> = Modules[M][R] extends (...fields: infer F) => unknown ? F : never;
/** The answer to a request. */
export type Answer<M extends ModuleName, R extends RequestName<M>> = Modules[M][R] extends (...fields: never) => infer A ? A : never;
