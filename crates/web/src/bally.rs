//! The module of the web page with the emulated Bally, with picture and sound, for a worker. It shares code with the module of the debugger.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    Handler, Module, Pixels, Reply, SAMPLE_RATE, change, done,
    input::{HandMovement, Press, Selection, Sources, Texts, control_named, decoded},
    refuse,
};
use arcadian_bally::{Config, Pen, Rom};
use arcadian_files::{
    Error, Files as _, LONGEST_IMAGE,
    program::{self, Reading},
};
use arcadian_play::bally::{
    basic::{BasicBally, cartridge, has_cartridge},
    keys::Keypad,
    parts::Parts,
    report::{self, BORDER, raster},
    session::BallySession,
};
use arcadian_play::{pace::Speed, stick::Releases};
use arcadian_screen::{HEIGHT, Picture, recognize};
use serde::Deserialize;
use serde_json::{Value, json};

/// A machine that is played, if it is switched on, and its picture.
#[derive(Default)]
pub struct Bally {
    arcade: Option<Arcade>,
    pixels: Pixels,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Action {
    action: String,
}

impl Module for Bally {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("bally", |bally, request| {
            let (arcade, reply) = Arcade::open(&request.read::<Machine>()?)?;
            bally.arcade = Some(arcade);
            Ok(reply)
        }),
        ("press", |bally, request| bally.arcade()?.press(&request.read::<Press>()?).and(done())),
        ("type", |bally, request| bally.arcade()?.type_text(&request.read::<Text>()?.text)),
        ("handle", |bally, request| bally.arcade()?.control(&request.read::<Press>()?).and(done())),
        ("select", |bally, request| bally.arcade()?.select(request.read::<Selection>()?.number).and(done())),
        ("hold", |bally, request| bally.arcade()?.hold(&request.read()?).and(done())),
        ("pen", |bally, request| {
            let pointer = request.read()?;
            bally.arcade().map(|arcade| arcade.point(pointer)).and(done())
        }),
        ("act", |bally, request| bally.arcade()?.act(&request.read::<Action>()?.action).and(done())),
        ("text", |bally, _| Ok(bally.arcade()?.text())),
    ];

    fn run(&mut self, now: Duration) -> u32 {
        let Bally { arcade, pixels } = self;
        arcade.as_mut().map_or(0, |arcade| arcade.advance(now, pixels))
    }

    fn pixels(&self) -> Option<&Pixels> {
        Some(&self.pixels)
    }

    fn take_samples(&mut self) -> Vec<f32> {
        self.arcade.as_mut().map(Arcade::take_samples).unwrap_or_default()
    }
}

impl Bally {
    fn arcade(&mut self) -> Result<&mut Arcade, Error> {
        self.arcade.as_mut().ok_or_else(|| refuse("the Bally is not switched on"))
    }
}

/// The most samples that wait for the page: half a second. A page without sound takes none.
const MOST_SAMPLES: usize = SAMPLE_RATE as usize / 2;

/// A machine and how it starts.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Machine {
    /// An on-board ROM, a file of `files` or `binary`; without it our own boot ROM.
    rom: Option<String>,
    /// A cartridge or its source; without it the BASIC cartridge of this project if `basic`.
    cart: Option<String>,
    basic: bool,
    /// With `basic`: the name of a program to enter and run, in `files` or `rotate`.
    program: Option<String>,
    seed: u64,
    files: Texts,
    /// Files that are no text, in Base64.
    binary: Texts,
}

/// The place of the mouse: a column and a row of the picture with its border.
#[derive(Deserialize)]
struct Pointer {
    pixel: Option<(usize, usize)>,
}

impl Machine {
    fn sources(&self) -> Result<Sources, Error> {
        let mut sources = Sources::from(self.files.clone());
        for (name, text) in &self.binary {
            sources.add(name.clone(), decoded(text)?);
        }
        Ok(sources)
    }

    fn start(&self) -> Result<arcadian_bally::Bally, Error> {
        let sources = self.sources()?;
        if let Some(name) = &self.program {
            let loaded = program::load(&sources, name.as_ref(), &Reading::default())?;
            let mut basic = BasicBally::loaded(&loaded, self.seed, false, SAMPLE_RATE)?;
            basic.enter("RUN").map_err(|error| Error::of(&error))?;
            return Ok(basic.into_bally());
        }
        let [mut rom, mut cart] = [&self.rom, &self.cart].map(|name| name.clone().map(PathBuf::from));
        if rom.is_none() && cart.as_deref().is_some_and(|path| is_known_rom(&sources, path)) {
            std::mem::swap(&mut rom, &mut cart);
        }
        let parts =
            Parts { rom, cart, inserted: self.basic.then(cartridge).transpose()?, ..Parts::default() };
        let config = Config { sample_rate: SAMPLE_RATE, ..Config::default() };
        Ok(parts.load_with(&sources, config)?.bally)
    }
}

/// Returns whether a file is a published on-board ROM: people choose one file without saying what it is.
fn is_known_rom(sources: &Sources, path: &Path) -> bool {
    let bytes = sources.bytes(path, "an image", LONGEST_IMAGE).unwrap_or_default();
    Rom::new(&bytes).is_ok_and(|rom| rom.known().is_some())
}

/// A machine that is played.
struct Arcade {
    session: BallySession,
    keypad: Keypad,
    now: Duration,
    shown: Vec<u8>,
    samples: Vec<f32>,
}

