//! Reading files and standard input, with a size limit. An error names files with similar names. Reading sources and programs, and the
//! folder of programs.

use std::{
    env,
    fmt::Display,
    fs::{self, File},
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf, absolute},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use arcadian_asm::{did_you_mean, nearest};
use arcadian_basic::Dialect;
use arcadian_files::{
    Encoding, Error, FileKind, Files, LONGEST_PROGRAM, PROGRAM, PROJECT,
    diagnostic::{self, Diagnostic},
    error::Result,
    escape,
    program::Reading,
    source::{Defaults, Syntax},
};
use arcadian_isa::Processor;
use arcadian_play::folder::Folder;
use arcadian_program::{Options, Program, project::Project};
use clap::Args;

use super::{output, pending::Pending, roles};

/// The bytes that are read at a time.
const PIECE: usize = 1 << 16;
/// Whether standard input has been read as a file.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether files of projects are not read.
static IS_WITHOUT_PROJECTS: AtomicBool = AtomicBool::new(false);
/// The bytes already read from standard input to recognize the format.
static PEEKED: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// The file system; `-` is standard input.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn kind(&self, path: &Path) -> FileKind {
        match fs::metadata(path) {
            Ok(found) if found.is_file() => FileKind::File,
            Ok(found) if found.is_dir() => FileKind::Folder,
            Ok(_) => FileKind::Device,
            Err(_) => FileKind::Missing,
        }
    }

    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.pieces(path, what, longest, &mut |piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    }

    fn pieces(&self, path: &Path, what: &str, longest: u64, take: &mut dyn FnMut(&[u8])) -> Result<()> {
        let input = if escape::is_stream(path) { stream(what)? } else { open_stream(path, what, longest)? };
        copy(input, path, what, longest, take)
    }

    fn peek(&self, longest: u64) -> Result<Vec<u8>> {
        roles::read_standard_input("an input").map_err(|why| unreadable(Path::new("-"), &why))?;
        let mut peeked = PEEKED.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = peeked.get_or_insert_default();
        let missing = longest.saturating_sub(bytes.len() as u64);
        let read = io::stdin().lock().take(missing).read_to_end(bytes);
        read.map_err(|error| unreadable(Path::new("-"), &error))?;
        Ok(bytes.clone())
    }

    fn missing(&self, path: &Path, known: &[&str]) -> Error {
        match fs::metadata(path) {
            Err(error) => unreadable_with(path, &error, known),
            Ok(_) => Error::Message(format!("cannot read {}", escape::path(path))),
        }
    }

    fn note(&self, text: &str) {
        output::note(text);
    }

    fn is_newer(&self, one: &Path, other: &Path) -> bool {
        /// The time in which a copy of a project is written.
        const TOLERANCE: Duration = Duration::from_secs(2);
        let time = |path| fs::metadata(path).and_then(|found| found.modified());
        time(one).ok().zip(time(other).ok()).is_some_and(|(one, other)| one > other + TOLERANCE)
    }

    fn project(&self, path: &Path) -> Option<PathBuf> {
        if IS_WITHOUT_PROJECTS.load(Ordering::Relaxed) {
            return None;
        }
        let folder = if escape::is_stream(path) || path.as_os_str().is_empty() {
            Path::new(".")
        } else if path.is_dir() {
            path
        } else {
            path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
        };
        let (folder, here) = (fs::canonicalize(folder).ok()?, fs::canonicalize(".").ok()?);
        // What is a folder is not meant. A link to nothing is, and reading it says so.
        let is_there = |file: PathBuf| fs::symlink_metadata(&file).is_ok() && !file.is_dir();
        let found = folder.ancestors().find(|folder| is_there(folder.join(PROJECT)))?;
        Some(relative(found, &here).join(PROJECT))
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        absolute(path).unwrap_or_else(|_| path.to_owned())
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        let one = self.absolute(one);
        let real = |path: &Path| fs::canonicalize(path).ok();
        one == other || real(&one).is_some_and(|one| Some(one) == real(other))
    }
}

