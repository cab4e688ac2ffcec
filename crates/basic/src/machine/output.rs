//! The screen and the transcript: the output of PRINT, INPUT, LIST, errors and drawing. Device variables, hand controllers and ports.

use arcadian_screen::{Colors, Ink};

use super::{Basic, Ending, Origin};
use crate::{
    Controller, Fault, Key, Why,
    console::{Console, Transcript},
    cost, hint, keypad, line,
    store::Store,
    words::{self, Device, Function, Sound},
};

/// The lines that LIST has yet to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Remaining {
    /// The line's text is at this address or after it.
    from: usize,
    lines: i16,
}

/// The screen, the transcript and the state of PRINT and LIST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) console: Console,
    pub(super) transcript: Transcript,
    /// The width of PRINT's numeric fields, in columns.
    pub(super) field_width: i16,
    listing: Remaining,
}

/// The field width at the start of a PRINT. Evidence: patb.
pub(super) const DEFAULT_FIELD_WIDTH: i16 = 8;

impl Default for Output {
    fn default() -> Self {
        Self {
            console: Console::default(),
            transcript: Transcript::default(),
            field_width: DEFAULT_FIELD_WIDTH,
            listing: Remaining::default(),
        }
    }
}

impl Output {
    pub(super) fn print_byte(&mut self, byte: u8) {
        self.console.put(byte);
        self.transcript.push(byte);
    }

    /// Prints a number at the right of its field; one that is too wide is printed in full. Evidence: patb.
    pub(super) fn print_number(&mut self, value: i16) {
        let text = format!("{value:>width$}", width = self.field_width as usize);
        let digits = text.trim_start().len() as u64;
        self.console.tstates += u64::from(cost::PRINT_NUMBER) + u64::from(cost::DIGIT) * digits;
        text.bytes().for_each(|byte| self.print_byte(byte));
    }

    pub(super) fn end_line(&mut self) {
        self.console.new_line();
        self.transcript.end_line();
    }

    pub(super) fn clear(&mut self) {
        self.console.clear();
        self.transcript.end_open_line();
    }

    pub(super) fn set_cx(&mut self, value: i16) {
        if self.console.cx != value {
            self.transcript.end_open_line();
        }
        self.console.cx = value;
    }

    pub(super) fn set_cy(&mut self, value: i16) {
        if self.console.cy != value {
            self.transcript.end_open_line();
        }
        self.console.cy = value;
    }

    /// TV: a value that does not fit in a byte draws nothing. Evidence: choice.
    pub(super) fn send_to_screen(&mut self, value: i16) {
        if let Ok(byte) = u8::try_from(value) {
            self.console.put(byte);
        }
        self.console.last = value;
        self.console.tstates += u64::from(cost::SEND);
    }

    /// Shows the next line of LIST; returns false after the last.
    pub(super) fn list_next(&mut self, store: &Store) -> bool {
        let Remaining { from, lines } = self.listing;
        let place = store.places().find(|place| place.text >= from);
        let Some(place) = place.filter(|_| lines > 0) else { return false };
        self.show_line(place.number, store.text(place), None);
        self.listing = Remaining { from: place.end + 1, lines: lines - 1 };
        true
    }

    /// Shows a line as LIST does, its number in four columns (patb), with `?` before byte `mark`.
    fn show_line(&mut self, number: u16, text: &[u8], mark: Option<usize>) {
        self.console.tstates += u64::from(cost::LIST_LINE) + u64::from(cost::LIST_BYTE) * text.len() as u64;
        self.console.put_text(&format!("{number:4} "));
        let mut follows_word = false;
        for at in 0..=text.len() {
            if mark == Some(at) {
                self.console.put(b'?');
            }
            let Some(&byte) = text.get(at) else { break };
            if follows_word {
                self.console.put_blank_of_word();
            }
            self.console.put(byte);
            follows_word = words::word(byte).is_some();
        }
        self.console.new_line();
    }

    pub(super) fn show_trace(&mut self, number: u16) {
        self.console.put_text(&format!("{number} "));
    }

    /// Shows an error code on a line of its own. Evidence: patb.
    pub(super) fn show_error_code(&mut self, why: Why) {
        self.console.new_line();
        self.transcript.end_open_line();
        self.console.put_text(&why.code().to_string());
        self.console.new_line();
    }

    /// Shows the program line that contains address `at`, with `?` there, and returns the fault.
    fn fault_in_program(&mut self, store: &Store, why: Why, at: usize) -> Fault {
        let Some(place) = store.places().filter(|place| place.text <= at).last() else {
            return fault(why, None, &[], 0);
        };
        let (text, at) = (store.text(place), at - place.text);
        // A line whose number was overwritten by 0 is not shown, as that of a direct command. Evidence: choice.
        if place.number != 0 {
            self.show_line(place.number, text, Some(at));
        }
        fault(why, Some(place.number), text, at)
    }
}

impl Basic {
    pub(super) fn print_text(&mut self, text: (u16, u16)) {
        let text = self.translations.slice(self.control.at.origin, &self.store, text);
        text.iter().for_each(|&byte| self.output.print_byte(byte));
    }

