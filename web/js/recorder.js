// The pictures of the last seconds, for an animation.

/** How long is kept, in milliseconds. */
const KEPT = 12_000;
/** The shortest time between two pictures. GIF counts hundredths of a second, and browsers slow down those below two. */
const SHORTEST = 40;

/** A picture and its time in milliseconds. @typedef {{ time: number, picture: ImageData }} Recorded */

/** The last seconds. */
export class Recorder {
  constructor() {
    /** @type {Recorded[]} */
    this.pictures = [];
  }

  /** @param {ImageData} picture @param {number} time in milliseconds */
  add(picture, time) {
    const { pictures } = this;
    const last = pictures.at(-1);
    // What changes faster than the animation replaces the picture before.
    if (last && time - last.time < SHORTEST) last.picture = picture;
    else pictures.push({ time, picture });
    while (pictures.length > 1 && (pictures[1]?.time ?? time) < time - KEPT) pictures.shift();
  }

  clear() {
    this.pictures = [];
  }
}
