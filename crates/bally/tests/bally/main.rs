//! The Bally against what MAME was measured to do (`tests/data`), and its own promises.

mod cartridges;
mod debugger;
mod examples;
mod inputs;
mod mame;
mod picture;
mod tape_port;
mod timing;

use arcadian_asm::{Host, Included, Options, assemble};
use arcadian_bally::{Bally, Cartridge, Chips, Config, Input, Rom, VideoFrame, line_start};
use arcadian_cpu::{Bus, Z80};
use arcadian_isa::Processor;
use arcadian_machine::{DeviceId, Machine, Until};

/// A machine whose processor runs an endless loop, so that an experiment has the bus for itself.
pub(crate) struct Rig {
    pub(crate) machine: Machine<Z80>,
    pub(crate) chips: DeviceId,
}

impl Rig {
    pub(crate) fn new() -> Self {
        Rig::with(Config { rom: rom("        JR  $\n"), ..Config::default() })
    }

    pub(crate) fn with(config: Config) -> Self {
        let (machine, chips) = config.build();
        Rig { machine, chips }
    }

    pub(crate) fn out(&mut self, port: u16, value: u8) {
        self.machine.backplane.output(port, value);
    }

    pub(crate) fn input(&mut self, port: u16) -> u8 {
        self.machine.backplane.input(port)
    }

    pub(crate) fn write(&mut self, address: u16, value: u8) {
        self.machine.backplane.write(address, value);
    }

    pub(crate) fn read(&mut self, address: u16) -> u8 {
        self.machine.backplane.read(address)
    }

    pub(crate) fn poke(&mut self, address: u16, value: u8) {
        self.machine.backplane.poke(address, value);
    }

    pub(crate) fn run_to(&mut self, cycle: u64) {
        self.machine.run(&Until::halted().cycles(cycle - self.machine.cycles()));
    }

    /// Runs to the middle of the next frame but one and returns the picture of the last whole frame.
    pub(crate) fn draw(&mut self) -> &VideoFrame {
        let frame = self.machine.cycles() * 2 / 59_605;
        self.run_to(line_start((frame + 2) * 262 + 240));
        self.chips().frame()
    }

    pub(crate) fn chips(&self) -> &Chips {
        Chips::of(&self.machine.backplane).expect("the machine has chips")
    }

    pub(crate) fn send(&mut self, input: &Input, before: &Input) {
        input.messages(before).for_each(|byte| self.machine.backplane.send(self.chips, byte));
    }
}

/// The files that sources of this project include.
struct Includes;

impl Host for Includes {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        match name {
            "bally.inc" => Ok(Included { name: name.to_owned(), text: INCLUDE.to_owned() }),
            _ => Err("there is no such file".to_owned()),
        }
    }

    fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
        Err("there is no such file".to_owned())
    }
}

const INCLUDE: &str = include_str!("../../../../roms/bally/bally.inc");

pub(crate) fn assembled(source: &str) -> Vec<u8> {
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    match assemble("test.asm", source, &options, &mut Includes) {
        Ok(assembly) => assembly.image,
        Err(failure) => panic!("{}", failure.diagnostics[0]),
    }
}

/// Returns a ROM from a source that starts at 0.
pub(crate) fn rom(source: &str) -> Rom {
    let mut image = assembled(source);
    image.resize(8192, 0xFF);
    Rom::new(&image).expect("it has the right size")
}

/// Returns a cartridge of 4 K from a source that starts at 2000.
pub(crate) fn cartridge(source: &str) -> Cartridge {
    let mut image = assembled(source);
    image.resize(4096, 0xFF);
    Cartridge::new(&image).expect("it has the right size")
}

pub(crate) const BUSY: &str = include_str!("../roms/busy.asm");

/// Returns a machine with the cartridge that keeps every chip busy.
pub(crate) fn busy() -> Bally {
    Bally::new(busy_config())
}

pub(crate) fn busy_config() -> Config {
    Config { cartridge: Some(cartridge(BUSY)), ..Config::default() }
}

/// Returns the rows of a table without its header.
pub(crate) fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(1).map(|row| row.split(',').collect()).collect()
}

pub(crate) fn hex(digits: &str) -> u8 {
    u8::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("`{digits}` is not a byte"))
}

pub(crate) fn address(digits: &str) -> u16 {
    u16::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("`{digits}` is not an address"))
}

/// Runs frames with the same inputs.
pub(crate) fn frames(bally: &mut Bally, count: usize, input: &Input) {
    for _ in 0..count {
        bally.run_frame(input);
    }
}
