//! Key scripts of the Bally: keypad and handles, with frames as times.
//!
//! A script contains the characters of the keypad and names in braces. With the legends of BASIC it is a script of
//! [`arcadian_basic::key`]: a character or word is typed with its shift. A key is pressed for some frames, then released; the
//! next one follows after a pause.

use std::ops::Range;

use arcadian_bally::{Bally, Cartridge, Config, HEIGHT, Handle, Input, PadKey, Pen, RecorderKey, Rom, WIDTH};
use arcadian_basic::{
    Controller, Key,
    key::{KeysErrorKind, key_named},
    words::code,
};
use arcadian_files::{
    Error, diagnostic,
    error::{Result, refuse},
};

use crate::bally::{basic::strokes, sound::Listening};

/// The frames for which a key is pressed.
pub const PRESSED: u64 = 6;
/// The frames from the release of a key to the next event.
pub const RELEASED: u64 = 6;

/// A change of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Press(PadKey),
    Release(PadKey),
    /// A handle (0 to 3) is moved.
    Handle(usize, Handle),
    /// The light pen points at a pixel, or is taken away.
    Pen(Option<Pen>),
    /// A key of the recorder at the tape port is pressed.
    Tape(RecorderKey),
    Reset,
}

impl Change {
    /// Applies the change to the inputs. RESET and the recorder change none of them.
    pub fn apply(self, input: &mut Input) {
        match self {
            Change::Press(key) => input.press(key),
            Change::Release(key) => input.release(key),
            Change::Handle(index, handle) => {
                if let Some(old) = input.handles.get_mut(index) {
                    *old = handle;
                }
            }
            Change::Pen(pen) => input.pen = pen,
            Change::Tape(_) | Change::Reset => {}
        }
    }
}

/// A change and the frame before which it happens, counted from the start of the run.
pub type Event = (u64, Change);

/// The legends by which a script names the keys. A name that they lack is one of the other legends. The digits of BASIC's overlay
/// are on other keys than those of the calculator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Keypad {
    /// Those of the calculator, printed on the keypad
    #[default]
    Calculator,
    /// Those of BASIC's overlay
    Basic,
}

/// Names that can be typed for others.
const NAMES: [(&str, &str); 7] =
    [("UP", "↑"), ("DOWN", "↓"), ("DIV", "÷"), ("/", "÷"), ("MUL", "×"), ("*", "×"), ("-", "−")];

impl Keypad {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "calculator" => Some(Keypad::Calculator),
            "basic" => Some(Keypad::Basic),
            _ => None,
        }
    }

    /// Returns the legends for a machine: those of BASIC for a published BASIC and Arcadian BASIC, and for the test card, which
    /// shows them.
    pub fn of(config: &Config) -> Self {
        let is_basic = match &config.cartridge {
            Some(cartridge) if cartridge.bytes() == arcadian_bally::ARCADIAN_BASIC => true,
            Some(cartridge) => cartridge.known().is_some_and(|known| known.title.contains("BASIC")),
            None => config.rom == Rom::boot(),
        };
        if is_basic { Keypad::Basic } else { Keypad::Calculator }
    }

    /// Returns the key with a character or name.
    pub fn key(self, name: &str) -> Option<PadKey> {
        let name = name.to_uppercase();
        let name = NAMES.iter().find(|(known, _)| *known == name).map_or(name.as_str(), |(_, legend)| legend);
        let (legend, overlay) =
            (PadKey::with_legend(name), PadKey::with_overlay(name).filter(|_| !name.is_empty()));
        match self {
            Keypad::Calculator => legend.or(overlay).or(at(name)),
            Keypad::Basic => overlay.or(legend).or(at(name)),
        }
    }
}

/// Returns the key at a place such as K11 or K46: column and row, counted from the upper left corner.
fn at(name: &str) -> Option<PadKey> {
    let [b'K', column @ b'1'..=b'4', row @ b'1'..=b'6'] = name.as_bytes() else { return None };
    PadKey::at(column - b'1', row - b'1')
}