/// Returns a path of a folder as a user would write it: from the current folder, if one of them is in the other.
fn relative(folder: &Path, here: &Path) -> PathBuf {
    if let Ok(below) = folder.strip_prefix(here) {
        return below.to_owned();
    }
    match here.strip_prefix(folder) {
        Ok(above) => above.components().map(|_| "..").collect(),
        Err(_) => folder.to_owned(),
    }
}

/// Opens a file. The end of a pipe or a device is not known.
fn open_stream(path: &Path, what: &str, longest: u64) -> Result<Box<dyn Read>> {
    let found = fs::metadata(path).map_err(|error| unreadable_with(path, &error, &[]))?;
    if found.is_dir() {
        return Err(Error::Message(format!("{} is a directory; name {what}", escape::path(path))));
    }
    if found.len() > longest {
        return Err(too_long(path, what, longest));
    }
    if output::is_pipe(&found) {
        return Ok(Box::new(output::reader(path).map_err(|error| unreadable(path, &error))?));
    }
    let file = File::open(path).map_err(|error| unreadable_with(path, &error, &[]))?;
    roles::read(path, &found, what).map_err(|why| unreadable(path, &why))?;
    Ok(Box::new(file))
}

/// Takes standard input for the one purpose that it can have.
pub fn take_standard_input(what: &str) -> Result<()> {
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Error::Message(format!(
            "cannot read {what} from standard input: another `-` has already read it; name a file for one of them"
        )));
    }
    roles::read_standard_input(what).map_err(|why| unreadable(Path::new("-"), &why))
}

fn stream(what: &str) -> Result<Box<dyn Read>> {
    take_standard_input(what)?;
    let peeked = PEEKED.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
    Ok(Box::new(Cursor::new(peeked).chain(io::stdin())))
}

/// Gives away at most `longest` bytes, piece by piece.
fn copy(
    mut input: impl Read,
    path: &Path,
    what: &str,
    longest: u64,
    take: &mut dyn FnMut(&[u8]),
) -> Result<()> {
    let mut piece = vec![0; PIECE];
    let mut length = 0;
    loop {
        let count = match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| unreadable(path, &error))?,
        };
        length += count as u64;
        if length > longest {
            return Err(too_long(path, what, longest));
        }
        take(&piece[..count]);
    }
}

fn unreadable(path: &Path, why: &impl Display) -> Error {
    Error::Message(format!("cannot read {}: {why}", escape::path(path)))
}

fn too_long(path: &Path, what: &str, longest: u64) -> Error {
    Error::Message(format!("{} is longer than {} KB, so it is not {what}", escape::path(path), longest >> 10))
}

/// A reader that converts CRLF and CR line ends to LF.
pub struct LineFeeds<R> {
    input: R,
    /// Whether the last byte was a carriage return.
    is_after_return: bool,
}

impl<R> LineFeeds<R> {
    pub fn new(input: R) -> Self {
        Self { input, is_after_return: false }
    }
}

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.input.read(buffer)?;
            let mut kept = 0;
            for at in 0..count {
                let byte = buffer[at];
                if !(byte == b'\n' && self.is_after_return) {
                    buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
                self.is_after_return = byte == b'\r';
            }
            // Returning 0 would mean the end of the input.
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

/// Options for reading a program.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReadingArgs {
    /// Dialect: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981) [default: from the program's header]
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<Dialect>,
    /// Ignore the errata file of a printed listing
    #[arg(long)]
    pub as_printed: bool,
    /// Encoding of the program's text: windows-1252, koi8-r, cp437 or utf-16 [default: UTF-8, or what its bytes look like]
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<Encoding>,
}

impl From<ReadingArgs> for Reading {
    fn from(args: ReadingArgs) -> Self {
        let ReadingArgs { dialect, as_printed, encoding } = args;
        Reading { dialect, as_printed, encoding }
    }
}

/// The number of directory entries that are compared.
const MOST_FILES: usize = 4_096;

