// The view Step: a routine, a source or a BASIC program in the debugger, forward and back, and the proof of a sheet.
//
// Buttons and keys send lines of the debugger's command table and show them, as one would type them in `arcadian step`.

import { byId, later, make, words } from "./dom.js";
import { prepareCommandLine } from "./commandline.js";
import { Field } from "./field.js";
import * as panels from "./panels.js";
import { Prover } from "./prove.js";
import { Remote, Stopped } from "./remote.js";
import { Screen } from "./screen.js";
import { damaged, pack, unpack } from "./share.js";
import { readProgram } from "./tapes.js";
import { Crashed } from "./wasm.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").StepView} StepView */
/** @typedef {import("./types.js").Target} Target */

const KEPT = "step";
const OWN = "own.asm";
const MOST_LOG = 200;
/** The keys of the view outside text fields, as in `arcadian step`. @type {Record<string, string>} */
const KEYS = { s: "step", b: "back", n: "next", B: "back-next", f: "finish", F: "back-finish", c: "continue", C: "back-continue", r: "restart" };

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const name = byId("step-target", HTMLInputElement);
  const given = byId("step-input", HTMLInputElement);
  const source = new Field(byId("step-source", HTMLTextAreaElement), "sheet");
  const editor = byId("step-editor", HTMLDetailsElement);
  const code = byId("step-code", HTMLElement);
  editor.addEventListener("toggle", () => editor.open && void source.enhance());
  const slider = byId("step-slider", HTMLInputElement);
  const place = byId("step-place", HTMLElement);
  const message = byId("step-message", HTMLElement);
  const line = byId("step-line", HTMLInputElement);
  const log = byId("step-log", HTMLElement);
  const address = byId("step-address", HTMLInputElement);
  const screen = new Screen(byId("step-picture", HTMLCanvasElement), byId("step-screen-text", HTMLElement));
  const remote = new Remote();
  remote.onpicture = (picture) => screen.draw(picture);
  /** @type {Target} */
  let target = { target: "T2CW" };
  let view = /** @type {StepView | undefined} */ (undefined);
  let isShown = false;

  /** Marks the line of the sheet that an error names; without an error none. @param {unknown} [error] */
  const markFault = (error) => {
    const line = Number(/--> own\.asm:(\d+):/.exec(words(error))?.[1] ?? 0);
    const before = source.text.split("\n").slice(0, line - 1);
    source.mark(line ? [before.reduce((sum, text) => sum + text.length + 1, 0)] : []);
  };

  /** @param {() => unknown} act */
  const safely = async (act) => {
    try {
      await act();
    } catch (error) {
      markFault(error);
      if (error instanceof Stopped) return;
      if (error instanceof Crashed) app.tell(`The debugger failed and was ended: ${error.message}. Open the program again.`);
      else app.tell(words(error));
    }
  };

  /** @param {Target} wanted */
  async function open(wanted) {
    message.textContent = "Loading …";
    const { title, warning, name: opened } = await remote.ask("step", wanted).catch((error) => {
      message.textContent = "";
      throw error;
    });
    target = wanted;
    name.value = wanted.target;
    given.value = (wanted.inputs ?? []).join(",");
    log.replaceChildren();
    note(title.trim() || opened);
    if (warning) note(warning);
    await show();
    await app.store.put(KEPT, target);
  }

  async function show() {
    view = /** @type {StepView} */ (await remote.ask("view", { memory: address.value, rows: 8 }, { draws: true }));
    draw(view);
  }

  /** @param {StepView} now */
  function draw(now) {
    const focused = document.activeElement?.closest("#step-code .stop")?.getAttribute("aria-label");
    code.replaceChildren(...panels.code(now, (command) => void safely(() => send(command))));
    for (const stop of code.querySelectorAll(".stop")) {
      if (focused && stop instanceof HTMLElement && stop.getAttribute("aria-label") === focused) stop.focus({ preventScroll: true });
    }
    const here = code.querySelector(".here");
    if (here instanceof HTMLElement) scroll(here);
    slider.max = String(now.recorded);
    slider.value = String(now.step);
    place.textContent = `step ${now.step} of ${now.recorded}, ${now.cycles.toLocaleString("en")} ${now.cycleName}`;
    message.textContent = now.message || now.end || "";
    byId("step-values", HTMLElement).replaceChildren(...panels.values(now));
    byId("step-boards", HTMLElement).replaceChildren(...panels.boards(now));
    byId("step-memory", HTMLElement).replaceChildren(...panels.memory(now));
    byId("step-memory-panel", HTMLElement).hidden = now.memory === null;
    byId("step-lists", HTMLElement).replaceChildren(...panels.lists(now));
    byId("step-screen", HTMLElement).hidden = now.screen === null;
    if (now.screen) {
      screen.fit();
      screen.read(now.screen.text ?? [now.screen.place ?? ""]);
    }
  }

  /** Shows a row of code without moving the page. @param {HTMLElement} row */
  function scroll(row) {
    const above = row.offsetTop < code.scrollTop;
    const below = row.offsetTop + row.offsetHeight > code.scrollTop + code.clientHeight;
    if (above || below) code.scrollTop = row.offsetTop - code.clientHeight / 3;
  }

  /** Sends a line of the command table. @param {string} command */
  async function send(command) {
    const reply = /** @type {{ text: string, failed: boolean }} */ (await remote.ask("command", { line: command }));
    note(`> ${command}`, "command");
    if (reply.text) note(reply.text, reply.failed ? "failed" : "");
    await show();
  }

  /** @param {string} text @param {string} [kind] */
  function note(text, kind = "") {
    log.append(make("pre", kind, text));
    while (log.children.length > MOST_LOG) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  // The slider sends `go`. While one is answered, only the last position counts.
  let isSliding = false;
  async function slide() {
    if (isSliding) return;
    isSliding = true;
    try {
      while (view && Number(slider.value) !== view.step) {
        const wanted = slider.value;
        await remote.ask("command", { line: `go ${wanted}` });
        const now = /** @type {StepView} */ (await remote.ask("view", { memory: address.value, rows: 8 }, { draws: true }));
        const moved = slider.value;
        view = now;
        draw(now);
        if (moved !== wanted) slider.value = moved;
      }
      if (view) note(`> go ${view.step}`, "command");
    } finally {
      isSliding = false;
    }
  }
  slider.addEventListener("input", () => void safely(slide));

  for (const element of document.querySelectorAll("#view-step [data-command]")) {
    if (element instanceof HTMLElement) element.addEventListener("click", () => void safely(() => send(element.dataset.command ?? "")));
  }
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select, dialog, .editor-host");
    if (!isShown || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const command = KEYS[event.key];
    if (event.key === ":") line.focus();
    else if (command) void safely(() => send(command));
    else return;
    event.preventDefault();
  });

  prepareCommandLine({
    line,
    send: (command) => void safely(() => send(command)),
    complete: (typed) => remote.ask("complete", { line: typed }),
    tell: app.tell,
  });
  address.addEventListener("change", () => void safely(show));

  // What is stepped.
  /** @returns {Target} */
  function wanted() {
    const inputs = given.value.trim() ? [given.value.trim()] : [];
    const chosen = name.value.trim();
    if (target.files && chosen in target.files) return { ...target, target: chosen, inputs, go: 0 };
    const [routine = "", cpu = null] = chosen.split(/\s+/);
    return { target: routine, inputs, cpu };
  }
  /** @param {string} id @param {() => unknown} act */
  const onClick = (id, act) =>
    byId(id, HTMLElement).addEventListener("click", () => {
      app.clear();
      void safely(act);
    });
  byId("step-open-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    app.clear();
    void safely(() => open(wanted()));
  });
  onClick("step-basic", () => open({ target: "program.bas", files: { "program.bas": app.program() }, seed: 1 }));
  onClick("step-own", () => {
    target = { ...target, files: { ...target.files, [OWN]: source.text } };
    name.value = OWN;
    return open({ target: OWN, files: { [OWN]: source.text }, inputs: given.value.trim() ? [given.value.trim()] : [] });
  });
  onClick("step-sheet", async () => {
    const { target: routine, cpu } = wanted();
    const { text } = await remote.ask("sheet", { name: routine, cpu });
    editor.open = true;
    source.set(text);
  });
  onClick("step-stop", () => {
    remote.stop(new Stopped("The debugger was stopped."));
    return open(target);
  });
  onClick("step-share", async () => {
    const query = `s=${await pack({ ...target, go: view?.step ?? 0 })}`;
    const link = `${location.href.replace(/[?#].*$/, "")}#step?${query}`;
    await navigator.clipboard.writeText(link).then(
      () => app.tell("The link to this step is in the clipboard.", "note"),
      () => app.tell(`The browser does not allow the page to copy. The link is:\n${link}`, "note"),
    );
  });
  new Prover({
    sheet: () => source.text,
    name: () => OWN,
    routine: () => wanted(),
    show: open,
    marks: markFault,
    tell: (text) => app.tell(text),
  });
  source.area.addEventListener("input", later(400, () => void app.store.put("sheet", source.text)));
  const kept = await app.store.get("sheet");
  if (typeof kept === "string" && kept.trim()) source.set(kept);

  /** Opens what a link asks for. The address forgets it, so that a reload continues where the user is. @param {URLSearchParams} query */
  async function follow(query) {
    if (!app.embedded && query.size > 0) window.history.replaceState(null, "", "#step");
    const linked = await asked(query);
    if (!linked) return;
    await open(linked);
    const own = linked.files?.[linked.target];
    if (own === undefined || !/\.asm$/i.test(linked.target)) return;
    editor.open = true;
    source.set(own);
  }

  /** Opens what was open last. */
  async function restore() {
    const last = await app.store.get(KEPT);
    await open(last ? checked(last) : target).catch(() => open({ target: "T2CW" }));
  }

  let isListed = false;
  /** Fills the list of routines. */
  async function list() {
    isListed = true;
    const { routines } = await remote.ask("routines");
    const options = /** @type {{ name: string, cpu: string, title: string }[]} */ (routines).map((routine) => {
      const option = make("option", "", routine.title);
      option.value = routine.cpu === "8080" ? routine.name : `${routine.name} ${routine.cpu}`;
      return option;
    });
    byId("step-routines", HTMLElement).replaceChildren(...options);
  }

  /** @param {URLSearchParams} query @returns {Promise<Target | undefined>} */
  async function asked(query) {
    const packed = query.get("s");
    if (packed !== null) return checked(await unpack(packed));
    const routine = query.get("target");
    if (routine === null) return undefined;
    const go = Number(query.get("go") ?? 0);
    return { target: routine, cpu: query.get("cpu"), inputs: query.getAll("in"), go: Number.isSafeInteger(go) && go >= 0 ? go : 0 };
  }

  return {
    /** @param {URLSearchParams} query */
    async shown(query) {
      isShown = true;
      await safely(() => follow(query));
      if (!view) await safely(restore);
      if (!isListed) await safely(list);
    },
    hidden() {
      isShown = false;
    },
    /** @param {File[]} files */
    dropped: (files) =>
      safely(async () => {
        const [first] = files;
        if (!first) return;
        const opened = await readProgram(app, first);
        if (!opened) return;
        if (/\.asm$/i.test(opened.name)) {
          editor.open = true;
          source.set(opened.text);
        }
        await open({ target: opened.name, files: { [opened.name]: opened.text } });
      }),
  };
}

