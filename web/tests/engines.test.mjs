// Every view in the engines of Firefox and Safari: the browsers firefox-esr and WebKitGTK of Debian (webkit2gtk-driver, xvfb), driven by
// the protocols that they bring. FIREFOX and WEBKIT name other programs. What is missing is reported.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";

import { folder, serve, version } from "./browser.mjs";

const WAIT = 120_000;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Returns the first value that a function has, tried again and again. */
async function until(what, attempt) {
  const end = Date.now() + WAIT;
  for (;;) {
    const value = await attempt();
    if (value) return value;
    assert.ok(Date.now() < end, `not within ${WAIT / 1000} s: ${what}`);
    await pause(100);
  }
}

const onPath = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((place) => join(place, name))
    .find(existsSync);

/** Firefox speaks Marionette: JSON with its length before it, over TCP. */
async function firefox(program, home) {
  writeFileSync(join(home, "user.js"), 'user_pref("marionette.port", 0);\nuser_pref("browser.aboutwelcome.enabled", false);\n');
  const child = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", home], { stdio: "ignore" });
  const file = join(home, "MarionetteActivePort");
  const port = Number(await until("the port of Firefox", () => existsSync(file) && readFileSync(file, "utf8")));
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map();
  let [bytes, last] = [Buffer.alloc(0), 0];
  socket.on("data", (part) => {
    bytes = Buffer.concat([bytes, part]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const end = colon + 1 + Number(bytes.subarray(0, colon));
      if (colon < 0 || bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(colon + 1, end));
      bytes = bytes.subarray(end);
      // The first message says which protocol it is.
      if (Array.isArray(message)) waiting.get(message[1])?.(message);
    }
  });
  const send = async (command, fields) => {
    last += 1;
    const text = JSON.stringify([0, last, `WebDriver:${command}`, fields]);
    const answer = new Promise((done) => waiting.set(last, done));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = await answer;
    if (error) throw new Error(`${command}: ${error.message}`);
    return value?.value;
  };
  await send("NewSession", {});
  return {
    go: (url) => send("Navigate", { url }),
    run: (script) => send("ExecuteScript", { script, args: [], sandbox: null }),
    close: () => {
      socket.destroy();
      child.kill();
    },
  };
}

/** WebKitGTK speaks WebDriver, over HTTP, and needs a display. */
async function webkit(program) {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1024x24"], { stdio: ["ignore", "pipe", "ignore"] });
  let display = "";
  screen.stdout.on("data", (text) => (display += text));
  await until("a display", () => display.endsWith("\n"));
  const port = 20_000 + (process.pid % 20_000);
  const environment = { ...process.env, DISPLAY: `:${display.trim()}`, WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" };
  const child = spawn(program, [`--port=${port}`], { stdio: "ignore", env: environment });
  const send = async (method, path, fields) => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: fields && JSON.stringify(fields) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  await until("WebKitWebDriver", () => fetch(`http://127.0.0.1:${port}/status`).catch(() => false));
  const { sessionId } = await send("POST", "", { capabilities: { alwaysMatch: {} } });
  return {
    go: (url) => send("POST", `/${sessionId}/url`, { url }),
    run: (script) => send("POST", `/${sessionId}/execute/sync`, { script, args: [] }),
    close: async () => {
      await send("DELETE", `/${sessionId}`).catch(() => {});
      child.kill();
      screen.kill();
    },
  };
}

const text = (id) => `document.getElementById("${id}").textContent`;
/** Each view: its address, what is done there, and what is true when it has worked. */
const VIEWS = [
  ["#play", 'document.getElementById("puzzle-start").click()', `/MOVE # 1/.test(${text("screen-text")})`],
  ["#listing", 'document.getElementById("listing-example").click()', 'document.getElementById("listing-text").value.includes("ROTATE")'],
  ["#step?target=T2CW&in=board=1B2F", 'document.querySelector("[data-command=step]").click()', `${text("step-place")}.startsWith("step 1")`],
  ["#step?example=specifications/mean.asm&prove=yes", "", 'document.querySelector("#proof .verdict.holds")'],
  ["#compare?cpu=Z80&old=LD%20A,0&new=XOR%20A", "", `${text("compare-verdict")}.includes("The same if F is dead.")`],
  ["#boards", 'document.querySelector("#boards-board .square").click()', 'document.querySelector("#boards-board [data-mark=selected]")'],
  ["#bally", 'document.getElementById("bally-rotate").click()', `/LEVEL/.test(${text("bally-text")})`],
  ["#learn?exercise=course/6502/byte-1.asm", "", `/Returns the number 42/.test(${text("step-exercise")}) && document.querySelector("li #view-step")`],
  ["read/index.html", "", 'document.querySelector("main h1, h1")'],
];
const READY = 'document.readyState === "complete" && (location.pathname.includes("/read/") || document.body.classList.contains("ready"))';

for (const [name, start, program, needs] of [
  ["Firefox", firefox, process.env.FIREFOX ?? onPath("firefox-esr") ?? onPath("firefox"), []],
  ["WebKit", webkit, process.env.WEBKIT ?? onPath("WebKitWebDriver"), ["Xvfb"]],
]) {
  const lacking = needs.find((other) => !onPath(other));
  const why =
    !folder || !version() ? "ARCADIAN_WEB is not set to the folder of the page" : !program ? `no ${name} was found` : lacking && `${lacking} was not found`;
  if (why) console.error(`\n*** SKIPPED, NOT TESTED: the page in ${name}, because ${why}\n`);
  test(`every view works in ${name}`, { skip: why || false }, async () => {
    const home = mkdtempSync(join(tmpdir(), "arcadian-engine-"));
    const server = await serve(folder);
    let engine;
    try {
      engine = await start(program, home);
      for (const [address, act, isDone] of VIEWS) {
        await engine.go("about:blank");
        await engine.go(server.url + address);
        await until(`${address} is ready`, () => engine.run(`return Boolean(${READY})`));
        await engine.run(act);
        await until(`${address} works`, () => engine.run(`return Boolean(${isDone})`));
        assert.equal(await engine.run('return document.querySelector("#notices .error")?.textContent ?? ""'), "", address);
      }
    } finally {
      await engine?.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
    }
  });
}
