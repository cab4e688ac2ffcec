// What the view Step opens besides the routines of its module: programs, exercises and the examples of the guides.

import { file } from "./wasm.js";

/** @import { Lessons, Target } from "./types.js" */

/** @type {Promise<Lessons> | undefined} */
let loaded;

/** Returns all of it, which is downloaded once. @returns {Promise<Lessons>} */
export function lessons() {
  loaded ??= file("lessons.json")
    .then((response) => response.json())
    .catch((error) => {
      // The next attempt downloads it again.
      loaded = undefined;
      throw error;
    });
  return loaded;
}

/** Returns what is sent to the module for a program. The text of a bundled one is not kept. @param {Target} target @returns {Promise<Target>} */
export async function withText(target) {
  if (!target.target.startsWith("programs/") || target.files?.[target.target] !== undefined) return target;
  const { programs } = await lessons();
  const program = programs.find(({ name }) => name === target.target);
  return program ? { ...target, files: { ...target.files, [program.name]: program.text } } : target;
}

/** Returns an example of the guides with the files that it names. @param {string} name @returns {Promise<Target>} */
export async function example(name) {
  const { examples } = await lessons();
  const text = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (text === undefined) throw new Error(`There is no example \`${name}\`. Choose a task from the list.`);
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const others = Object.entries(examples).filter(([other]) => other.startsWith(folder) && text.includes(other.slice(folder.length)));
  return { target: name, files: { ...Object.fromEntries(others), [name]: text } };
}
