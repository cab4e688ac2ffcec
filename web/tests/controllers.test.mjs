// Tests of the hand controllers and the light pen: gamepads, mouse, buttons. See browser.mjs for what they need.

import { link, open, page, shows, waitsFor } from "./browser.mjs";

/** Gives the page gamepads that a test moves: `pads[0].axes[0] = 1`. */
function withGamepads() {
  const pad = (index) => ({ index, connected: true, axes: [0, 0, 0, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) });
  window.pads = [pad(0), pad(1), null, null];
  navigator.getGamepads = () => window.pads;
}

const connect = (page) => page.evaluate(() => dispatchEvent(new Event("gamepadconnected")));
const isSteady = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 300)));

const PROGRAM = `10 A=JX(1)+(10×JY(2))+(100×TR(2))+(1000×JX(3));IF KN(1)>99A=A+5000
20 IF A#BPRINT #1,"SUM ",A;B=A
30 GOTO 10
`;
const PLAYED = link({ n: "x.bas", t: PROGRAM, s: 1 });

page("gamepads are hand controllers", { prepare: withGamepads }, async (page) => {
  await open(page, PLAYED);
  await waitsFor(page, "Running");
  await connect(page);
  await page.evaluate(() => (window.pads[0].axes[0] = -0.9));
  await shows(page, "SUM -1");
  await page.evaluate(() => {
    window.pads[0].axes[0] = 0.2;
    window.pads[1].axes[1] = -1;
    window.pads[1].buttons[0].pressed = true;
  });
  await shows(page, "SUM 110");
  // The cross does the same as the stick.
  await page.evaluate(() => {
    window.pads[1].axes[1] = 0;
    window.pads[1].buttons[0].pressed = false;
    window.pads[1].buttons[13].pressed = true;
  });
  await shows(page, "SUM -10");
  // A gamepad that is taken away lets go.
  await page.evaluate(() => (window.pads[1] = null));
  await shows(page, "SUM 0");
  // The right stick turns the knob, which stays there.
  await page.evaluate(() => (window.pads[0].axes[2] = 1));
  await shows(page, "SUM 5000");
  await page.evaluate(() => (window.pads[0].axes[2] = 0));
  await isSteady(page);
  await page.evaluate(() => (window.pads[0].buttons[15].pressed = true));
  await shows(page, "SUM 5001");
});

page("the mouse is knob and trigger, and buttons move another controller", {}, async (page) => {
  await open(page, PLAYED);
  await waitsFor(page, "Running");
  await page.click("#controller summary");
  await page.selectOption("#stick label:last-child select", "knob");
  const { x, y, width, height } = await page.locator("#picture").boundingBox();
  await page.mouse.move(x + width * 0.95, y + height / 2);
  await shows(page, "SUM 5000");
  await page.mouse.move(x + width * 0.1, y + height / 2);
  await shows(page, "SUM 0");
  await page.selectOption("#stick label:nth-last-child(2) select", "2");
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await page.mouse.down();
  await shows(page, "SUM 100");
  await page.mouse.up();
  await page.selectOption("#stick label:last-child select", "");
  await page.selectOption("#stick label:nth-last-child(2) select", "3");
  const right = await page.locator("#stick .right").boundingBox();
  await page.mouse.move(right.x + 5, right.y + 5);
  await page.mouse.down();
  await shows(page, "SUM 1000");
  await page.mouse.up();
});

page("on the Bally a gamepad moves and the mouse is the light pen", { prepare: withGamepads }, async (page) => {
  await open(page, link({ n: "pen.bas", t: '10 A=(&(15)>60)+(10×JX(2))\n20 IF A#BPRINT #1,"SUM ",A;B=A\n30 GOTO 10\n', s: 1 }));
  await page.evaluate(() => (location.hash = "#bally"));
  await page.click("#bally-program");
  const says = (text) => page.waitForFunction((text) => document.getElementById("bally-text").textContent.includes(text), text);
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("The program of Play"));
  await page.click("#view-bally .controller summary");
  await page.selectOption("#bally-stick label:last-child select", "pen");
  const { x, y, width, height } = await page.locator("#bally-picture").boundingBox();
  await page.mouse.move(x + width * 0.8, y + height / 2);
  await page.mouse.down();
  await says("SUM 1");
  await page.mouse.up();
  await connect(page);
  await page.evaluate(() => (window.pads[1].axes[0] = 1));
  await says("SUM 11");
});
