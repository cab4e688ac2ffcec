//! `list`: a program in one of several notations.

use anyhow::Result;
use arcadian_basic::listing::write::{Notation, write};

use crate::{
    Verdict,
    args::{Form, ListArgs},
    output, program,
};

/// Shows a program.
pub fn run(args: &ListArgs) -> Result<Verdict> {
    let mut loaded = program::load(&args.program, &args.reading)?;
    loaded.lines.sort_by_key(|line| line.number);
    let notation = match args.form {
        Form::Text => Notation::Text,
        Form::Printed => Notation::Printed,
        Form::Ascii => Notation::Ascii,
        Form::Keys => Notation::Keys,
    };
    output::print(&write(&loaded.lines, loaded.dialect, &loaded.header, notation))?;
    Ok(Verdict::Holds)
}
