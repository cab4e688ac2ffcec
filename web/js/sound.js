// Sound: the samples of the machine, one piece after the other.

const RATE = 44_100;
/** The time between a sample and its sound: at the start, and at most, in seconds. */
const LEAD = 0.06;
const MOST_LEAD = 0.2;

/**
 * Returns what switches the sound on and off by a button, and whether it is on then.
 * @param {HTMLElement} button
 * @param {Sound} sound
 */
export function toggles(button, sound) {
  return async () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    await (isOn ? sound.on() : sound.off());
    button.setAttribute("aria-pressed", String(isOn));
    return isOn;
  };
}

/** The loudspeaker. Browsers allow sound only after a click. */
export class Sound {
  constructor() {
    /** @type {AudioContext | undefined} */
    this.context = undefined;
    this.next = 0;
  }

  async on() {
    this.context ??= new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    await this.context.resume();
  }

  async off() {
    await this.context?.suspend();
  }

  /** @param {Float32Array<ArrayBuffer>} samples */
  play(samples) {
    const { context } = this;
    if (!context || context.state !== "running") return;
    const now = context.currentTime;
    // After a pause the time of the last piece is past. At full speed there are more samples than time.
    if (this.next < now) this.next = now + LEAD;
    if (this.next > now + MOST_LEAD) return;
    const buffer = context.createBuffer(1, samples.length, RATE);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(this.next);
    this.next += samples.length / RATE;
  }
}
