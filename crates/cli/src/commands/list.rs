//! `list`: shows a program in one of several notations.

use std::path::PathBuf;

use anyhow::Result;
use arcadian_basic::listing::write::{Listed, Notation, write};

use arcadian_files::program;
use clap::{Args, ValueEnum};

use crate::files::{Disk, ExitStatus, ReadingArgs, output, pending::Pending};

const LIST_HELP: &str = "\
Exit status: 0 the program is shown; 1 parts of its tape could not be read, `?` stands for them; 2 bad arguments, or a file that cannot \
be read.";

/// The arguments of `list`.
#[derive(Args, Debug)]
#[command(after_long_help = LIST_HELP)]
pub struct ListArgs {
    /// Program file, or `rotate`; - is standard input
    pub program: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Notation to use
    #[arg(long = "as", value_enum, default_value_t)]
    pub form: Form,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Report everything as one JSON object
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
}

/// A notation for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The machine's characters
    #[default]
    Text,
    /// The notation of the printed listing
    Printed,
    /// ASCII spellings
    Ascii,
    /// Text files of the Bally Alley archive: words in lowercase letters, `mul`, `div`
    Archive,
    /// Keys to press on the 24-key pad
    Keys,
}

pub fn run(args: &ListArgs) -> Result<ExitStatus> {
    let file = args.output.as_deref().map(Pending::new).transpose()?;
    let mut loaded = program::load(&Disk, &args.program, &args.reading.into())?;
    loaded.warning.iter().for_each(|warning| output::note(warning));
    loaded.lines.sort_by_key(|line| line.number);
    let notation = match args.form {
        Form::Text => Notation::Text,
        Form::Printed => Notation::Printed,
        Form::Ascii => Notation::Ascii,
        Form::Archive => Notation::Archive,
        Form::Keys => Notation::Keys,
    };
    let text = write(&loaded.lines, loaded.dialect, &loaded.header, notation);
    match file {
        Some(file) => file.finish(text.as_bytes())?,
        None if args.json => {
            output::print_report(loaded.is_whole, &Listed::new(&loaded.lines, loaded.dialect, &text))?;
        }
        None => output::print(&text)?,
    }
    Ok(ExitStatus::of(loaded.is_whole))
}
