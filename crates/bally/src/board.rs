//! The board: what a machine consists of, and the processor, the memory map and the chips as a [`Machine`].

use std::ops::RangeInclusive;

use arcadian_cpu::Z80;
use arcadian_machine::{Addresses, Backplane, DeviceId, Machine, MapError};

use super::chips::Timing;
use crate::{
    chips::Chips,
    frame::SCREEN,
    image::{Cartridge, Rom},
};

/// The addresses of magic memory: only writes to the first half of the ROM are magic.
const LAST_MAGIC: u16 = 0x0FFF;

const CARTRIDGE: u16 = 0x2000;
const LAST_CARTRIDGE: u16 = 0x3FFF;
const LAST_SCREEN: u16 = 0x4FFF;
const FIRST_EXPANSION: u16 = 0x5000;

impl Config {
    /// Builds the machine, for a [`History`](arcadian_machine::History) or a debugger. The id is that of the
    /// [chips](Chips::of), which get [messages](crate::Input::messages) about the inputs.
    pub fn build(&self) -> (Machine<Z80>, DeviceId) {
        let mut machine = Machine::new();
        let banks = self.cartridge.as_ref().and_then(|cartridge| cartridge.banks());
        let chips = machine.backplane.plug(Chips::new(self.timing, banks, self.handles));
        self.map(&mut machine.backplane, chips).expect("the areas of the board are disjoint");
        (machine, chips)
    }

    /// Maps the memory. The areas that programs write often come first, because they are searched in this order.
    fn map(&self, backplane: &mut Backplane, chips: DeviceId) -> Result<(), MapError> {
        backplane.map_writes(0..=LAST_MAGIC, chips)?;
        backplane.ram(SCREEN..=LAST_SCREEN)?;
        backplane.rom(LAST_MAGIC + 1..=CARTRIDGE - 1)?;
        self.map_cartridge(backplane, chips)?;
        self.map_expansion(backplane)?;
        backplane.attach(0..=0xFF, chips)?;
        let loaded = backplane.load(0, self.rom.bytes());
        loaded.expect("the ROM fits");
        if self.timing == Timing::WaitStates {
            add_wait_states(backplane, chips)?;
        }
        Ok(())
    }

    fn map_cartridge(&self, backplane: &mut Backplane, chips: DeviceId) -> Result<(), MapError> {
        let Some(cartridge) = &self.cartridge else {
            return backplane.rom(CARTRIDGE..=LAST_CARTRIDGE);
        };
        let loaded = backplane.load(CARTRIDGE, &cartridge.window());
        loaded.expect("the cartridge fits");
        match (cartridge.banks(), cartridge.hardware()) {
            (None, None) => backplane.rom(CARTRIDGE..=LAST_CARTRIDGE),
            (Some(banks), _) => {
                backplane.rom(CARTRIDGE..=banks.first_select() - 1)?;
                backplane.map_reads(banks.first_select()..=LAST_CARTRIDGE, chips)
            }
            (None, Some(hardware)) => {
                backplane.rom(CARTRIDGE..=hardware.first() - 1)?;
                hardware.plug(backplane)
            }
        }
    }

    /// Maps the expansion RAM. The rest reads as 0, and writes are lost: memory that nobody drives behaves like a ROM.
    fn map_expansion(&self, backplane: &mut Backplane) -> Result<(), MapError> {
        let Some(range) = self.expansion.range() else {
            return backplane.rom(FIRST_EXPANSION..=0xFFFF);
        };
        if let Some((mirrored, mirror)) = self.expansion.mirror() {
            backplane.ram(mirrored.end() + 1..=*range.end())?;
            return backplane.mirrored_ram(mirrored, *mirror.start());
        }
        if FIRST_EXPANSION < *range.start() {
            backplane.rom(FIRST_EXPANSION..=range.start() - 1)?;
        }
        if *range.end() < 0xFFFF {
            backplane.rom(range.end() + 1..=0xFFFF)?;
        }
        backplane.ram(range)
    }

