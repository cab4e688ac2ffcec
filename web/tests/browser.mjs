// The browser, the served page and the command line, for the tests of the page.
//
// ARCADIAN_WEB is the folder of the assembled page, ARCADIAN the program `arcadian`. playwright-core is found from web/node_modules,
// the current folder or NODE_PATH, Chromium by CHROMIUM or in its usual places. What is missing is reported, loudly.
// With ARCADIAN_QUICK slow tests are left out.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize, sep } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
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

/** Returns the folder of the page's version, which has all its parts but the pages. */
export function version() {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .find((path) => existsSync(join(path, "play.wasm")));
}

/** Why the tests cannot run, or false. */
export const missing =
  (!playwright && "playwright-core is not installed (npm ci --prefix web)") ||
  (!isFirefox && !executablePath && "no Chromium was found (apt-get install chromium, or set CHROMIUM)") ||
  (!folder && "ARCADIAN_WEB is not set to the folder of the page (cargo xtask web --no-serve, target/web)") ||
  (!version() && `${folder} has no folder with play.wasm`);
if (missing) console.error(`\n*** SKIPPED, NOT TESTED: the page, because ${missing}\n`);

/** Why the comparison with the command line cannot run, or false. */
export const missingProgram = missing || (!program && "ARCADIAN is not set to the program arcadian");
if (!missing && missingProgram) console.error(`\n*** SKIPPED, NOT TESTED: the same text as the command line, because ${missingProgram}\n`);

/** Serves a folder on the loopback interface, and keeps what was asked for. */
export async function serve(root) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    asked.push(path);
    const file = join(root, path.endsWith(sep) ? `${path}index.html` : path);
    if (!file.startsWith(normalize(root)) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain; charset=utf-8" }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    asked,
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Starts the browser. BROWSER=firefox takes the Firefox of playwright-core, which needs no path. */
const launch = () => (isFirefox ? playwright.firefox.launch() : playwright.chromium.launch({ executablePath, args: ["--no-sandbox"] }));

/** Why slow tests are left out, if they are. */
const quick = process.env.ARCADIAN_QUICK ? "slow, and ARCADIAN_QUICK is set" : false;

/** How long a test waits for what comes at once on a machine that does nothing else. */
const WAIT = 60_000;
export let server, browser;
before(async () => {
  if (missing) return;
  server = await serve(folder);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Defines a test with a page that must neither fail nor request anything from elsewhere, unless it `mayFail`. It can be `plain`, without the
 * editor, and must not ask anything if it is `silent`. One that is `slow` is left out with ARCADIAN_QUICK. `prepare` runs in each page of the context before the page's own scripts.
 */
export function page(name, { slow, skip = missing || (slow && quick), plain, silent, prepare, mayFail, context: options }, body) {
  test(name, { skip }, async (t) => {
    // What a test delays or loses must not come from the offline copy.
    const context = await browser.newContext({ serviceWorkers: "block", ...options });
    context.setDefaultTimeout(WAIT);
    // Without the editor there is the text area.
    const empty = { contentType: "text/javascript", body: "" };
    // The offline copy refuses another file.
    if (plain) await context.route("**/editor.js", (route) => (route.request().serviceWorker() ? route.continue() : route.fulfill(empty)));
    if (prepare) await context.addInitScript(prepare);
    const faults = [];
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    context.on("request", (request) => {
      if (!/^(blob|data|file):/.test(request.url()) && !request.url().startsWith(server.url)) faults.push(`request: ${request.url()}`);
    });
    if (silent) context.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
    try {
      await body(await context.newPage(), context, t);
      if (!mayFail) assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });
}

const axe = missing ? undefined : find("axe-core");
if (!missing && !axe) console.error("\n*** SKIPPED, NOT TESTED: accessibility rules, because axe-core is not installed\n");
/** The rules that depend on colors. */
const COLORS = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/**
 * Defines a test in both themes that goes through a part of the page and checks the rules for accessibility at each place. A dark theme has
 * only other colors.
 */
export function accessible(part, body) {
  for (const colorScheme of ["light", "dark"]) {
    const skip = missing || (!axe && "axe-core is not installed");
    page(`axe finds nothing in ${part}, ${colorScheme}`, { skip, context: { colorScheme, bypassCSP: true } }, (page) =>
      body(page, async (where) => {
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate((rules) => globalThis.axe.run(rules), colorScheme === "dark" ? COLORS : {});
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]);
        assert.deepEqual(found, [], where);
      }),
    );
  }
}

/** Opens a view of the page. */
export async function open(page, address) {
  await page.goto(server.url + address);
  await page.waitForSelector("body.ready");
}

/** Goes to a view by its link, and waits until it listens: it is shown before. */
export async function visit(page, view) {
  await page.click(`#to-${view}`);
  await page.waitForSelector(`main:not([inert]) > #view-${view}`);
}

/** Returns the address of a state of Play. */
export const link = (value) => `#play?s=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

/** Waits for a text on the screen of Play. */
export const shows = (page, text) => page.waitForFunction((text) => document.getElementById("screen-text").textContent.includes(text), text);

/** Waits for a message below the screen of Play, such as what the machine waits for. */
export const waitsFor = (page, text) => page.waitForFunction((text) => document.getElementById("message").textContent.includes(text), text);
