// The picture on a canvas, at the aspect of a television: a pixel is 6 wide and 7 high.

/** The time from a picture to a look at its text, in milliseconds. */
export const READ_AFTER = 500;
const ASPECT = 7 / 6;
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
    this.fit = this.fit.bind(this);
    this.frame = /** @type {HTMLElement} */ (canvas.parentElement);
    this.room = /** @type {HTMLElement} */ (this.frame.parentElement);
    new ResizeObserver(this.fit).observe(this.room);
    addEventListener("resize", this.fit);
  }

  /** @param {ImageData} picture */
  draw(picture) {
    if (picture.width !== this.canvas.width || picture.height !== this.canvas.height) {
      this.canvas.width = picture.width;
      this.canvas.height = picture.height;
      this.fit();
    }
    this.context.putImageData(picture, 0, 0);
  }

  /** Shows the picture as large as fits, with a whole number of the display's pixels for each of the machine's. */
  fit() {
    const { canvas } = this;
    const style = getComputedStyle(this.frame);
    const room = this.room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (room <= 0) return;
    const share = Number(getComputedStyle(document.body).getPropertyValue("--screen-share")) || 0.6;
    const ratio = devicePixelRatio || 1;
    const wide = (room * ratio) / canvas.width;
    const high = (innerHeight * share * ratio) / (canvas.height * ASPECT);
    const column = Math.max(1, Math.floor(Math.min(wide, high)));
    const row = Math.round(column * ASPECT);
    canvas.style.width = `${(column * canvas.width) / ratio}px`;
    canvas.style.height = `${(row * canvas.height) / ratio}px`;
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
