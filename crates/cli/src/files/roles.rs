//! Which files a command reads and which it writes: an output replaces neither an input nor another output. Files that several
//! commands read: parts of the Bally, databases of patterns.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context, Result, ensure};
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

/// The roles of the files of this process.
static ROLES: Mutex<Roles> = Mutex::new(Roles { inputs: Vec::new(), outputs: Vec::new(), last: 0 });

struct Roles {
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// The number of the last output.
    last: u64,
}

struct Input {
    file: Identity,
    path: PathBuf,
    what: String,
}

struct Output {
    file: Identity,
    path: PathBuf,
    number: u64,
}

/// A file, whatever its name.
#[derive(Clone, Debug, PartialEq)]
enum Identity {
    /// An existing file: its device, and its number there.
    #[cfg(unix)]
    Existing(u64, u64),
    #[cfg(not(unix))]
    Existing(PathBuf),
    /// A file that is to be created: its folder, and its name, in lowercase because some file systems ignore the case.
    New(PathBuf, OsString),
}

impl Identity {
    #[cfg(unix)]
    fn existing(_path: &Path, file: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(Self::Existing(file.dev(), file.ino()))
    }

    #[cfg(not(unix))]
    fn existing(path: &Path, _file: &Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self::Existing)
    }

    /// Returns the file that a path names. Devices and pipes can have any number of roles.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(file) => Self::existing(path, &file).filter(|_| file.is_file()),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
                Some(Self::New(folder, path.file_name()?.to_ascii_lowercase()))
            }
        }
    }
}

/// The right to write a file, for as long as it lives.
#[derive(Debug)]
pub struct Claim(u64);

impl Drop for Claim {
    fn drop(&mut self) {
        roles().outputs.retain(|output| output.number != self.0);
    }
}

fn roles() -> MutexGuard<'static, Roles> {
    ROLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that an open file is read as `what`. Returns why it must not be.
pub fn read(path: &Path, file: &Metadata, what: &str) -> Result<(), String> {
    let Some(file) = Identity::existing(path, file).filter(|_| file.is_file()) else { return Ok(()) };
    if is_standard_output(&file) {
        return Err(
            "standard output or standard error goes to this file; redirect it to another one".to_owned()
        );
    }
    let mut roles = roles();
    if roles.outputs.iter().any(|output| output.file == file) {
        return Err("the command writes this file; name another output".to_owned());
    }
    if !roles.inputs.iter().any(|input| input.file == file && input.what == what) {
        roles.inputs.push(Input { file, path: path.to_owned(), what: what.to_owned() });
    }
    Ok(())
}

/// Notes that standard input is read as `what`.
pub fn read_standard_input(what: &str) -> Result<(), String> {
    match standard_stream(&io::stdin()) {
        Some(file) => read(Path::new("-"), &file, what),
        None => Ok(()),
    }
}

/// Claims a file for an output, or returns why it cannot be one. What was read as `replaced` may be replaced.
pub fn claim(path: &Path, replaced: Option<&str>) -> Result<Option<Claim>, String> {
    let Some(file) = Identity::of(path) else { return Ok(None) };
    if is_standard_output(&file) {
        return Err(
            "standard output or standard error goes to this file; name another one, or `-`".to_owned()
        );
    }
    let mut roles = roles();
    let is_kept = |input: &&Input| input.file == file && Some(&*input.what) != replaced;
    if let Some(input) = roles.inputs.iter().find(is_kept) {
        let other =
            if input.path == path { String::new() } else { format!(" as {}", escape::path(&input.path)) };
        return Err(format!("the command reads this file{other}; name another one"));
    }
    if let Some(output) = roles.outputs.iter().find(|output| output.file == file) {
        return Err(format!("another output goes to {}; name another file", escape::path(&output.path)));
    }
    // Its number may be that of another file once it is replaced.
    roles.inputs.retain(|input| input.file != file);
    roles.last += 1;
    let number = roles.last;
    roles.outputs.push(Output { file, path: path.to_owned(), number });
    Ok(Some(Claim(number)))
}

/// Returns whether standard output or standard error goes to a regular file, and it is this one.
fn is_standard_output(file: &Identity) -> bool {
    let streams = [standard_stream(&io::stdout()), standard_stream(&io::stderr())];
    let files = streams.iter().flatten().filter(|stream| stream.is_file());
    files.filter_map(|stream| Identity::existing(Path::new("-"), stream)).any(|stream| stream == *file)
}

#[cfg(unix)]
fn standard_stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn standard_stream<T>(_stream: &T) -> Option<Metadata> {
    None
}

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

/// Returns the parser of the names of expansions.
fn expansions() -> impl TypedValueParser<Value = Expansion> {
    let names = Expansion::ALL.map(Expansion::name);
    PossibleValuesParser::new(names).map(|name| Expansion::named(&name).unwrap_or_default())
}

/// The size of a database of eight letters with special moves, and more.
const LONGEST: u64 = 1 << 30;

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

/// Reads a database.
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
