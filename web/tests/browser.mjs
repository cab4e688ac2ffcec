// The browser, the served page and the command line, for the tests of the page.
//
// ARCADIAN_WEB is the folder of the assembled page, ARCADIAN the program `arcadian`. playwright-core is found from web/node_modules,
// the current folder or NODE_PATH, Chromium by CHROMIUM or in its usual places. What is missing is reported, loudly.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"];

/** Finds a package. */
export function find(name) {
  const require = createRequire(import.meta.url);
  try {
    return require(require.resolve(name, { paths: [import.meta.dirname, process.cwd()] }));
  } catch {
    return undefined;
  }
}

const playwright = find("playwright-core");
const isFirefox = process.env.BROWSER === "firefox";
const executablePath = [process.env.CHROMIUM, ...BROWSERS].find((path) => path && existsSync(path));
export const folder = process.env.ARCADIAN_WEB;
export const program = process.env.ARCADIAN;

/** Why the tests cannot run, or false. */
export const missing =
  (!playwright && "playwright-core is not installed (npm ci --prefix web)") ||
  (!isFirefox && !executablePath && "no Chromium was found (apt-get install chromium, or set CHROMIUM)") ||
  (!folder && "ARCADIAN_WEB is not set to the folder of the page (cargo xtask web --no-serve, target/web)") ||
  (!existsSync(join(folder, "play.wasm")) && `${folder} has no play.wasm`);
if (missing) console.error(`\n*** SKIPPED, NOT TESTED: the page, because ${missing}\n`);

/** Why the comparison with the command line cannot run, or false. */
export const missingProgram = missing || (!program && "ARCADIAN is not set to the program arcadian");
if (!missing && missingProgram) console.error(`\n*** SKIPPED, NOT TESTED: the same text as the command line, because ${missingProgram}\n`);

/** Serves a folder on the loopback interface. */
export async function serve(root) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(root, path.endsWith(sep) ? `${path}index.html` : path);
    if (!file.startsWith(normalize(root)) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain; charset=utf-8" }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Starts the browser. BROWSER=firefox takes the Firefox of playwright-core, which needs no path. */
export const launch = () => (isFirefox ? playwright.firefox.launch() : playwright.chromium.launch({ executablePath, args: ["--no-sandbox"] }));