    pub(super) fn draw_box(&mut self, mode: i16) -> Result<(), Why> {
        let operands = &mut self.operands;
        let (h, w, y, x) = (operands.pop(), operands.pop(), operands.pop(), operands.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let console = &mut self.output.console;
        let touched = console.picture.fill_box(x, y, w, h, ink);
        console.tstates += u64::from(cost::filled_box(touched.bytes, touched.rows));
        Ok(())
    }

    pub(super) fn draw_line(&mut self, mode: i16) -> Result<(), Why> {
        let (y, x) = (self.operands.pop(), self.operands.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let console = &mut self.output.console;
        let from = self.devices.point;
        let drawn = console.picture.line(from, (x, y), ink);
        let points = u32::from(from.0.abs_diff(x).max(from.1.abs_diff(y))) + 1;
        console.tstates +=
            u64::from(if ink == Ink::None { cost::LINE_MOVE } else { cost::line(drawn, points) });
        self.devices.point = (x, y);
        Ok(())
    }

    /// Begins LIST, LIST n or LIST n,m. Evidence: patb (from n on), choice (m).
    pub(super) fn begin_list(&mut self, numbers: u8, last: i16) {
        let (number, lines) = match numbers {
            0 => (0, i16::MAX),
            1 => (last, i16::MAX),
            _ => (self.operands.pop(), last),
        };
        let first = self.store.places().find(|place| i32::from(place.number) >= i32::from(number));
        let from = first.map_or(self.store.end(), |place| place.text);
        self.output.listing = Remaining { from, lines };
    }

    /// Ends the program with an error: shows the error code and, for a program line, the line with `?` at the
    /// place of failure. Evidence: patb.
    pub(super) fn fail(&mut self, why: Why) {
        let fault = self.show_fault(why);
        self.end(Ending::Error(fault));
    }

    /// Shows an error of the instruction just executed and returns it with its place.
    pub(super) fn show_fault(&mut self, why: Why) -> Fault {
        let (origin, at) = (self.control.at.origin, self.place());
        self.output.show_error_code(why);
        match origin {
            Origin::Program => self.output.fault_in_program(&self.store, why, at),
            _ => fault(why, None, self.translations.text(Origin::Direct, &self.store), at),
        }
    }
}

fn fault(why: Why, line: Option<u16>, text: &[u8], at: usize) -> Fault {
    let number = line.map(|line| format!("{line} ")).unwrap_or_default();
    let source = format!("{number}{}", line::text_of(text));
    let column = number.len() + line::width_before(text, at) + 1;
    let hint = hint::hint(text, at, why);
    Fault { why, line, column: column.min(source.chars().count() + 1), source, hint }
}

/// The registers that `&` writes. Evidence: period (hardware).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ports([u8; 32]);

const BOUNDARY: usize = 9;
const LINES: usize = 10;

impl Default for Ports {
    /// The boundary is right of the screen and its border, so that all colors are the left ones. (41 leaves a black strip
    /// at the right edge.) Evidence: choice, as our cartridge does.
    fn default() -> Self {
        let mut registers = [0; 32];
        registers[BOUNDARY] = 44;
        registers[LINES] = 176;
        Self(registers)
    }
}

impl Ports {
    /// Returns the color registers right of the boundary, 0..=3. BASIC overwrites 4..=7 from BC and FC
    /// continuously. Evidence: period.
    fn right_colors(&self) -> [u8; 4] {
        std::array::from_fn(|i| self.0[i])
    }

    fn sound_field(&self, sound: Sound) -> i16 {
        let Field { port, shift, bits } = field(sound);
        i16::from(self.0[port] >> shift & mask(bits))
    }

    fn set_sound_field(&mut self, sound: Sound, value: i16) -> u8 {
        let Field { port, shift, bits } = field(sound);
        let others = self.0[port] & !(mask(bits) << shift);
        self.0[port] = others | (value as u8 & mask(bits)) << shift;
        port as u8
    }
}

/// The location of a sound register in the ports.
struct Field {
    port: usize,
    shift: u32,
    bits: u32,
}

/// Evidence: period (the ports), choice (the names).
fn field(sound: Sound) -> Field {
    let (port, shift, bits) = match sound {
        Sound::Mo => (16, 0, 8),
        Sound::Ta => (17, 0, 8),
        Sound::Tb => (18, 0, 8),
        Sound::Tc => (19, 0, 8),
        Sound::Vf => (20, 6, 2),
        Sound::Vr => (20, 0, 6),
        Sound::Vc => (21, 0, 4),
        Sound::Nm => (21, 4, 2),
        Sound::Va => (22, 0, 4),
        Sound::Vb => (22, 4, 4),
        Sound::Nv => (23, 0, 8),
    };
    Field { port, shift, bits }
}

fn mask(bits: u32) -> u8 {
    (0xFFu16 >> (8 - bits)) as u8
}

/// Returns what the port of a hand controller reads: bits 0 up, 1 down, 2 left, 3 right, 4 trigger.
/// Evidence: period.
fn switches(controller: Controller) -> u8 {
    let Controller { x, y, trigger, .. } = controller;
    let closed = [y > 0, y < 0, x < 0, x > 0, trigger];
    closed.iter().enumerate().fold(0, |byte, (bit, &closed)| byte | u8::from(closed) << bit)
}

/// The state of everything around the processor except the picture and the keypad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Devices {
    pub(super) controllers: [Controller; 4],
    /// The key of the pad that is down.
    pub(super) held: Option<Key>,
    ports: Ports,
    /// BC and FC. All 16 bits are kept.
    colors: [i16; 2],
    /// XY: the point where the next LINE starts.
    pub(super) point: (i16, i16),
    /// RM: the remainder of the last division.
    pub(super) remainder: i16,
}

impl Default for Devices {
    fn default() -> Self {
        Self {
            controllers: Default::default(),
            held: None,
            ports: Ports::default(),
            colors: [7, 0],
            point: (0, 0),
            remainder: 0,
        }
    }
}

impl Devices {
    pub(super) fn colors(&self) -> Colors {
        let [bc, fc] = self.colors.map(|color| color as u8);
        let [boundary, lines] = [BOUNDARY, LINES].map(|port| self.ports.0[port]);
        Colors { right: self.ports.right_colors(), boundary, lines, ..Colors::basic(bc, fc) }
    }

