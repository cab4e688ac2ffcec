// What the panel shows, read from a debug session.

/** The requests of the Debug Adapter Protocol that are needed; a session of VS Code has them. */
export interface Requests {
  customRequest(command: string, args?: object): PromiseLike<unknown>;
}

/** A picture of pixels, each row a text of `0` and `1`. */
export interface Screen {
  /** Where the beam of the television is, if a cartridge runs. */
  readonly place: string;
  readonly rows: readonly string[];
}

/** What the panel shows. */
export interface Picture {
  /** The board as text. */
  readonly board?: string;
  readonly screen?: Screen;
}

/** The first of the 256 braille characters, and the bit of each dot by row and column. */
const BRAILLE = 0x2800;
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** Reads the board and the screen of a session that is stopped. */
export async function readPicture(session: Requests): Promise<Picture> {
  const [board, screen] = [await readBoard(session), await readScreen(session)];
  return { ...(board === undefined ? {} : { board }), ...(screen === undefined ? {} : { screen }) };
}

/** Reads the board by the console's command `figure`, which fails if the program's data is not a board. */
async function readBoard(session: Requests): Promise<string | undefined> {
  try {
    const { result } = (await session.customRequest("evaluate", { expression: ":figure", context: "repl" })) as { result: string };
    return result;
  } catch {
    return undefined;
  }
}

async function readScreen(session: Requests): Promise<Screen | undefined> {
  const { stackFrames } = (await session.customRequest("stackTrace", { threadId: 1, levels: 1 })) as { stackFrames: { id: number }[] };
  const frame = stackFrames[0];
  if (frame === undefined) return undefined;
  const { scopes } = (await session.customRequest("scopes", { frameId: frame.id })) as { scopes: { name: string; variablesReference: number }[] };
  const scope = scopes.find(({ name }) => name === "Screen");
  if (scope === undefined) return undefined;
  const { variablesReference } = scope;
  const { variables } = (await session.customRequest("variables", { variablesReference })) as { variables: { value: string }[] };
  return decodeScreen(variables.map(({ value }) => value));
}

/**
 * Decodes rows of braille characters, two by four pixels in each; a blank has no dot. If a beam draws the picture, the first
 * row says where it is, and the others have a column for its mark.
 */
export function decodeScreen(lines: readonly string[]): Screen {
  const hasBeam = lines[0] !== undefined && /[^ \u2800-\u28ff]/.test(lines[0]);
  const cells = hasBeam ? lines.slice(1).map((line) => line.slice(1)) : lines;
  const width = Math.max(0, ...cells.map((line) => line.length));
  const rows = cells.flatMap((line) => DOTS.map((dots) => pixels(line.padEnd(width), dots)));
  return { place: hasBeam ? (lines[0] ?? "").trim() : "", rows };
}

function pixels(line: string, [left, right]: readonly [number, number]): string {
  const isSet = (cell: number, dot: number) => (cell >= BRAILLE && (cell - BRAILLE) & dot ? "1" : "0");
  return Array.from(line, (cell) => isSet(cell.charCodeAt(0), left) + isSet(cell.charCodeAt(0), right)).join("");
}