/**
 * Returns a value from a link or from storage as a program to step, if every field has its type.
 * @param {unknown} value
 * @returns {Target}
 */
function checked(value) {
  if (typeof value !== "object" || value === null) return damaged();
  const fields = /** @type {Record<string, unknown>} */ (value);
  const isText = (/** @type {unknown} */ field) => typeof field === "string";
  const isList = (/** @type {unknown} */ field) => field === undefined || (Array.isArray(field) && field.every(isText));
  const isNothing = (/** @type {unknown} */ field) => field === undefined || field === null;
  const isCount = (/** @type {unknown} */ field) => field === undefined || (Number.isSafeInteger(field) && Number(field) >= 0);
  const { target, files, cpu, inputs, set, place, poke, sameAs, keys, seed, dialect, asPrinted, go } = fields;
  const hasFiles = files === undefined || (typeof files === "object" && files !== null && Object.values(files).every(isText));
  const isRight =
    isText(target) && hasFiles && [cpu, sameAs, dialect].every((field) => isNothing(field) || isText(field)) &&
    [inputs, set, place, poke, keys].every(isList) && [seed, go].every(isCount) && [undefined, true, false].includes(/** @type {any} */ (asPrinted));
  // Only these fields reach the module.
  const known = { target, files, cpu, inputs, set, place, poke, sameAs, keys, seed, dialect, asPrinted, go };
  return isRight ? /** @type {Target} */ (/** @type {unknown} */ (known)) : damaged();
}