    /// XY packs the two coordinates as bytes of one word. Evidence: choice.
    fn point_word(&self) -> i16 {
        i16::from_le_bytes([self.point.0 as u8, self.point.1 as u8])
    }

    fn set_point_word(&mut self, value: i16) {
        let [x, y] = value.to_le_bytes();
        self.point = (i16::from(x as i8), i16::from(y as i8));
    }

    fn controller(&self, number: i16) -> Result<Controller, Why> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        index.and_then(|i| self.controllers.get(i)).copied().ok_or(Why::NoController(number))
    }

    /// Reads a port: hand controllers, keypad, knobs; otherwise 0xFF.
    pub(super) fn port(&self, number: i16) -> i16 {
        let port = usize::from(number as u8);
        i16::from(match port {
            16..20 => switches(self.controllers[port - 16]),
            20..24 => self.held.map_or(0, |key| keypad::switches(key, 23 - port)),
            28..32 => self.controllers[port - 28].knob as u8 ^ 0x80,
            _ => 0xFF,
        })
    }
}

impl Basic {
    /// Writes a port; unassigned ones ignore it.
    pub(super) fn set_port(&mut self, number: i16, value: i16) {
        let (port, value) = (number as u8, value as u8);
        if let Some(register) = self.devices.ports.0.get_mut(usize::from(port)) {
            *register = value;
        }
        if (16..24).contains(&port) {
            let now = self.tstates();
            self.output.console.sound.set_port(port, value, now);
        }
    }

    /// Returns the value of a device; 0 for KP, which may have to wait.
    pub fn device(&self, device: Device) -> i16 {
        let devices = &self.devices;
        match device {
            Device::Cx => self.output.console.cx,
            Device::Cy => self.output.console.cy,
            Device::Bc => devices.colors[0],
            Device::Fc => devices.colors[1],
            Device::Tv => self.output.console.last,
            Device::Kp => 0,
            Device::Sz => self.store.free() as i16,
            Device::Rm => devices.remainder,
            Device::Xy => devices.point_word(),
            Device::Nt => self.output.console.sound.time,
            Device::Mu => self.output.console.sound.music,
            Device::Sound(sound) => devices.ports.sound_field(sound),
        }
    }

    /// Sets a device as a program does; read-only devices keep their value.
    pub fn set_device(&mut self, device: Device, value: i16) {
        let devices = &mut self.devices;
        match device {
            Device::Cx => self.output.set_cx(value),
            Device::Cy => self.output.set_cy(value),
            Device::Bc => devices.colors[0] = value,
            Device::Fc => devices.colors[1] = value,
            Device::Tv => self.output.send_to_screen(value),
            Device::Kp | Device::Sz | Device::Rm => {}
            Device::Xy => devices.set_point_word(value),
            Device::Nt => self.output.console.sound.time = value,
            Device::Mu => self.output.console.play(value),
            Device::Sound(sound) => {
                let port = devices.ports.set_sound_field(sound, value);
                self.set_port(port.into(), self.devices.ports.0[usize::from(port)].into());
            }
        }
    }

    /// Computes a function of one number; for PX, `first` is the first of its two.
    pub(super) fn function(&self, function: Function, first: i16, number: i16) -> Result<i16, Why> {
        Ok(match function {
            Function::Abs => number.checked_abs().ok_or(Why::Overflow)?,
            Function::Call => return Err(Why::NoMachineCode),
            Function::Jx => i16::from(self.devices.controller(number)?.x),
            Function::Jy => i16::from(self.devices.controller(number)?.y),
            Function::Tr => i16::from(self.devices.controller(number)?.trigger),
            Function::Kn => i16::from(self.devices.controller(number)?.knob),
            Function::Px => i16::from(self.output.console.picture.pixel(first, number)),
        })
    }
}
