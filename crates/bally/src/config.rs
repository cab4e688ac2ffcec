//! What a machine consists of.

use std::ops::RangeInclusive;

use crate::image::{Cartridge, Rom};

/// The connectors for handles.
pub const MOST_HANDLES: u8 = 4;

/// The parts and options of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The on-board ROM.
    pub rom: Rom,
    pub cartridge: Option<Cartridge>,
    /// The RAM on the expansion connector.
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
    /// Blue RAM with 4 K.
    BlueRam4K,
    /// Blue RAM with 16 K.
    BlueRam16K,
    /// Blue RAM with 32 K.
    BlueRam32K,
    /// Viper System 1 with 16 K.
    Viper16K,
    /// Lil' White RAM with 32 K.
    LilWhite32K,
    /// R&L 64 K. Only 44 K can be addressed.
    Rl64,
}

impl Expansion {
    /// All kinds of expansion.
    pub const ALL: [Expansion; 7] = [
        Expansion::None,
        Expansion::BlueRam4K,
        Expansion::BlueRam16K,
        Expansion::BlueRam32K,
        Expansion::Viper16K,
        Expansion::LilWhite32K,
        Expansion::Rl64,
    ];

    /// Returns the name for options and messages.
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

    /// Returns the addresses of its RAM.
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

/// The timing of accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Timing {
    /// No wait states, as measured in MAME 0.251.
    #[default]
    Measured,
    /// Wait states for RAM, magic memory and ports as the Astrocade core for MiSTer has them. No first-hand document is
    /// known.
    WaitStates,
}

impl Timing {
    /// Returns the length of the longest instruction in cycles.
    pub(crate) const fn longest_instruction(self) -> u64 {
        match self {
            Timing::Measured => 23,
            // Six accesses, two of them fetches, with up to two and three wait states.
            Timing::WaitStates => 23 + 4 * 2 + 2 * 3,
        }
    }
}
