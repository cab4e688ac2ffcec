// The program `arcadian`: where it is and whether it has the commands that the extension needs.

import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import * as path from "node:path";

/** What the search depends on. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}

/** Says why the program cannot be used, and what to do. */
export class ProgramError extends Error {}

/**
 * Returns the absolute path of a program. A bare name is searched in the absolute folders of PATH only: a program in the
 * folder of a workspace is never started.
 */
export async function findProgram(setting: string, system: System = process): Promise<string> {
  const name = setting.trim().replace(/^~(?=[\\/])/, homedir());
  if (name === "") throw new ProgramError("The setting arcadian.path is empty.");
  if (path.isAbsolute(name)) {
    if (await isExecutable(name)) return name;
    throw new ProgramError(`The setting arcadian.path names ${name}, which is not a program.`);
  }
  if (/[\\/]/.test(name)) {
    throw new ProgramError(`The setting arcadian.path, ${name}, is relative: it must be an absolute path, or a name in PATH.`);
  }
  for (const file of candidates(name, system)) {
    if (await isExecutable(file)) return file;
  }
  throw new ProgramError(`The program ${name} is not in PATH. Install arcadian, or set arcadian.path to its path.`);
}

function candidates(name: string, { platform, env }: System): string[] {
  const isWindows = platform === "win32";
  const file = isWindows && path.extname(name) === "" ? `${name}.exe` : name;
  const folders = (env.PATH ?? env.Path ?? "").split(isWindows ? ";" : ":");
  return folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, file));
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Checks that the program has a command; older versions of arcadian lack some. */
export async function requireCommand(program: string, command: string): Promise<void> {
  const failure = await run(program, [command, "--help"]);
  if (failure === undefined) return;
  if (typeof failure.code === "string") throw new ProgramError(`${program} cannot be started: ${failure.message}`);
  throw new ProgramError(`${program} has no command ${command}: it is too old for this extension, or is another program.`);
}

/** Runs a program, and returns why it failed. */
function run(program: string, args: string[]): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000, windowsHide: true }, (error) => resolve((error as NodeJS.ErrnoException | null) ?? undefined));
  });
}
