// An animation of pictures, as GIF.

/** @import { Recorded } from "./recorder.js" */

/** How long the last picture stays, in hundredths of a second. */
const LAST = 100;
/** The width and height of a pixel of the machine. Their mean is its aspect. */
const [WIDE, HIGH] = [3, 3.5];
const MOST_CODES = 4096;

/** A picture: its colors, and the color of each pixel. @typedef {{ width: number, colors: number[], pixels: Uint8Array }} Frame */

/** Returns an animation of pictures. @param {Recorded[]} pictures @returns {Promise<Blob>} */
export async function gif(pictures) {
  const [first] = pictures;
  if (!first) throw new Error("There is no picture yet.");
  const [width, height] = [first.picture.width * WIDE, Math.floor(first.picture.height * HIGH)];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [bytes("GIF89a", ...word(width), ...word(height), 0, 0, 0), bytes("!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")];
  for (const [index, { time, picture }] of pictures.entries()) {
    const next = pictures[index + 1];
    const delay = next ? Math.max(2, Math.round((next.time - time) / 10)) : LAST;
    parts.push(...image(indexed(picture), width, height, delay));
    // The page stays alive.
    if (index % 8 === 7) await new Promise((done) => setTimeout(done));
  }
  parts.push(bytes(";"));
  return new Blob(parts, { type: "image/gif" });
}

/** @param {ImageData} picture @returns {Frame} */
function indexed({ data, width, height }) {
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const pixels = new Uint8Array(words.length);
  /** @type {Map<number, number>} */
  const numbers = new Map();
  words.forEach((color, at) => {
    let number = numbers.get(color);
    if (number === undefined) numbers.set(color, (number = numbers.size & 0xff));
    pixels[at] = number;
  });
  return { width, colors: [...numbers.keys()], pixels };
}

/** @param {Frame} frame @param {number} width @param {number} height @param {number} delay */
function image(frame, width, height, delay) {
  const bits = Math.max(1, Math.ceil(Math.log2(frame.colors.length)));
  const table = new Uint8Array(3 << bits);
  frame.colors.forEach((color, at) => table.set([color & 0xff, (color >> 8) & 0xff, (color >> 16) & 0xff], 3 * at));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = Math.floor(y / HIGH) * frame.width;
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = frame.pixels[from + Math.floor(x / WIDE)] ?? 0;
  }
  const control = bytes("!\xf9\x04\x04", ...word(delay), 0, 0);
  const descriptor = bytes(",\0\0\0\0", ...word(width), ...word(height), 0x80 | (bits - 1));
  return [control, descriptor, table, ...blocks(compressed(pixels, Math.max(2, bits)), Math.max(2, bits))];
}

/**
 * Compresses by LZW with codes of growing width.
 * @param {Uint8Array} pixels
 * @param {number} bits
 */
function compressed(pixels, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const made = [];
  let [buffer, filled, size, next] = [0, 0, bits + 1, end + 1];
  /** The code of a known string and one more pixel. @type {Map<number, number>} */
  let known = new Map();
  const put = (/** @type {number} */ code) => {
    buffer |= code << filled;
    for (filled += size; filled >= 8; filled -= 8) {
      made.push(buffer & 0xff);
      buffer >>>= 8;
    }
  };
  put(clear);
  let string = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const key = (string << 8) | (pixels[at] ?? 0);
    const longer = known.get(key);
    if (longer !== undefined) {
      string = longer;
      continue;
    }
    put(string);
    if (next === MOST_CODES) {
      put(clear);
      [size, next, known] = [bits + 1, end + 1, new Map()];
    } else {
      known.set(key, next);
      if (next === 1 << size) size += 1;
      next += 1;
    }
    string = pixels[at] ?? 0;
  }
  put(string);
  put(end);
  if (filled > 0) made.push(buffer & 0xff);
  return Uint8Array.from(made);
}

/** Divides data into blocks with their lengths. @param {Uint8Array} data @param {number} bits */
function blocks(data, bits) {
  const made = [bytes("", bits)];
  for (let at = 0; at < data.length; at += 255) {
    const part = data.slice(at, at + 255);
    made.push(bytes("", part.length), part);
  }
  return [...made, bytes("", 0)];
}

/** @param {number} value */
const word = (value) => [value & 0xff, value >> 8];

/** Returns the codes of a text, then numbers. @param {string} text @param {...number} numbers */
const bytes = (text, ...numbers) => Uint8Array.from([...[...text].map((letter) => letter.charCodeAt(0)), ...numbers]);
