// Writes `dist`: the grammars, the extension and the script of the panel, and the licenses of the packages in them.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { grammars } from "./grammar.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = new URL("../dist/", import.meta.url);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const [name, grammar] of Object.entries(grammars())) {
  writeFileSync(new URL(name, dist), JSON.stringify(grammar));
}

const common = { absWorkingDir: root, bundle: true, minify: true, legalComments: "none", metafile: true, logLevel: "warning" };
const { metafile } = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
});
await build({ ...common, entryPoints: ["src/webview/panel.ts"], outfile: "dist/panel.js", platform: "browser", target: "es2022" });

/** The folders of the packages that are part of the extension. */
const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
const licenses = [...packages].sort().map((folder) => {
  const license = readdirSync(new URL(`../${folder}/`, import.meta.url)).find((name) => /^licen[cs]e/i.test(name));
  if (license === undefined) throw new Error(`${folder} has no text of its license`);
  return `${folder.slice("node_modules/".length)}\n\n${readFileSync(new URL(`../${folder}/${license}`, import.meta.url), "utf8").trim()}\n`;
});
writeFileSync(new URL("THIRD-PARTY.txt", dist), licenses.join(`\n${"-".repeat(80)}\n\n`));