/// Parses a script from frame 0 on. Errors name its source, such as `--keys`.
pub fn parse(keypad: Keypad, source: &str, script: &str) -> Result<Vec<Event>> {
    parse_from(keypad, source, script, 0, &Input::default())
}

/// Parses the script of a run that begins with this machine. What is typed waits until the program reads the keypad, also after RESET.
pub fn parse_for(bally: &Bally, keypad: Keypad, source: &str, script: &str) -> Result<Vec<Event>> {
    let timeline =
        Timeline { listening: Some(Listening::new(bally)), ..Timeline::new(keypad, 0, &Input::default()) };
    timeline.read(source, script)
}

/// Parses a script whose first event happens at a frame, and whose handles are moved from where they are.
pub fn parse_from(
    keypad: Keypad,
    source: &str,
    script: &str,
    frame: u64,
    input: &Input,
) -> Result<Vec<Event>> {
    Timeline::new(keypad, frame, input).read(source, script)
}

/// Refuses a script that moves a handle that is not connected, or a tape where there is none.
pub fn check_inputs(events: &[Event], config: &Config) -> Result<()> {
    let absent = events.iter().find_map(|(_, change)| match change {
        Change::Handle(index, _) if *index >= usize::from(config.handles) => Some(index + 1),
        _ => None,
    });
    match absent {
        Some(number) => refuse!(
            "the keys move handle {number}, which is not connected: --handles {} connects {} of 4; write --handles {number}",
            config.handles,
            config.handles
        ),
        None if events.iter().any(|(_, change)| matches!(change, Change::Tape(_)))
            && !has_tape_port(config) =>
        {
            refuse!("the keys move a tape, and there is none: --tape-in FILE puts it into the recorder")
        }
        None => Ok(()),
    }
}

fn has_tape_port(config: &Config) -> bool {
    config.cartridge.as_ref().is_some_and(Cartridge::has_tape_port)
}

fn wrong(source: &str, script: &str, span: Range<usize>, title: &str) -> Error {
    let help = "a script has, with the legends of BASIC, the characters of BASIC and words such as {PRINT}, else 0-9 . + - * / = % and names: {C} {MR} {MS} {CE} {CH} {UP} {DOWN} {GO} {SPACE} {ERASE} {HALT} \
                {PAUSE} {GREEN} {RED} {BLUE} {WORDS}, or by column and row {K11} to {K46}; {+5} presses a key and {-5} releases it; {AT n} waits until frame n; \
                {JX1=-1} {JY1=1} {TR1=1} {KN1=0} move handles 1 to 4; {PEN=80,50} points the light pen at a pixel and {PEN=OFF} takes it away; {TAPE=PLAY} {TAPE=STOP} {TAPE=REWIND}; {RESET}";
    diagnostic::render(source, script, span, title, Some(help)).into()
}

fn unknown(name: &str) -> String {
    format!("no key of the keypad is called `{name}`")
}

/// The events read so far.
struct Timeline<'a> {
    keypad: Keypad,
    /// The time at which the machine reads the keypad, if it has just started.
    listening: Option<Listening<'a>>,
    /// The frame of the last RESET.
    reset: Option<u64>,
    events: Vec<Event>,
    /// The frame of the next event.
    now: u64,
    handles: [Handle; 4],
    /// A key other than GO was typed last, so that the end of the row is GO.
    is_in_row: bool,
    /// The key that is down until `{RELEASE}`.
    held: Option<PadKey>,
}

impl<'a> Timeline<'a> {
    fn new(keypad: Keypad, frame: u64, input: &Input) -> Self {
        Timeline {
            keypad,
            listening: None,
            reset: None,
            events: Vec::new(),
            now: frame,
            handles: input.handles,
            is_in_row: false,
            held: None,
        }
    }