impl Arcade {
    /// Switches a machine on. Returns the fields of the answer as well.
    fn open(machine: &Machine) -> Result<(Self, Value), Error> {
        let bally = machine.start()?;
        let is_basic = has_cartridge(&bally);
        let keypad = if is_basic { Keypad::Basic } else { Keypad::of(bally.config()) };
        let mut session = BallySession::new(bally).with_releases(Releases::All);
        // Time starts with the first frame that the page asks for.
        session.suspend();
        let arcade = Arcade { session, keypad, now: Duration::ZERO, shown: Vec::new(), samples: Vec::new() };
        let reply = json!({ "basic": is_basic, "sampleRate": SAMPLE_RATE, "report": arcade.report() });
        Ok((arcade, reply))
    }

    /// Runs the machine up to a time. Draws the picture if it has changed.
    fn advance(&mut self, now: Duration, pixels: &mut Pixels) -> u32 {
        self.now = now.max(self.now);
        let samples = &mut self.samples;
        self.session.advance(self.now, |bally| {
            samples.extend(crate::samples(bally.samples()));
        });
        let surplus = self.samples.len().saturating_sub(MOST_SAMPLES);
        self.samples.drain(..surplus);
        let busy = if self.session.speed() == Some(Speed::Max) { change::BUSY } else { 0 };
        busy | if self.draw(pixels) { change::PICTURE } else { 0 }
    }

    fn draw(&mut self, pixels: &mut Pixels) -> bool {
        let raster = raster(self.session.bally()).bordered(BORDER);
        let places =
            (0..raster.height()).flat_map(|row| (0..raster.width()).map(move |column| (column, row)));
        let colors: Vec<u8> = places.map(|(column, row)| raster.color(column, row)).collect();
        if colors == self.shown {
            return false;
        }
        pixels.draw(raster.width(), colors.iter().copied());
        self.shown = colors;
        true
    }

    fn take_samples(&mut self) -> Vec<f32> {
        std::mem::take(&mut self.samples)
    }

    /// Presses or releases a key of the keypad: a legend, or a place such as K11.
    fn press(&mut self, press: &Press) -> Result<(), Error> {
        let Some(key) = self.keypad.key(&press.key) else {
            return Err(refuse(format!("the keypad has no key `{}`", press.key)));
        };
        if press.down {
            self.session.press(key, true, self.now);
        } else {
            self.session.release(key);
        }
        Ok(())
    }

    /// Types a text on the keypad, with the shifts of BASIC. Returns a note on what was replaced.
    fn type_text(&mut self, text: &str) -> Reply {
        let note = self.session.paste(text).map_err(|refusal| Error::of(&refusal))?;
        Ok(json!({ "note": note }))
    }

    fn control(&mut self, press: &Press) -> Result<(), Error> {
        let control = control_named(&press.key)?;
        if press.down {
            self.session.control(control, self.now);
        } else {
            self.session.release_control(control);
        }
        Ok(())
    }

    /// Selects the handle that [`control`](Self::control) moves.
    fn select(&mut self, number: usize) -> Result<(), Error> {
        if self.session.select_handle(number) { Ok(()) } else { Err(not_connected(number)) }
    }

    /// Sets what a gamepad or the mouse does with a handle.
    fn hold(&mut self, held: &HandMovement) -> Result<(), Error> {
        let is_connected = self.session.set_handle(held.number, held.switches(), held.knob);
        if is_connected { Ok(()) } else { Err(not_connected(held.number)) }
    }

    /// Points the light pen at a pixel of the picture with its border, or takes it away.
    fn point(&mut self, Pointer { pixel }: Pointer) {
        let pen = pixel.and_then(|(x, y)| Pen::at(x.checked_sub(BORDER.sides)?, y.checked_sub(BORDER.top)?));
        self.session.point(pen);
    }

    /// Sets `real`, `fast` or `paused`, runs a single `frame`, or presses `reset`.
    fn act(&mut self, action: &str) -> Result<(), Error> {
        match action {
            "real" => self.session.set_speed(Some(Speed::Period)),
            "fast" => self.session.set_speed(Some(Speed::Max)),
            "paused" => self.session.set_speed(None),
            "frame" => self.session.step(|_| {}),
            "reset" => {
                self.session.stop_typing();
                self.session.reset();
            }
            _ => {
                return Err(refuse(format!(
                    "there is no action `{action}`; there are real, fast, paused, frame and reset"
                )));
            }
        }
        Ok(())
    }

    /// Returns the report of `arcadian bally --json` without the picture.
    fn report(&self) -> Value {
        let mut report = report::json(self.session.bally());
        report.as_object_mut().and_then(|report| report.remove("screen"));
        report
    }

    /// Returns the text on the screen, row by row, if it is written in the font of our BASIC.
    fn text(&self) -> Value {
        // The upper bit of a pixel is the picture's, the lower one the program's.
        let byte = |pixels: &[u8]| pixels.iter().fold(0, |bits, pixel| bits << 1 | (pixel >> 1 & 1));
        let picture = self.session.bally().picture();
        let bits: Vec<u8> = picture.iter().take(HEIGHT).flat_map(|row| row.chunks(8).map(byte)).collect();
        json!({ "rows": recognize::text(&Picture::from_bits(&bits)) })
    }
}

fn not_connected(number: usize) -> Error {
    refuse(format!("there is no hand controller {number}: write 1 to 4"))
}
