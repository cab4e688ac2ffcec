//! How a source is read: its syntax, that of arcadian or of another assembler, and what it leaves to the command line. Maps, and the
//! folder of programs.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use arcadian_asm::{Dialect, Options};
use arcadian_files::{
    Error, FileKind, Files, LONGEST_PROGRAM, PROGRAM, address, diagnostic, error, escape,
    source::{self, Syntax},
};
use arcadian_isa::Processor;
use arcadian_play::folder::Folder;
use clap::Args;

use super::{Disk, output, pending::Pending};

/// The arguments about the syntax of a source, and what it leaves to a linker.
#[derive(Args, Clone, Debug, Default)]
pub struct SyntaxArgs {
    /// Syntax of a source: arcadian, acme, ca65, m80, sdcc, sjasmplus, z88dk or zmac; by default recognized by its statements
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    pub dialect: Option<Dialect>,
    #[command(flatten)]
    pub linking: LinkingArgs,
}

/// The arguments about what a source leaves to the command line.
#[derive(Args, Clone, Debug, Default)]
pub struct LinkingArgs {
    /// Source: address of the first segment, in dialects with segments [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub org: Option<u16>,
    /// Source: address of a segment, in dialects with segments; may be repeated
    #[arg(long, value_name = "NAME=ADDR", value_parser = source::segment)]
    pub segment: Vec<(String, u16)>,
    /// Source: define a constant, with the value 1 by default; may be repeated
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = source::definition)]
    pub define: Vec<(String, i32)>,
    /// Source: also search this folder for included files; may be repeated
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

/// Parses the name of a dialect.
pub fn dialect(text: &str) -> std::result::Result<Dialect, String> {
    Dialect::named(text).ok_or_else(|| {
        let names: Vec<&str> = Dialect::all().map(Dialect::name).collect();
        format!("the dialects are {}", names.join(", "))
    })
}

impl From<SyntaxArgs> for Syntax {
    fn from(args: SyntaxArgs) -> Self {
        let SyntaxArgs { dialect, linking: LinkingArgs { org, segment, define, include } } = args;
        Syntax { dialect, origin: org, segments: segment, defines: define, folders: include }
    }
}

impl SyntaxArgs {
    /// Returns how a source is read.
    pub fn syntax(&self) -> Syntax {
        self.clone().into()
    }

    /// Returns the options of the assembler for a source. A dialect that is recognized is said on standard error.
    pub fn options(&self, processor: Option<Processor>, name: &str, text: &str) -> Result<Options> {
        let (options, note) = self.syntax().options(processor, name, text)?;
        note.iter().for_each(|note| output::show(&diagnostic::render_source(note).with_line("")));
        Ok(options)
    }
}

/// The map of a binary, and where its sources are.
#[derive(Args, Clone, Debug, Default)]
pub struct MapArgs {
    /// Binary: debug data that its own tools wrote (.dbg of ld65, .noi, .cdb and .rst of SDCC, SLD of sjasmplus, labels of VICE);
    /// may be repeated [default: a file beside the binary with its name]
    #[arg(long, value_name = "FILE")]
    pub map: Vec<PathBuf>,
    /// Binary with a map: a folder with the sources that the map names; may be repeated [default: the folder of the map]
    #[arg(long, value_name = "DIR")]
    pub source_dir: Vec<PathBuf>,
}

/// A directory with programs. `-` is a file in it, not a standard stream.
pub struct ProgramFolder(PathBuf);

impl ProgramFolder {
    /// Returns the current directory.
    pub fn current() -> Self {
        Self(Path::new(".").to_owned())
    }
}

impl Folder for ProgramFolder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    fn kind(&self, name: &str) -> FileKind {
        Disk.kind(&self.0.join(name))
    }

    fn read(&self, name: &str) -> error::Result<String> {
        Disk.text(&self.0.join(name), PROGRAM, LONGEST_PROGRAM)
    }

    fn write(&mut self, name: &str, text: &str) -> error::Result<()> {
        let path = self.0.join(name);
        let written = Pending::saved(&path, PROGRAM).and_then(|file| file.finish(text.as_bytes()));
        written.map_err(|error| Error::Message(error.root_cause().to_string()))
    }
}

/// Writes unsaved lines with `write`, which returns the name of the file: to the current directory, or if that fails, to the
/// one for temporary files. Returns a message.
pub fn rescue(write: impl Fn(&mut dyn Folder) -> Result<String, String>) -> String {
    let current = write(&mut ProgramFolder::current());
    let (folder, written) = match current {
        Ok(name) => (PathBuf::new(), Ok(name)),
        Err(_) => (env::temp_dir(), write(&mut ProgramFolder(env::temp_dir()))),
    };
    match written {
        Ok(name) => {
            format!("note: the unsaved lines of the program are in {}", escape::path(&folder.join(name)))
        }
        Err(why) => format!("error: cannot save the unsaved lines of the program: {why}"),
    }
}
