// Loads modules of the extension.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns a module of `src` that does not need VS Code. */
export async function load(name) {
  const { outputFiles } = await build({ absWorkingDir: root, entryPoints: [`src/${name}.ts`], bundle: true, format: "cjs", platform: "node", write: false });
  const module = { exports: {} };
  new Function("module", "exports", "require", outputFiles[0].text)(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}
