//! Options of the parts of the Bally, and of hints from a database of patterns.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use arcadian_bally::{Expansion, MOST_HANDLES};
use arcadian_board::rotate::{Moves, Patterns, Search};
use arcadian_files::{Files as _, escape};
use arcadian_games::rotate;
use arcadian_play::bally::{keys::Keypad, parts::Parts};
use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::Disk;
use crate::number::decimal;

/// The size of a database of eight letters with special moves, and more.
const LONGEST: u64 = 1 << 30;

/// The parts of a Bally Professional Arcade.
#[derive(Args, Clone, Debug)]
pub struct PartsArgs {
    /// On-board ROM of a Bally, 8 KB [default: a boot ROM of arcadian's own]; - is standard input
    #[arg(long, value_name = "FILE")]
    pub rom: Option<PathBuf>,
    /// Cartridge of a Bally of at most 8 KB, or bank-switched of 256 or 512 KB, or the source (.asm) of one; - is standard input
    #[arg(long, value_name = "FILE")]
    pub cart: Option<PathBuf>,
    /// RAM on the expansion connector of a Bally
    #[arg(long, value_name = "NAME", value_parser = expansions(), default_value = "none")]
    pub expansion: Expansion,
    /// Handles that are connected to a Bally, from the first connector on; the others read as 0 [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u8>(0..=MOST_HANDLES.into()))]
    pub handles: Option<u8>,
    /// Continue from a saved state of the same ROM, cartridge and expansion
    #[arg(long, value_name = "FILE")]
    pub load_state: Option<PathBuf>,
    /// File with keys of a cartridge, as `bally --record` writes it; with `step` also of a BASIC program, as `play --record` does
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub keys_file: Option<PathBuf>,
    /// Legends of a Bally's keypad for key names [default: basic for BASIC and the test card, else calculator]
    #[arg(long, value_enum)]
    pub keypad: Option<Legends>,
}

impl PartsArgs {
    /// Returns the files and the expansion.
    pub fn parts(&self) -> Parts {
        Parts {
            rom: self.rom.clone(),
            cart: self.cart.clone(),
            inserted: None,
            expansion: self.expansion,
            handles: self.handles,
            state: self.load_state.clone(),
            fitting: None,
        }
    }
}

/// The legends by which keys are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Legends {
    /// Those of the calculator, printed on the keypad
    Calculator,
    /// Those of BASIC's overlay
    Basic,
}

impl From<Legends> for Keypad {
    fn from(legends: Legends) -> Self {
        match legends {
            Legends::Calculator => Keypad::Calculator,
            Legends::Basic => Keypad::Basic,
        }
    }
}

fn expansions() -> impl TypedValueParser<Value = Expansion> {
    let names = Expansion::ALL.map(Expansion::name);
    PossibleValuesParser::new(names).map(|name| Expansion::named(&name).unwrap_or_default())
}

/// The database for hints.
#[derive(Args, Debug)]
pub struct HintArgs {
    /// Pattern database for hints of ROTATE, which `arcadian board rotate database` has made
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
}

impl HintArgs {
    /// Reads the database, if there is one. Hints of this process use it.
    pub fn prepare(&self) -> Result<()> {
        let Some(path) = &self.database else { return Ok(()) };
        let patterns = read_patterns(path)?;
        let name = escape::path(path);
        ensure!(
            !patterns.moves().both,
            "{name} is for turns in both directions, and hints need clockwise turns; make one without --both"
        );
        rotate::use_search(Search::new(patterns));
        Ok(())
    }
}

pub fn read_patterns(path: &Path) -> Result<Patterns> {
    let bytes = Disk.bytes(path, "a pattern database", LONGEST)?;
    Patterns::from_bytes(&bytes).with_context(|| {
        format!("cannot use {}; `arcadian board rotate database` makes one", escape::path(path))
    })
}

/// Describes the moves that a database is for.
pub fn described(moves: Moves) -> String {
    let turns = if moves.both { "turns in both directions" } else { "clockwise turns" };
    let special = if moves.special { "with a special move" } else { "without special moves" };
    format!("{turns} {special}")
}
