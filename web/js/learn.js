// The view Learn: the lessons of the course, each with a machine below its code and its exercises, and the courses of teachers.
//
// The machine is the view Step. While a lesson uses it, its section lies below a piece of code or the line of an exercise.

import { button, make, remember, remembers } from "./basic.js";
import { addCourse, courses, linkTo, removeCourse } from "./courses.js";
import { Latest, byId, onChoice, onOpen, once, showChoice, words } from "./dom.js";
import { readText } from "./files.js";
import { mark, solved } from "./solved.js";
import { file } from "./wasm.js";

/** @import { App, Course, View } from "./types.js" */
/** A lesson: the name of its page, such as `03-flag`, and its row in the table of the course. @typedef {{ name: string, title: string, about: string }} Lesson */
/** What a lesson needs of the view Step. @typedef {View & { titleOf: (text: string) => Promise<string> }} Machine */

/** Where the browser remembers the processor, and the last lesson. */
const [CPU, LAST] = ["arcadian course processor", "arcadian course lesson"];
const CPUS = ["8080", "6502"];
/** The exercises of a lesson for a processor. */
const NUMBERS = [1, 2];

/** Returns the text of a guide. @param {string} name */
async function guide(name) {
  const page = new DOMParser().parseFromString(await (await file(`read/${name}.html`)).text(), "text/html");
  return /** @type {HTMLElement} */ (document.adoptNode(page.querySelector("article") ?? make("article")));
}

/** Returns the lessons, from the table of the course. */
const contents = once(async () => {
  const links = (await guide("course")).querySelectorAll("td a");
  return [...links].map((link) => {
    const [, name = ""] = /^course-(.+)\.html$/.exec(link.getAttribute("href") ?? "") ?? [];
    return { name, title: link.textContent ?? "", about: link.closest("tr")?.lastElementChild?.textContent ?? "" };
  });
});

/** Returns the names of the exercises of a lesson. @param {Lesson} lesson @param {string} cpu a processor, or "both" */
const exercisesOf = ({ name }, cpu) =>
  CPUS.filter((one) => cpu === one || cpu === "both").flatMap((one) => NUMBERS.map((number) => `course/${one}/${name.slice(3)}-${number}.asm`));

/** @param {string} name */
const addressOfExercise = (name) => `#learn?exercise=${encodeURIComponent(name)}`;

/**
 * Lets the links of a lesson lead to views of this page, and marks what is only for one processor.
 * @param {HTMLElement} text
 * @param {(toggle: HTMLButtonElement, query: string) => void} onTry
 */
