//! The files that a command reads and those that it writes: an output replaces neither an input nor another output. Files that several
//! commands read: parts of the Bally, databases of patterns.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use arcadian_files::escape;

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
