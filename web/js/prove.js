// Proofs: in a worker of their own, which can be stopped.

import { button, make } from "./basic.js";
import { byId, words } from "./dom.js";
import { blame, explained, scrolled } from "./proof.js";
import { Remote, Stopped } from "./remote.js";
import { OWN } from "./sheet.js";
import { checked } from "./target.js";

/** @import { Safely } from "./dom.js" */
/** @import { Proof } from "./requests.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Target, Verdict } from "./types.js" */

const STOPPED = "The proof was stopped.";
/** How long a proof takes that nobody has asked for, in milliseconds. */
const PATIENCE = 5000;

/** The buttons that prove, and the report. */
export class Prover {
  /** Whether nobody has asked for the proof that runs. */
  #isUnasked = false;

  /**
   * @param {object} host
   * @param {Sheet} host.sheet the visitor's sheet
   * @param {() => Target} host.chosen the chosen routine
   * @param {(shown: Target, why: string) => Promise<void>} host.show shows a counterexample and why it is one
   * @param {(verdict: Verdict, exercise: string) => Node | undefined} host.onProven is told the verdict on a solution; what it returns is shown
   * @param {Safely} host.safely
   */
  constructor(host) {
    this.host = host;
    this.report = byId("proof", HTMLElement);
    /** @type {Remote<"prove.wasm"> | undefined} */
    this.remote = undefined;
    byId("step-prove", HTMLElement).addEventListener("click", () => void this.prove(this.#own()));
    byId("step-prove-routine", HTMLElement).addEventListener("click", () => void this.proveChosen());
  }

  /** Proves what is chosen. */
  proveChosen() {
    const { target, cpu, files } = this.host.chosen();
    return this.prove(files?.[target] === undefined ? { name: target, cpu } : { name: target, files, exercise: this.#exercise(target) });
  }

  /** Proves the visitor's sheet, if that does not take long. */
  proveWritten() {
    return this.prove(this.#own(), true);
  }

  /** The sheet has changed: ends a proof that nobody has asked for, and shows that a report is about another text. */
  withdraw() {
    if (this.#isUnasked && this.remote) {
      this.#stop();
      this.report.hidden = true;
    }
    this.report.classList.add("stale");
  }

  #own() {
    return { name: OWN, files: { [OWN]: this.host.sheet.text }, exercise: this.#exercise(OWN) };
  }

  /** Returns the exercise that a sheet is meant to solve. @param {string} name */
  #exercise(name) {
    return name === OWN ? this.host.sheet.exercise?.text : undefined;
  }

  #stop() {
    this.remote?.stop(new Stopped(STOPPED));
    this.remote = undefined;
  }

  /** @param {Proof} request @param {boolean} [isUnasked] */
  async prove(request, isUnasked = false) {
    this.#stop();
    const remote = new Remote("prove.wasm");
    this.remote = remote;
    this.#isUnasked = isUnasked;
    const stop = button("Stop", () => remote.stop(new Stopped(STOPPED)), "small-button");
    const end = isUnasked ? setTimeout(() => remote.stop(new Stopped("Not decided in 5 seconds. Prove continues without a limit.")), PATIENCE) : 0;
    const start = performance.now();
    this.host.sheet.mark();
    this.#say(make("p", "", isUnasked ? "Proving … " : `Proving ${request.name} … `, stop));
    try {
      const { head, routines } = await remote.ask("prove", request);
      if (this.remote !== remote) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(2);
      this.#say(...routines.flatMap((verdict) => this.#verdict(head, verdict, request)), make("p", "facts", `${seconds} seconds`));
    } catch (error) {
      // Another proof has begun, which has the place of the report, or the sheet has changed.
      if (this.remote !== remote) return;
      this.host.sheet.mark(error);
      this.#say(scrolled("failed", words(error)));
    } finally {
      clearTimeout(end);
      remote.stop(new Stopped(STOPPED));
      if (this.remote === remote) this.remote = undefined;
    }
  }

  /** @param {string} head @param {Verdict} verdict @param {Proof} request */
  #verdict(head, verdict, { files, exercise }) {
    const parts = explained(head, verdict);
    const added = exercise === undefined ? undefined : this.host.onProven(verdict, exercise);
    if (verdict.show) {
      const shown = checked(verdict.show);
      const act = () => void this.host.safely(() => this.host.show(files ? { ...shown, files } : shown, blame(verdict.report)));
      parts.splice(-1, 0, make("p", "", button("Show me", act, "main")));
    }
    return [...(added ? [added] : []), ...parts];
  }

  /** @param {...Node} parts */
  #say(...parts) {
    this.report.hidden = false;
    this.report.classList.remove("stale");
    this.report.replaceChildren(...parts);
  }
}