    fn read(mut self, source: &str, script: &str) -> Result<Vec<Event>> {
        let mut at = 0;
        while let Some(character) = script[at..].chars().next() {
            let length = match character {
                '{' => script[at..].find('}').map_or(1, |brace| brace + 1),
                _ => character.len_utf8(),
            };
            let span = at..at + length;
            self.one(&script[span.clone()]).map_err(|title| wrong(source, script, span, &title))?;
            at += length;
        }
        Ok(self.events)
    }

    /// Returns the first frame in which the machine can hear a key.
    fn first_heard(&self) -> u64 {
        match (&self.listening, self.reset) {
            (None, _) => 0,
            (Some(listening), None) => listening.after_start(),
            (Some(listening), Some(reset)) => reset.saturating_add(listening.after_reset()),
        }
    }

    /// Parses a character, an end of a line, or a name with its braces.
    fn one(&mut self, text: &str) -> Result<(), String> {
        match text.strip_prefix('{').map(|rest| rest.strip_suffix('}')) {
            Some(None) => Err("this brace is not closed".to_owned()),
            Some(Some(name)) => self.named(name.trim()),
            None if self.keypad == Keypad::Basic => self.character(text),
            None if text.trim().is_empty() => Ok(()),
            None => self.press(self.keypad.key(text), text),
        }
    }

    /// Types a character of BASIC. Ends of lines in which nothing is typed separate.
    fn character(&mut self, text: &str) -> Result<(), String> {
        match text.chars().next() {
            Some('\n' | '\r') if !self.is_in_row => Ok(()),
            Some('\n' | '\r') => self.type_key(Key::Code(code::GO), text),
            character => {
                let character = character.unwrap_or(' ');
                let key = Key::typed(character);
                let key = key.ok_or_else(|| KeysErrorKind::NoCharacter(character).to_string())?;
                self.type_key(key, text)
            }
        }
    }

    /// Taps the keys of the pad for a key of BASIC.
    fn type_key(&mut self, key: Key, name: &str) -> Result<(), String> {
        let taps = strokes(key).ok_or_else(|| unknown(name))?;
        taps.into_iter().try_for_each(|tap| self.press(Some(tap), name))
    }

    fn press(&mut self, key: Option<PadKey>, text: &str) -> Result<(), String> {
        let key = key.ok_or_else(|| unknown(text))?;
        self.now = self.now.max(self.first_heard());
        self.add(Change::Press(key));
        self.now = self.now.saturating_add(PRESSED);
        self.add(Change::Release(key));
        self.now = self.now.saturating_add(RELEASED);
        self.is_in_row = PadKey::with_overlay("GO") != Some(key);
        Ok(())
    }

    fn add(&mut self, change: Change) {
        self.is_in_row = false;
        self.events.push((self.now, change));
    }

    fn named(&mut self, name: &str) -> Result<(), String> {
        let upper = name.to_ascii_uppercase();
        let keypad = self.keypad;
        let held = |rest: &str| keypad.key(rest).ok_or_else(|| unknown(rest));
        let typed = key_named(name).filter(|_| keypad == Keypad::Basic);
        if let Some(key) = keypad.key(&upper) {
            return self.press(Some(key), name);
        }
        match upper.split_at_checked(1) {
            _ if typed.is_some() => return typed.map_or(Ok(()), |key| self.type_key(key, name)),
            Some(("+", rest)) => self.add(Change::Press(held(rest)?)),
            Some(("-", rest)) => self.add(Change::Release(held(rest)?)),
            _ if upper == "RESET" => {
                self.reset = Some(self.now);
                self.add(Change::Reset);
            }
            _ if upper == "RELEASE" => {
                self.held.take().into_iter().for_each(|key| self.add(Change::Release(key)));
            }
            _ => return self.time_or_handle(&upper, name),
        }
        Ok(())
    }

    /// Holds a key down until `{RELEASE}`.
    fn hold(&mut self, name: &str) -> Result<(), String> {
        let typed = || key_named(name).and_then(strokes).and_then(|taps| taps.last().copied());
        let key = self.keypad.key(name).or_else(typed).ok_or_else(|| unknown(name))?;
        self.held.replace(key).into_iter().for_each(|key| self.add(Change::Release(key)));
        self.add(Change::Press(key));
        Ok(())
    }

