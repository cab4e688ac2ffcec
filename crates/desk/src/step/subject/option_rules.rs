//! The kinds of programs that each option applies to.

use arcadian_bally::Expansion;

use super::{Code, Subject};
use crate::error::{Result, refuse};
use crate::{escape, step::options::Options};

/// An option and the programs that it applies to.
struct Rule {
    option: &'static str,
    is_set: fn(&Options) -> bool,
    applies_to: fn(&Subject) -> bool,
    programs: &'static str,
}

const fn rule(
    option: &'static str,
    is_set: fn(&Options) -> bool,
    applies_to: fn(&Subject) -> bool,
    programs: &'static str,
) -> Rule {
    Rule { option, is_set, applies_to, programs }
}

#[rustfmt::skip]
const RULES: [Rule; 17] = [
    rule("--in", |options| !options.inputs.is_empty(), is_routine, "routines with fields"),
    rule("--place", |options| !options.place.is_empty(), is_routine, "routines"),
    rule("--same-as", |options| options.same_as.is_some(), is_routine, "sheets"),
    rule("--poke", |options| !options.poke.is_empty(), is_code, "routines, sources and binaries"),
    rule("--cpu", |options| options.cpu.is_some(), is_code, "routines, sources and binaries"),
    rule("--pc", |options| options.pc.is_some(), is_code, "routines, sources and binaries"),
    rule("--load", |options| options.load.is_some(), Subject::is_binary, "binaries"),
    rule("--symbols", |options| options.symbols.is_some(), has_symbols, "binaries and images of cartridges"),
    rule("--cpm", |options| options.cpm, Subject::is_binary, "binaries"),
    rule("--keys", |options| !options.keys.is_empty(), reads_keys, "BASIC programs, cartridges and CP/M programs"),
    rule("--keys-file", |options| options.keys_file.is_some(), has_keys, "BASIC programs and cartridges"),
    rule("--keypad", |options| options.keypad.is_some(), is_cartridge, "cartridges"),
    rule("--expansion", |options| options.parts.expansion != Expansion::None, is_cartridge, "cartridges"),
    rule("--load-state", |options| options.parts.state.is_some(), is_cartridge, "cartridges"),
    rule("--dialect", |options| options.reading.dialect.is_some(), is_basic, "BASIC programs"),
    rule("--as-printed", |options| options.reading.as_printed, is_basic, "BASIC programs"),
    rule("--seed", |options| options.seed.is_some(), is_random, "BASIC programs and routines with fields"),
];

/// Refuses options that would have no effect.
pub(super) fn check(options: &Options, subject: &Subject) -> Result<()> {
    match RULES.iter().find(|rule| (rule.is_set)(options) && !(rule.applies_to)(subject)) {
        None => Ok(()),
        Some(Rule { option, programs, .. }) => {
            refuse!(
                "{option} applies only to {programs}; {} is {}",
                escape::path(&options.target),
                kind(subject)
            )
        }
    }
}

fn is_routine(subject: &Subject) -> bool {
    subject.routine().is_some()
}

fn is_basic(subject: &Subject) -> bool {
    matches!(subject, Subject::Basic(_))
}

fn is_cartridge(subject: &Subject) -> bool {
    matches!(subject, Subject::Cartridge(_))
}

fn has_keys(subject: &Subject) -> bool {
    is_basic(subject) || is_cartridge(subject)
}

fn reads_keys(subject: &Subject) -> bool {
    has_keys(subject) || matches!(subject, Subject::Code(Code::Binary(binary)) if binary.is_cpm())
}

fn has_symbols(subject: &Subject) -> bool {
    subject.is_binary() || matches!(subject, Subject::Cartridge(cartridge) if !cartridge.has_source())
}

fn is_code(subject: &Subject) -> bool {
    matches!(subject, Subject::Code(_))
}

fn is_random(subject: &Subject) -> bool {
    is_basic(subject) || is_routine(subject)
}

fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Code(Code::Routine(_)) => "a routine",
        Subject::Code(Code::Source(_)) => "a source",
        Subject::Code(Code::Binary(_)) => "a binary",
        Subject::Basic(_) => "a BASIC program",
        Subject::Cartridge(_) => "a cartridge",
    }
}