function prepare(text, onTry) {
  let cpu = "";
  // The commas between them are those of the style sheet.
  for (const comma of text.querySelectorAll("li > a + a")) comma.previousSibling?.remove();
  for (const part of text.children) {
    if (part.tagName === "H2") [, cpu = ""] = /^With the (\w+)$/.exec(part.textContent ?? "") ?? [];
    if (cpu && part instanceof HTMLElement) part.dataset.cpu = cpu;
  }
  for (const named of text.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const link of text.querySelectorAll("a")) {
    const address = link.getAttribute("href") ?? "";
    const [, lesson] = /^course-(\d.*)\.html/.exec(address) ?? [];
    const [, query = ""] = /^\.\.\/index\.html#step\?(.*)/.exec(address) ?? [];
    const exercise = new URLSearchParams(query).get("exercise");
    if (lesson) link.href = `#learn?lesson=${lesson}`;
    else if (address.startsWith("course.html")) link.href = "#learn";
    else if (exercise) {
      link.href = addressOfExercise(exercise);
      link.dataset.cpu = exercise.split("/")[1] ?? "";
      // Its line is below.
      if (link.closest(".live")) link.parentElement?.remove();
    } else if (query) {
      link.href = `#step?${query}`;
      link.textContent = "Open in Step";
      if (link.parentElement) link.parentElement.className = "try";
      const toggle = button("Try it here", () => onTry(toggle, query), "small-button");
      link.before(toggle, " ");
    } else if (!address.includes(":")) {
      // The page in a single file has no other guides.
      if (address.startsWith("#") || "arcadianFiles" in globalThis) link.replaceWith(...link.childNodes);
      else link.href = `read/${address}`;
    }
  }
}

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const [list, text] = [byId("learn-list", HTMLElement), byId("learn-text", HTMLElement)];
  const section = byId("view-step", HTMLElement);
  const next = /** @type {Element} */ (section.nextElementSibling);
  const placings = new Latest();
  /** The view Step, once a lesson has used it. @type {Machine | undefined} */
  let step;
  let cpu = remembers(CPU) ?? "8080";
  /** The lesson that is shown, and what has the machine below it. */
  let shown = "";
  /** @type {HTMLElement | undefined} */
  let holder;

  async function machine() {
    step = /** @type {Machine} */ (await app.view("step"));
    return step;
  }

  /** Puts the machine where the view Step has it. */
  function putBack() {
    placings.begin();
    if (!holder) return;
    if (holder instanceof HTMLButtonElement) holder.textContent = "Try it here";
    holder.setAttribute("aria-expanded", "false");
    holder = undefined;
    section.hidden = !byId("to-step", HTMLElement).ariaCurrent;
    section.classList.remove("embedded", "unstepped");
    next.before(section);
    step?.hidden?.();
  }

  /** Puts the machine below something, and opens what a query says. @param {HTMLElement} by @param {string} query */
  async function place(by, query) {
    const { top } = by.getBoundingClientRect();
    putBack();
    const isWanted = placings.current();
    holder = by;
    by.setAttribute("aria-expanded", "true");
    if (by instanceof HTMLButtonElement) by.textContent = "Close";
    const item = by.closest("li");
    if (item) item.append(section);
    else by.parentElement?.after(section);
    section.classList.add("embedded");
    // Below an exercise there is nothing to step yet.
    section.classList.toggle("unstepped", by instanceof HTMLAnchorElement);
    section.hidden = false;
    // What is read stays where it is.
    scrollBy(0, by.getBoundingClientRect().top - top);
    const started = await machine();
    if (isWanted()) await started.shown(new URLSearchParams(query), isWanted);
  }

  /** @param {HTMLButtonElement} toggle @param {string} query */
  function onTry(toggle, query) {
    if (holder === toggle) putBack();
    else void app.safely(() => place(toggle, query));
  }

  /** Opens the machine at code that one reaches, unless it is in sight elsewhere or has an exercise. */
  const reached = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      reached.unobserve(target);
      if (holder instanceof HTMLAnchorElement || (holder && section.getBoundingClientRect().bottom > 0)) continue;
      if (holder !== target) target.click();
    }
  });

  /** Shows which lessons and exercises are solved, and with what one goes on. */
  async function drawList() {
    const names = solved();
    const lessons = await contents();
    const left = (/** @type {Lesson} */ lesson) => exercisesOf(lesson, cpu).filter((name) => !names.includes(name)).length;
    byId("learn-lessons", HTMLElement).replaceChildren(
      ...lessons.map((lesson) => {
        const [all, open] = [exercisesOf(lesson, cpu).length, left(lesson)];
        const card = make("a", "lesson", make("strong", "", lesson.title), make("span", "", `After it you can ${lesson.about}.`));
        card.append(make("span", "facts", open === 0 ? "✓ solved" : `${all - open} of ${all} exercises solved`));
        card.href = `#learn?lesson=${lesson.name}`;
        return make("li", "", card);
      }),
    );
    const last = lessons.findIndex(({ name }) => name === remembers(LAST));
    const wanted = lessons.slice(Math.max(last, 0)).find(left) ?? lessons.find(left) ?? lessons[0];
    const link = byId("learn-next", HTMLAnchorElement);
    if (wanted) link.href = `#learn?lesson=${wanted.name}`;
    link.textContent = `${last < 0 ? "Begin" : "Go on"} with lesson ${wanted ? lessons.indexOf(wanted) + 1 : 1}`;
    mark(list.querySelectorAll("li > a:not(.lesson)"));
  }

  /** Shows the courses of teachers. */
  async function drawCourses() {
    const all = await courses();
    byId("learn-courses", HTMLElement).replaceChildren(...all.flatMap(headed));
  }

  /** @param {Course} course */
  function headed({ title, exercises }) {
    const items = exercises.map(({ name, title }) => make("li", "", Object.assign(make("a", "", title), { href: addressOfExercise(name) })));
    const remove = async () => {
      putBack();
      await removeCourse(title);
      await drawCourses();
    };
    const removal = button("Remove this course", () => void app.safely(remove), "small-button");
    return [make("h2", "", title), make("ol", "", ...items), make("p", "", removal)];
  }

  /** Shows a lesson, or the list. @param {string} name @param {() => boolean} isWanted */
  async function show(name, isWanted) {
    if (name && name !== shown) {
      if (!(await contents()).some((lesson) => lesson.name === name)) throw new Error(`There is no lesson \`${name}\`. Choose one from the list.`);
      const lesson = await guide(`course-${name}`);
      if (!isWanted()) return;
      putBack();
      prepare(lesson, onTry);
      text.replaceChildren(...lesson.childNodes);
      mark(text.querySelectorAll("li > a"));
      for (const toggle of text.querySelectorAll("h2[data-cpu] ~ .try > button")) reached.observe(toggle);
      remember(LAST, name);
      scrollTo(0, 0);
    }
    if (!name) {
      putBack();
      await Promise.all([drawList(), drawCourses()]);
      mark(list.querySelectorAll("li > a:not(.lesson)"));
    }
    if (!isWanted()) return;
    shown = name;
    [list.hidden, text.hidden, byId("learn-all", HTMLElement).hidden] = [name !== "", name === "", name === ""];
  }

  /** @param {string} name a processor, or "both" */
  function choose(name) {
    cpu = name;
    text.dataset.cpu = name;
    showChoice("learn-cpu", name);
  }

  /** Opens an exercise below its line. @param {string} name */
  async function openExercise(name) {
    const link = [...(shown ? text : list).querySelectorAll("a")].find((one) => one.hash === addressOfExercise(name));
    if (!link) throw new Error(`There is no exercise \`${name}\`. Choose one from the list.`);
    if (link.dataset.cpu && cpu !== "both") choose(link.dataset.cpu);
    await place(link, `exercise=${encodeURIComponent(name)}`);
  }

  /** Copies the link to a course of files. @param {File[]} files */
  async function copyLink(files) {
    const { titleOf } = await machine();
    const ordered = files.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    const sheets = ordered.map(async (one) => {
      const { text } = await readText(one);
      const title = await titleOf(text).catch((error) => {
        throw new Error(`${one.name}: ${words(error)}`);
      });
      return { title, text };
    });
    const link = await linkTo(byId("learn-title", HTMLInputElement).value.trim(), await Promise.all(sheets));
    await app.copy(link, "The link to the course is");
  }

  choose(cpu);
  onChoice("learn-cpu", (name) => {
    choose(name);
    remember(CPU, name);
    // The code above it is not shown any more.
    if (holder && !holder.offsetParent) putBack();
    void app.safely(drawList);
  });
  onOpen("learn-link", ".asm,.a65,.s,.z80,.txt,text/plain", (files) => {
    app.clear();
    return app.safely(() => copyLink(files));
  });
  addEventListener("storage", () => {
    mark(text.querySelectorAll("li > a"));
    if (!text.hidden || list.hidden) return;
    void app.safely(drawList);
  });

  /** Shows what an address says. @param {URLSearchParams} query @param {() => boolean} isWanted */
  async function follow(query, isWanted) {
    const [packed, exercise] = [query.get("course"), query.get("exercise") ?? ""];
    if (packed) {
      // A reload does not add it again.
      history.replaceState(null, "", "#learn");
      const { course, isKept } = await addCourse(packed);
      const kept = isKept ? "This browser keeps it." : "This browser does not let the page keep it: open the link again next time.";
      app.tell(`“${course.title}” is above the lessons. ${kept}`, "note");
      if (!isWanted()) return;
    }
    const [, part] = /^course\/\w+\/(.+)-\d\.asm$/.exec(exercise) ?? [];
    const lesson = query.get("lesson") ?? (part ? (await contents()).find(({ name }) => name.slice(3) === part)?.name : "");
    await show(lesson ?? "", isWanted);
    if (exercise && isWanted()) await openExercise(exercise);
  }

  return {
    /** @param {URLSearchParams} query @param {() => boolean} isWanted */
    async shown(query, isWanted) {
      putBack();
      try {
        await follow(query, isWanted);
      } catch (error) {
        if (isWanted()) {
          // The address says what is there, so that the next choice is another one.
          history.replaceState(null, "", shown ? `#learn?lesson=${shown}` : "#learn");
          if (!shown) await show("", isWanted).catch(() => {});
        }
        throw error;
      }
    },
    hidden: putBack,
  };
}
