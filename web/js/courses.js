// Courses of teachers: sheets in a link. The browser keeps the link's contents as they came, and checks them whenever it reads them.

import { remember, remembers } from "./basic.js";
import { addressOf, BadLink, checkFields, damaged, isText, pack, unpack } from "./share.js";

/** @import { Course, Exercise, ListedExercise } from "./types.js" */

/** Where the browser keeps them, with blanks between them. */
const KEPT = "arcadian courses";
/** The most courses, the most sheets of one, and the most characters of one in a link, of a sheet, and of a title. */
const [MOST_COURSES, MOST_SHEETS, LONGEST_LINK, LONGEST_SHEET, LONGEST_TITLE] = [20, 60, 40_000, 20_000, 200];

/** Returns a short name of a text. @param {string} text */
function nameOf(text) {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

/** @param {unknown} value @returns {value is string} */
const isTitle = (value) => isText(value) && value.trim() !== "" && value.length <= LONGEST_TITLE;
/** @param {unknown} value @returns {value is string} */
const isSheet = (value) => isText(value) && value.length <= LONGEST_SHEET;
/** @param {unknown} value @returns {value is unknown[]} */
const isSheets = (value) => Array.isArray(value) && value.length > 0 && value.length <= MOST_SHEETS;

/** Returns the course in a part of a link. @param {string} packed @returns {Promise<Course>} */
async function read(packed) {
  if (packed.length > LONGEST_LINK) throw new BadLink("This link is too long to be one of this page.");
  const { title = damaged(), sheets = damaged() } = checkFields(await unpack(packed), { title: isTitle, sheets: isSheets });
  /** @type {Map<string, ListedExercise>} */
  const exercises = new Map();
  for (const sheet of sheets) {
    const { title: named = damaged(), text = damaged() } = checkFields(sheet, { title: isTitle, text: isSheet });
    const name = `own-${nameOf(title)}/${nameOf(text)}`;
    exercises.set(name, { name, cpu: "", title: named, text });
  }
  return { title, exercises: [...exercises.values()], packed };
}

/** Returns the courses that the browser keeps. */
export async function courses() {
  const kept = (remembers(KEPT) ?? "").split(" ").filter(Boolean);
  const all = await Promise.allSettled(kept.map(read));
  return all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** Replaces the courses that the browser keeps. Returns whether it does. @param {Course[]} all */
const keep = (all) => remember(KEPT, all.map(({ packed }) => packed).join(" "));

/** @param {string} title */
const without = async (title) => (await courses()).filter((one) => one.title !== title);

/** Removes a course. What is solved of it stays so. @param {string} title */
export const removeCourse = async (title) => keep(await without(title));

/** Keeps the course in a part of a link, in place of one of the same title. @param {string} packed */
export async function addCourse(packed) {
  const course = await read(packed);
  return { course, isKept: keep([...(await without(course.title)), course].slice(-MOST_COURSES)) };
}

/** Returns the link to a course. @param {string} title @param {Exercise[]} sheets */
export async function linkTo(title, sheets) {
  if (!isTitle(title)) throw new Error("The course has no title. Write one, such as the name of the class.");
  const large = sheets.find(({ text }) => !isSheet(text));
  if (large) throw new Error(`“${large.title}” is longer than ${LONGEST_SHEET / 1000} kB, which is too long for a course.`);
  if (sheets.length > MOST_SHEETS) throw new Error(`A course has at most ${MOST_SHEETS} sheets; these are ${sheets.length}.`);
  const packed = await pack({ title, sheets });
  if (packed.length > LONGEST_LINK) throw new BadLink("The sheets are too long for one link. Make two courses of them.");
  return addressOf(`learn?course=${packed}`);
}