    fn time_or_handle(&mut self, upper: &str, name: &str) -> Result<(), String> {
        if let Some(frame) = upper.strip_prefix("AT ") {
            let frame: u64 =
                frame.trim().parse().map_err(|_| format!("`{{{name}}}` needs a number of frames"))?;
            self.now = self.now.max(frame);
            self.is_in_row = false;
            return Ok(());
        }
        if let Some(key) = upper.strip_prefix("HOLD ") {
            return self.hold(key.trim());
        }
        let unknown = || unknown(name);
        let (part, value) = upper.split_once('=').ok_or_else(unknown)?;
        if part == "TAPE" {
            let key = RecorderKey::ALL.into_iter().find(|key| key.name() == value);
            self.add(Change::Tape(key.ok_or_else(unknown)?));
            return Ok(());
        }
        if part == "PEN" {
            let pen = pen(value).ok_or_else(|| {
                format!(
                    "`{{{name}}}` is not a place of the light pen: write {{PEN=COLUMN,ROW}} with 0 to {} and 0 to {}, or {{PEN=OFF}}",
                    WIDTH - 1,
                    HEIGHT - 1
                )
            })?;
            self.add(Change::Pen(pen));
            return Ok(());
        }
        let (part, number) = part.split_at_checked(2).ok_or_else(unknown)?;
        let number = number.parse::<usize>().ok().filter(|number| (1..=4).contains(number));
        let index = number.ok_or_else(unknown)? - 1;
        let handle = self.moved(index, part, value).ok_or_else(|| {
            format!("`{{{name}}}` is not a movement of a handle: JX and JY are -1 to 1, TR is 0 or 1, KN is -128 to 127")
        })?;
        self.add(Change::Handle(index, handle));
        Ok(())
    }

    fn moved(&mut self, index: usize, part: &str, value: &str) -> Option<Handle> {
        let value: i8 = value.parse().ok()?;
        let handle = self.handles.get_mut(index)?;
        match (part, value) {
            ("JX", -1..=1) => (handle.left, handle.right) = (value < 0, value > 0),
            ("JY", -1..=1) => (handle.down, handle.up) = (value < 0, value > 0),
            ("TR", 0..=1) => handle.trigger = value == 1,
            ("KN", _) => handle.knob = knob(value),
            _ => return None,
        }
        Some(*handle)
    }
}

/// Parses the place of the light pen: a column and a row from the upper left corner, or OFF.
fn pen(value: &str) -> Option<Option<Pen>> {
    if value == "OFF" {
        return Some(None);
    }
    let (x, y) = value.split_once(',')?;
    Pen::at(x.trim().parse().ok()?, y.trim().parse().ok()?).map(Some)
}

/// Writes a script that [`parse`] reads as the same events, with either legends.
pub fn write(events: &[Event]) -> String {
    let (mut script, mut now) = (String::new(), 0);
    let mut handles = Input::default().handles;
    for (frame, change) in events {
        if *frame > now {
            script += &format!("\n{{AT {frame}}}");
            now = *frame;
        }
        script += &write_change(*change, &mut handles);
    }
    script
}

fn write_change(change: Change, handles: &mut [Handle; 4]) -> String {
    match change {
        Change::Press(key) => format!("{{+{}}}", common_name(key)),
        Change::Release(key) => format!("{{-{}}}", common_name(key)),
        Change::Reset => "{RESET}".to_owned(),
        Change::Tape(key) => format!("{{TAPE={}}}", key.name()),
        Change::Pen(None) => "{PEN=OFF}".to_owned(),
        Change::Pen(Some(Pen { x, y })) => format!("{{PEN={x},{y}}}"),
        Change::Handle(index, handle) => match handles.get_mut(index) {
            Some(before) => write_handle(index + 1, std::mem::replace(before, handle), handle),
            None => String::new(),
        },
    }
}

