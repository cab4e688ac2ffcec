//! Variables with a meaning of their own, hand controllers and ports.

use super::{Basic, Controller};
use crate::{
    Why,
    words::{Device, Function, Sound},
};

/// The registers behind `&`. Evidence: period (hardware).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ports([u8; 32]);

const BOUNDARY: usize = 9;
const SOUND: usize = 16;

impl Default for Ports {
    /// The menu leaves the boundary at 41: the whole screen is left of it. Evidence: period.
    fn default() -> Self {
        let mut registers = [0; 32];
        registers[BOUNDARY] = 41;
        Self(registers)
    }
}

impl Ports {
    /// Colour registers 0..=3, right of the boundary. 4..=7 are BASIC's own: it rewrites them from
    /// BC and FC all the time. Evidence: period.
    pub(super) fn right_colours(&self) -> [u8; 4] {
        std::array::from_fn(|i| self.0[i])
    }

    /// The boundary in bytes of four pixels, the low six bits of port 9. Evidence: period.
    pub(super) fn boundary(&self) -> u8 {
        self.0[BOUNDARY] & 0x3F
    }

    pub(super) fn sound(&self) -> [u8; 8] {
        std::array::from_fn(|i| self.0[SOUND + i])
    }
}

/// Where a sound register lies: port, lowest bit, bits. Evidence: period (the ports), choice (the names).
fn field(sound: Sound) -> (usize, u32, u32) {
    match sound {
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
    }
}

fn mask(bits: u32) -> u8 {
    (0xFFu16 >> (8 - bits)) as u8
}

/// What a handle port reads: bits 0 up, 1 down, 2 left, 3 right, 4 trigger. Evidence: period.
fn handle(stick: Controller) -> u8 {
    let switches = [stick.y > 0, stick.y < 0, stick.x < 0, stick.x > 0, stick.trigger];
    switches.iter().enumerate().fold(0, |byte, (bit, &closed)| byte | u8::from(closed) << bit)
}

impl Basic {
    /// The value of a device. KP, which may have to wait, gives 0 here.
    pub fn device(&self, device: Device) -> i16 {
        match device {
            Device::Cx => self.console.cx,
            Device::Cy => self.console.cy,
            Device::Bc => self.colours[0],
            Device::Fc => self.colours[1],
            Device::Tv => self.console.last,
            Device::Kp => 0,
            Device::Sz => self.store.free() as i16,
            Device::Rm => self.remainder,
            // The two coordinates as bytes of one word. Evidence: choice.
            Device::Xy => i16::from_le_bytes([self.point.0 as u8, self.point.1 as u8]),
            Device::Nt => self.note[0],
            Device::Mu => self.note[1],
            Device::Sound(sound) => {
                let (port, shift, bits) = field(sound);
                i16::from(self.ports.0[port] >> shift & mask(bits))
            }
        }
    }

    /// Sets a device as a program does; those that can be read only stay as they are.
    pub fn set_device(&mut self, device: Device, value: i16) {
        match device {
            Device::Cx => {
                self.cursor_set(self.console.cx != value);
                self.console.cx = value;
            }
            Device::Cy => {
                self.cursor_set(self.console.cy != value);
                self.console.cy = value;
            }
            Device::Bc => self.colours[0] = value,
            Device::Fc => self.colours[1] = value,
            Device::Tv => self.television(value),
            Device::Kp | Device::Sz | Device::Rm => {}
            Device::Xy => {
                let [x, y] = value.to_le_bytes();
                self.point = (i16::from(x as i8), i16::from(y as i8));
            }
            Device::Nt => self.note[0] = value,
            Device::Mu => self.note[1] = value,
            Device::Sound(sound) => {
                let (port, shift, bits) = field(sound);
                let others = self.ports.0[port] & !(mask(bits) << shift);
                self.ports.0[port] = others | (value as u8 & mask(bits)) << shift;
            }
        }
    }

    fn cursor_set(&mut self, moved: bool) {
        if moved {
            self.transcript.moved();
        }
    }

    /// TV: codes outside a byte draw nothing. Evidence: choice.
    fn television(&mut self, value: i16) {
        if let Ok(byte) = u8::try_from(value) {
            self.console.put(byte);
        }
        self.console.last = value;
    }

    /// A function of one number; PX has the first of its two in `first`.
    pub(super) fn function(&self, function: Function, first: i16, number: i16) -> Result<i16, Why> {
        Ok(match function {
            Function::Abs => number.checked_abs().ok_or(Why::Overflow)?,
            Function::Call => return Err(Why::NoMachineCode),
            Function::Jx => i16::from(self.controller(number)?.x),
            Function::Jy => i16::from(self.controller(number)?.y),
            Function::Tr => i16::from(self.controller(number)?.trigger),
            Function::Kn => i16::from(self.controller(number)?.knob),
            Function::Px => i16::from(self.console.picture.pixel(first, number)),
        })
    }

    fn controller(&self, number: i16) -> Result<Controller, Why> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        index.and_then(|i| self.controllers.get(i)).copied().ok_or(Why::NoController(number))
    }

    /// A port read: handles, keypad (no key is down between statements) and knobs; all else 0xFF.
    pub(super) fn port(&self, number: i16) -> i16 {
        let port = usize::from(number as u8);
        i16::from(match port {
            16..20 => handle(self.controllers[port - 16]),
            20..24 => 0,
            28..32 => self.controllers[port - 28].knob as u8 ^ 0x80,
            _ => 0xFF,
        })
    }

    /// A port written; those without a meaning swallow it.
    pub(super) fn set_port(&mut self, number: i16, value: i16) {
        if let Some(register) = self.ports.0.get_mut(usize::from(number as u8)) {
            *register = value as u8;
        }
    }
}
