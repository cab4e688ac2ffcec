//! Device variables, hand controllers and ports.

use arcadian_screen::Colors;

use super::Basic;
use crate::{
    Controller, Key, Why, keypad,
    words::{Device, Function, Sound},
};

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