/// Returns the error for an unreadable file. If the file is missing, the error suggests the nearest name in `known` or in the
/// same directory.
pub fn unreadable_with(path: &Path, error: &io::Error, known: &[&str]) -> Error {
    let title = format!("cannot read {}: {error}", escape::path(path));
    let is_missing = error.kind() == ErrorKind::NotFound;
    if let Some(target) = fs::read_link(path).ok().filter(|_| is_missing) {
        return unreadable(path, &output::missing_target(&target));
    }
    match similar(path, known) {
        Some(near) if is_missing => Diagnostic::with_help(&title, &did_you_mean(escape::path(&near))).into(),
        _ => Error::Message(title),
    }
}

/// Returns the path with the nearest name in the directory of a missing file, or in `known`.
pub fn similar(path: &Path, known: &[&str]) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files =
        fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten().take(MOST_FILES);
    let files: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    let known = known.iter().copied().filter(|_| folder.is_none());
    let near = nearest(name, known.chain(files.iter().map(String::as_str)))?;
    Some(folder.unwrap_or(Path::new("")).join(near))
}

/// Returns the options of the assembler for a source. A dialect that is recognized is said on standard error.
pub fn assembler(
    syntax: &Syntax,
    processor: Option<Processor>,
    defaults: &Defaults,
    name: &str,
    text: &str,
) -> anyhow::Result<arcadian_asm::Options> {
    let (options, note) = syntax.options(processor, defaults, name, text)?;
    let note = note.filter(|_| !output::is_quiet());
    note.iter().for_each(|note| output::show(&diagnostic::render_source(note).with_line("")));
    Ok(options)
}

/// Returns the project of a file or a folder, if it has one.
pub fn project(path: &Path) -> Result<Option<Project>> {
    Project::of(&Disk, path)
}

/// Returns the time limit that the user states, or that of the project of a file.
pub fn time_limit(path: &Path, stated: Option<Duration>) -> Result<Option<Duration>> {
    Ok(stated.or(project(path)?.and_then(|project| project.time_limit)))
}

/// Lets no file belong to a project.
pub fn leave_projects() {
    IS_WITHOUT_PROJECTS.store(true, Ordering::Relaxed);
}

/// Reads a program, and says what the user has to know.
pub fn open(path: &Path, options: &Options) -> anyhow::Result<Program> {
    let program = arcadian_program::open(&Disk, path, options).map_err(|located| located.error)?;
    program.notes.iter().for_each(|note| output::remark(note));
    Ok(program)
}

/// A directory with programs. `-` is a file in it, not a standard stream.
pub struct ProgramFolder(PathBuf);

impl ProgramFolder {
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

    fn read(&self, name: &str) -> Result<String> {
        Disk.text(&self.0.join(name), PROGRAM, LONGEST_PROGRAM)
    }

    fn write(&mut self, name: &str, text: &str) -> Result<()> {
        let path = self.0.join(name);
        let written = Pending::saved(&path, PROGRAM).and_then(|file| file.finish(text.as_bytes()));
        written.map_err(|error| Error::Message(error.root_cause().to_string()))
    }
}

/// Writes unsaved lines with `write`, which returns the name of the file: to the current directory, or if that fails, to the
/// one for temporary files. Returns a message.
pub fn rescue(write: impl Fn(&mut dyn Folder) -> std::result::Result<String, String>) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: [(&str, &str); 6] = [
        ("a\rb\r", "a\nb\n"),
        ("a\r\nb", "a\nb"),
        ("a\nb\n", "a\nb\n"),
        ("\r\r\n\r", "\n\n\n"),
        ("\n\r", "\n\n"),
        ("", ""),
    ];

    #[test]
    fn line_ends_become_line_feeds() {
        for (text, lines) in ENDS {
            assert_eq!(arcadian_files::with_line_feeds(text), lines, "{text:?}");
            for size in 1..5 {
                let mut stream = LineFeeds::new(text.as_bytes());
                let mut read = Vec::new();
                let mut buffer = vec![0; size];
                while let Ok(count @ 1..) = stream.read(&mut buffer) {
                    read.extend_from_slice(&buffer[..count]);
                }
                assert_eq!(String::from_utf8_lossy(&read), lines, "{text:?} in pieces of {size}");
            }
        }
    }
}