    pub fn unmapped(&self) -> Addresses {
        let mirror = self.expansion.mirror().map(|(_, mirror)| mirror);
        let ram = [self.expansion.range(), mirror];
        let is_expansion =
            |address| ram.iter().flatten().any(|range: &RangeInclusive<u16>| range.contains(&address));
        let empty = (FIRST_EXPANSION..=0xFFFF).filter(|&address| !is_expansion(address));
        let cartridge = if self.cartridge.is_some() { CARTRIDGE..CARTRIDGE } else { CARTRIDGE..SCREEN };
        cartridge.chain(empty).collect()
    }
}

fn add_wait_states(backplane: &mut Backplane, chips: DeviceId) -> Result<(), MapError> {
    let states = arcadian_machine::WaitStates::Device(chips);
    backplane.add_wait_states(0..=LAST_MAGIC, states)?;
    backplane.add_wait_states(SCREEN..=0x7FFF, states)?;
    backplane.add_port_wait_states(0..=0xFF, states)
}

impl Chips {
    /// Returns the chips of a machine that [`Config::build`] made.
    pub fn of(backplane: &Backplane) -> Option<&Chips> {
        backplane.find()
    }
}

pub const MOST_HANDLES: u8 = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    pub rom: Rom,
    pub cartridge: Option<Cartridge>,
    pub expansion: Expansion,
    /// The number of handles that are connected, from the first connector on.
    pub handles: u8,
    /// Whether memory and ports have wait states.
    pub timing: Timing,
    /// The samples of sound per second. 0 is no sound.
    pub sample_rate: u32,
}

/// This project's own boot ROM, no cartridge, four handles, sound at 48 kHz.
impl Default for Config {
    fn default() -> Self {
        Config {
            rom: Rom::boot(),
            cartridge: None,
            expansion: Expansion::None,
            handles: MOST_HANDLES,
            timing: Timing::Measured,
            sample_rate: 48_000,
        }
    }
}

/// RAM on the expansion connector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Expansion {
    /// No RAM: 5000 to FFFF are empty.
    #[default]
    None,
    BlueRam4K,
    BlueRam16K,
    BlueRam32K,
    Viper16K,
    LilWhite32K,
    /// R&L 64 K. Only 44 K can be addressed.
    Rl64,
}

impl Expansion {
    pub const ALL: [Expansion; 7] = [
        Expansion::None,
        Expansion::BlueRam4K,
        Expansion::BlueRam16K,
        Expansion::BlueRam32K,
        Expansion::Viper16K,
        Expansion::LilWhite32K,
        Expansion::Rl64,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Expansion::None => "none",
            Expansion::BlueRam4K => "blue4",
            Expansion::BlueRam16K => "blue16",
            Expansion::BlueRam32K => "blue32",
            Expansion::Viper16K => "viper",
            Expansion::LilWhite32K => "white",
            Expansion::Rl64 => "rl64",
        }
    }

    pub fn named(name: &str) -> Option<Expansion> {
        Expansion::ALL.into_iter().find(|expansion| expansion.name() == name)
    }

    pub const fn range(self) -> Option<RangeInclusive<u16>> {
        match self {
            Expansion::None => None,
            Expansion::BlueRam4K => Some(0x6000..=0x6FFF),
            Expansion::BlueRam16K | Expansion::Viper16K => Some(0x6000..=0x9FFF),
            Expansion::BlueRam32K => Some(0x6000..=0xDFFF),
            Expansion::LilWhite32K => Some(0x5000..=0xCFFF),
            Expansion::Rl64 => Some(0x5000..=0xFFFF),
        }
    }

    /// Returns the first addresses of its RAM that also select the same bytes elsewhere, and where.
    pub(crate) const fn mirror(self) -> Option<(RangeInclusive<u16>, RangeInclusive<u16>)> {
        match self {
            Expansion::LilWhite32K => Some((0x5000..=0x7FFF, 0xD000..=0xFFFF)),
            _ => None,
        }
    }
}
