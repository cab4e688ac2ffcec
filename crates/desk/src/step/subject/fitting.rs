//! Which options are for which programs.

use super::Subject;
use crate::error::{Result, refuse};
use crate::{border, step::options::Options};

/// An option, and the programs that it is for.
struct Row {
    option: &'static str,
    is_given: fn(&Options) -> bool,
    fits: fn(&Subject) -> bool,
    whom: &'static str,
}

const fn row(
    option: &'static str,
    is_given: fn(&Options) -> bool,
    fits: fn(&Subject) -> bool,
    whom: &'static str,
) -> Row {
    Row { option, is_given, fits, whom }
}

#[rustfmt::skip]
const ROWS: [Row; 10] = [
    row("--in", |given| !given.inputs.is_empty(), is_routine, "a routine with fields"),
    row("--cpu", |given| given.cpu.is_some(), is_code, "machine code"),
    row("--pc", |given| given.pc.is_some(), is_code, "machine code"),
    row("--load", |given| given.load.is_some(), Subject::is_binary, "a binary"),
    row("--symbols", |given| given.symbols.is_some(), Subject::is_binary, "a binary"),
    row("--cpm", |given| given.cpm, Subject::is_binary, "a binary"),
    row("--keys", |given| !given.keys.is_empty(), is_basic, "BASIC"),
    row("--dialect", |given| given.reading.dialect.is_some(), is_basic, "BASIC"),
    row("--as-printed", |given| given.reading.as_printed, is_basic, "BASIC"),
    row("--seed", |given| given.seed.is_some(), has_chance, "BASIC and for routines with fields"),
];

/// Refuses options that would change nothing.
pub(super) fn check(options: &Options, subject: &Subject) -> Result<()> {
    match ROWS.iter().find(|row| (row.is_given)(options) && !(row.fits)(subject)) {
        None => Ok(()),
        Some(Row { option, whom, .. }) => {
            refuse!("{option} is for {whom}; {} is {}", border::shown(&options.target), kind(subject))
        }
    }
}

fn is_routine(subject: &Subject) -> bool {
    subject.routine().is_some()
}

fn is_basic(subject: &Subject) -> bool {
    matches!(subject, Subject::Basic(_))
}

fn is_code(subject: &Subject) -> bool {
    !is_basic(subject)
}

fn has_chance(subject: &Subject) -> bool {
    is_basic(subject) || is_routine(subject)
}

fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Routine(_) => "a routine",
        Subject::Source(_) => "a source",
        Subject::Binary(_) => "a binary",
        Subject::Basic(_) => "BASIC",
    }
}