/// Returns a name that has the same meaning with both legends: a column and a row, counted from the upper left corner.
fn common_name(key: PadKey) -> String {
    format!("K{}{}", key.column() + 1, key.row() + 1)
}

/// Writes the parts of a handle that change.
fn write_handle(number: usize, before: Handle, now: Handle) -> String {
    let parts = |handle: Handle| {
        let direction = |negative: bool, positive: bool| i8::from(positive) - i8::from(negative);
        let (x, y) = (direction(handle.left, handle.right), direction(handle.down, handle.up));
        [("JX", x), ("JY", y), ("TR", i8::from(handle.trigger)), ("KN", (handle.knob ^ 0x80) as i8)]
    };
    let changed = parts(before).into_iter().zip(parts(now)).filter(|(old, new)| old != new);
    changed.map(|(_, (part, value))| format!("{{{part}{number}={value}}}")).collect()
}

/// Returns the position of a knob for KN of BASIC, −128 to 127.
fn knob(value: i8) -> u8 {
    (value as u8) ^ 0x80
}

/// Returns the handle as it is while BASIC reads these values of a hand controller.
pub fn handle(controller: Controller) -> Handle {
    Handle {
        up: controller.y > 0,
        down: controller.y < 0,
        left: controller.x < 0,
        right: controller.x > 0,
        trigger: controller.trigger,
        knob: knob(controller.knob),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(script: &str) -> Vec<Event> {
        parse(Keypad::Calculator, "--keys", script).expect("a good script")
    }

    fn named(name: &str) -> PadKey {
        Keypad::Calculator.key(name).expect("a key")
    }

    #[test]
    fn a_key_is_pressed_and_released() {
        let (seven, minus) = (named("7"), named("-"));
        let expected = [
            (0, Change::Press(seven)),
            (6, Change::Release(seven)),
            (40, Change::Press(minus)),
            (46, Change::Release(minus)),
        ];
        assert_eq!(events("7 {AT 40}-\n"), expected);
        assert_eq!(
            events("{+mr}{AT 9}{-MR}"),
            [(0, Change::Press(named("MR"))), (9, Change::Release(named("MR")))]
        );
    }

    #[test]
    fn every_key_has_a_name() {
        for key in PadKey::all() {
            assert_eq!(Keypad::Calculator.key(key.legend()), Some(key));
            let [name, ..] = key.overlay();
            assert_eq!(Keypad::Basic.key(name), Some(key));
        }
        assert_eq!((named("GO"), named("HALT"), named("*")), (named("C"), named("DOWN"), named("×")));
    }

    #[test]
    fn handles_keep_their_other_parts() {
        let [(0, Change::Handle(1, first)), (0, Change::Handle(1, second))] = events("{JX2=-1}{KN2=127}")[..]
        else {
            panic!("two movements");
        };
        assert!(first.left && second.left && !second.right);
        assert_eq!((first.knob, second.knob), (0x80, 0xFF));
    }

    /// The same script types the same for the interpreter.
    #[test]
    fn characters_of_basic_are_typed_with_their_shifts() {
        let taps = |script: &str| {
            let events = parse(Keypad::Basic, "--keys", script).expect("a good script");
            let pressed = events.iter().filter_map(|(_, change)| match change {
                Change::Press(key) => Some(key.overlay()[0]),
                _ => None,
            });
            pressed.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(taps("PR 2/{GO}\n"), "GREEN 5 BLUE 5 SPACE 2 RED PAUSE GO");
        assert_eq!(taps("{PRINT}2{DIV}C\r\n"), "WORDS = 2 ÷ BLUE 7 GO");
        assert_eq!(taps("10{WORDS}={RED}{ERASE}{GO}\n20{GO}\n"), "1 0 WORDS = RED ERASE GO 2 0 GO");
        assert_eq!(taps("\n{AT 90}\n{+5}\n{-5}\n{HOLD PAUSE}{RELEASE}\n"), "5 PAUSE");
        assert!(
            parse(Keypad::Basic, "--keys", "A“").is_err_and(|error| error.to_string().contains("write `\"`"))
        );
    }

    #[test]
    fn the_legends_suit_the_machine() {
        let of = |image: &[u8]| {
            let cartridge = Cartridge::new(image).expect("an image");
            Keypad::of(&Config { cartridge: Some(cartridge), ..Config::default() })
        };
        assert_eq!(of(arcadian_bally::ARCADIAN_BASIC), Keypad::Basic);
        assert_eq!((of(&[0]), Keypad::of(&Config::default())), (Keypad::Calculator, Keypad::Basic));
    }

    #[test]
    fn a_handle_that_is_moved_must_be_connected() {
        let check = |script, handles| check_inputs(&events(script), &Config { handles, ..Config::default() });
        assert!(check("{JX2=1}", 2).is_ok());
        let error = check("{JX1=1}{KN2=5}", 1).expect_err("one handle").to_string();
        assert!(error.contains("handle 2, which is not connected"), "{error}");
    }

    #[test]
    fn the_light_pen_is_pointed_and_taken_away() {
        let script = "\n{AT 7}{PEN=159,101}\n{AT 9}{PEN=OFF}";
        let expected = [(7, Change::Pen(Some(Pen { x: 159, y: 101 }))), (9, Change::Pen(None))];
        assert_eq!(events(script), expected);
        assert_eq!(write(&expected), script);
        for wrong in ["{PEN=160,0}", "{PEN=0,102}", "{PEN=1}", "{PEN=-1,3}", "{PEN=ON}"] {
            let error = parse(Keypad::Calculator, "--keys", wrong).expect_err(wrong).to_string();
            assert!(error.contains("0 to 159 and 0 to 101"), "{error}");
        }
    }

    /// Returns the keys that the cartridge has stored at its prompt after a script.
    fn heard(bally: &Bally, script: &str, frames: u64) -> Vec<u8> {
        let mut bally = bally.clone();
        let events = parse_for(&bally, Keypad::Basic, "--keys", script).expect("a good script");
        crate::bally::report::frames(&mut bally, frames, &events, |_| {});
        crate::bally::basic::Ram(&bally).line_at_prompt().unwrap_or_default()
    }

    #[test]
    fn what_is_typed_is_what_basic_receives() {
        let config = Config {
            cartridge: Some(crate::bally::basic::cartridge().expect("a cartridge")),
            ..Config::default()
        };
        let powered = Bally::new(config);
        let running = |frames: u64| {
            let mut bally = powered.clone();
            crate::bally::report::frames(&mut bally, frames, &[], |_| {});
            bally
        };
        for (script, expected) in [
            ("12345", &b"12345"[..]),
            ("A1", b"A1"),
            ("{+5}{-5}12345", b"12345"),
            ("{JX1=1}{RESET}12", b"12"),
        ] {
            assert_eq!(heard(&powered, script, 150), expected, "{script}");
        }
        for frame in 0..25 {
            // Whenever it begins, whatever state it begins with, and after RESET at any time.
            assert_eq!(heard(&powered, &format!("{{AT {frame}}}12345"), 150), b"12345", "from {frame}");
            assert_eq!(heard(&running(frame), "12345", 150), b"12345", "after {frame}");
            assert_eq!(
                heard(&powered, &format!("9{{AT {frame}}}{{RESET}}12345"), 200),
                b"12345",
                "reset at {frame}"
            );
        }
        // A shorter run gets a part of it, and never another key first.
        for frames in 0..120 {
            let heard = heard(&powered, "12345", frames);
            assert!(b"12345".starts_with(&heard), "{frames}: {heard:?}");
        }
    }

    #[test]
    fn errors_have_their_place() {
        for (script, place) in
            [("7x", ":1:2"), ("{GOO}", ":1:1"), ("7{AT x}", ":1:2"), ("{JX1=2}", ":1:1"), ("{", ":1:1")]
        {
            let message = parse(Keypad::Calculator, "--keys", script).expect_err(script).to_string();
            assert!(message.contains(place), "{message}");
        }
    }
}
