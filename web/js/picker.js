// The choice of what is stepped: a task, and the processor.

import { make } from "./basic.js";
import { byId, onChoice, showChoice } from "./dom.js";
import { lessons } from "./lessons.js";
import { FIRST } from "./stepper.js";

/** @import { Stepper } from "./stepper.js" */
/** @import { Family, Target } from "./types.js" */

/** How the choices of programs begin: they stand for those of each processor. */
const PROGRAM = "programs/*/";
/** The group of what is not bundled. */
const FILES = "Files";

/** The choice of what is stepped. */
export class Picker {
  #tasks = byId("step-task", HTMLSelectElement);
  #input = byId("step-input", HTMLInputElement);
  #cpu = "8080";
  /** What was shown or chosen last. @type {Target} */
  #last = FIRST;
  /** An instructive input of each routine. @type {Map<string, string>} */
  #inputs = new Map();

  /** @param {() => unknown} onChoose is called when something else is chosen */
  constructor(onChoose) {
    const choose = () => {
      this.#last = this.target;
      onChoose();
    };
    this.#tasks.addEventListener("change", () => {
      this.#input.value = this.#inputs.get(this.#tasks.value) ?? "";
      choose();
    });
    onChoice("step-cpu", (cpu) => {
      this.#cpu = cpu;
      choose();
    });
  }

  /** What is chosen, as a program to step. @returns {Target} */
  get target() {
    const task = this.#tasks.value;
    const inputs = this.#input.value.trim() ? [this.#input.value.trim()] : [];
    if (this.#isFile(task)) return { target: task, inputs };
    if (task.startsWith(PROGRAM)) return { target: task.replace("*", this.#cpu), inputs };
    return { target: task, inputs, cpu: this.#cpu };
  }

  /** Shows what is stepped. @param {Target} shown */
  show(shown) {
    const { target, cpu, inputs = [] } = shown;
    this.#last = shown;
    const [task = "", programCpu] = /^programs\/([^/]+)\/(.+)$/.test(target) ? [target.replace(/\/[^/]+\//, "/*/"), target.split("/")[1]] : [target];
    this.#cpu = programCpu ?? cpu?.replace(/^z/i, "Z") ?? "8080";
    this.#offer(task);
    this.#tasks.value = task;
    this.#input.value = inputs.join(",");
    this.#input.placeholder = this.#inputs.has(task) ? "random" : "";
    showChoice("step-cpu", this.#cpu);
    byId("step-cpu", HTMLElement).hidden = this.#isFile(task);
    for (const z80 of document.querySelectorAll("#step-cpu [value=Z80]")) if (z80 instanceof HTMLInputElement) z80.disabled = task.startsWith(PROGRAM);
    for (const id of ["step-prove-routine", "step-sheet"]) byId(id, HTMLElement).hidden = task.startsWith(PROGRAM);
  }

  /** Fills the list of tasks. @param {Stepper} stepper */
  async list(stepper) {
    const [{ routines }, { programs }] = await Promise.all([stepper.remote.ask("routines"), lessons()]);
    /** @type {Family[]} */
    const families = [];
    for (const { name, title, family, input } of routines) {
      const last = families.at(-1);
      const tasks = last?.name === family ? last.tasks : [];
      if (last?.name !== family) families.push({ name: family, tasks });
      if (!tasks.some(([task]) => task === name)) tasks.push([name, `${name}: ${title}`]);
      this.#inputs.set(name, input);
    }
    const of8080 = programs.filter(({ name }) => name.includes("/8080/"));
    families.push({ name: "Programs", tasks: of8080.map(({ name, title }) => [name.replace("/8080/", "/*/"), title.replace(/ for the .*/, "")]) });
    this.#tasks.replaceChildren(...families.map(group));
    this.show(this.#last);
  }

  /** Whether a choice is a file, which has one processor. @param {string} task */
  #isFile(task) {
    return task.includes(".") && !task.startsWith(PROGRAM);
  }

  /** Offers a choice that is not in the list. @param {string} task */
  #offer(task) {
    const options = [...this.#tasks.options];
    options.filter((option) => option.parentElement?.getAttribute("label") === FILES && option.value !== task).forEach((option) => option.remove());
    if ([...this.#tasks.options].some((option) => option.value === task)) return;
    this.#tasks.querySelector(`[label=${FILES}]`)?.remove();
    this.#tasks.append(group({ name: FILES, tasks: [[task, task]] }));
  }
}

/** @param {Family} family */
function group({ name, tasks }) {
  const options = tasks.map(([value, text]) => Object.assign(make("option", "", text), { value }));
  return Object.assign(make("optgroup", "", ...options), { label: name });
}
