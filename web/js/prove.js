// Proofs: in a worker of their own, which can be stopped.

import { byId, button, make, words } from "./dom.js";
import { Remote, Stopped } from "./remote.js";
import { checked } from "./target.js";

/** @import { Safely } from "./dom.js" */
/** @import { Proof } from "./requests.js" */
/** @import { Target, Verdict } from "./types.js" */

const STOPPED = "The proof was stopped.";

/** What each verdict means, in one line. @type {Record<Verdict["word"], string>} */
const MEANING = {
  holds: "Proven: it does what the header states, for every input and every initial state.",
  "holds, cycles sampled": "Proven, except for the stated cycles: these were only compared with those of random inputs.",
  sampled: "Not proven: random inputs showed no fault.",
  FAILS: "It does not do what the header states. This is an input that shows it:",
  undecided: "Nothing was found out:",
};

/** The buttons that prove, and the report. */
export class Prover {
  /**
   * @param {object} host
   * @param {() => string} host.sheet the text of the user's sheet
   * @param {() => string} host.name its file name
   * @param {() => Target} host.routine the chosen routine
   * @param {(shown: Target) => Promise<void>} host.show shows a counterexample, with the sheet that was proven
   * @param {(error?: unknown) => void} host.marks marks the line of the sheet that an error names
   * @param {Safely} host.safely
   */
  constructor(host) {
    this.host = host;
    this.report = byId("proof", HTMLElement);
    /** @type {Remote<"step.wasm"> | undefined} */
    this.remote = undefined;
    const own = () => ({ name: host.name(), files: { [host.name()]: host.sheet() } });
    const bundled = () => {
      const { target, cpu, files } = host.routine();
      return { name: target, cpu, files };
    };
    byId("step-prove", HTMLElement).addEventListener("click", () => void this.prove(own()));
    byId("step-prove-routine", HTMLElement).addEventListener("click", () => void this.prove(bundled()));
  }

  /** @param {Proof} request */
  async prove(request) {
    this.remote?.stop(new Stopped(STOPPED));
    const remote = new Remote("step.wasm");
    this.remote = remote;
    const stop = button("Stop", () => remote.stop(new Stopped(STOPPED)), "small-button");
    this.host.marks();
    const start = performance.now();
    this.say(make("p", "", `Proving ${request.name} … `, stop));
    try {
      const { head, routines } = await remote.ask("prove", request);
      const seconds = ((performance.now() - start) / 1000).toFixed(2);
      this.say(...routines.flatMap((verdict) => this.verdict(head, verdict, request.files)), make("p", "facts", `${seconds} seconds`));
    } catch (error) {
      // Another proof has begun, which has the place of the report.
      if (this.remote === remote) {
        this.host.marks(error);
        this.say(report("failed", words(error)));
      }
    } finally {
      remote.stop(new Stopped(STOPPED));
    }
  }

  /** @param {string} head @param {Verdict} verdict @param {Record<string, string>} [files] */
  verdict(head, verdict, files) {
    const parts = [make("p", `verdict ${verdict.word}`, MEANING[verdict.word]), report("", head + verdict.text.trimEnd())];
    if (verdict.show) {
      const shown = checked(verdict.show);
      const act = () => void this.host.safely(() => this.host.show(files ? { ...shown, files } : shown));
      parts.push(make("p", "", button("Show me", act, "main")));
    }
    return parts;
  }

  /** @param {...HTMLElement} parts */
  say(...parts) {
    this.report.hidden = false;
    this.report.replaceChildren(...parts);
  }
}

/** Returns a text in columns, which the keyboard can scroll. @param {string} className @param {string} text */
function report(className, text) {
  const element = make("pre", className, text);
  element.tabIndex = 0;
  return element;
}
