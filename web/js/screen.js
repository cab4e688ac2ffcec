// The picture on a canvas. The style sheet shows it as large as fits, with a whole number of the display's pixels for each of the
// machine's, at the aspect of a television: a pixel is 6 wide and 7 high.

/** The time from a picture to a look at its text, in milliseconds. */
export const READ_AFTER = 500;
/** A saved picture has this many pixels for one of the machine. */
const [SAVED_WIDTH, SAVED_HEIGHT] = [6, 7];

/** The screen of the machine. */
export class Screen {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} text
   */
  constructor(canvas, text) {
    this.canvas = canvas;
    this.text = text;
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("this browser cannot draw on a canvas");
    this.context = context;
    this.#size(canvas.width, canvas.height);
    measure();
    addEventListener("resize", measure);
  }

  /** @param {ImageData} picture */
  draw(picture) {
    if (picture.width !== this.canvas.width || picture.height !== this.canvas.height) {
      this.#size(picture.width, picture.height);
    }
    this.context.putImageData(picture, 0, 0);
  }

  /** @param {number} width @param {number} height */
  #size(width, height) {
    const { canvas } = this;
    Object.assign(canvas, { width, height });
    canvas.style.setProperty("--columns", String(width));
    canvas.style.setProperty("--rows", String(height));
  }

  /**
   * Writes the screen's text for screen readers. Only rows that differ are written, so that only they are read aloud.
   * @param {string[]} rows
   */
  read(rows) {
    const { text } = this;
    while (text.children.length < rows.length) text.append(document.createElement("div"));
    while (text.children.length > rows.length) text.lastElementChild?.remove();
    rows.forEach((row, index) => {
      const line = text.children[index];
      if (line && line.textContent !== row) line.textContent = row;
    });
  }

  /** Lets a button show the screen on the whole display, where the browser can do that. @param {HTMLElement} button */
  offerFullscreen(button) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", async () => {
      // The visitor or the browser may refuse.
      await this.canvas.parentElement?.requestFullscreen().catch(() => {});
      this.canvas.parentElement?.focus();
    });
  }

  /** @returns {Promise<Blob>} */
  png() {
    const { canvas } = this;
    const large = document.createElement("canvas");
    large.width = canvas.width * SAVED_WIDTH;
    large.height = canvas.height * SAVED_HEIGHT;
    const context = large.getContext("2d");
    if (!context) throw new Error("this browser cannot draw on a canvas");
    context.imageSmoothingEnabled = false;
    context.drawImage(canvas, 0, 0, large.width, large.height);
    return new Promise((done, fail) => {
      large.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture cannot be encoded"))));
    });
  }
}

/** Tells the style sheet how large a pixel of the display is. */
function measure() {
  document.documentElement.style.setProperty("--dot", `${1 / (devicePixelRatio || 1)}px`);
}
