//! Projects: what `arcadian.toml` states for all programs in its folder and below.
//!
//! [`open`](crate::open) asks for the project of each program, so every command has the same settings. What the user or the program itself
//! states comes first.

#[cfg(feature = "tools")]
pub mod begin;
#[cfg(feature = "tools")]
pub mod build_files;
#[cfg(feature = "tools")]
mod keys;
#[cfg(feature = "tools")]
mod prototype;
#[cfg(feature = "tools")]
mod read;
#[cfg(feature = "tools")]
mod value;
#[cfg(feature = "tools")]
mod variables;
#[cfg(feature = "tools")]
mod words;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use arcadian_files::{Files, error::Result, source::Defaults};

#[cfg(feature = "tools")]
pub use keys::keys;
#[cfg(feature = "tools")]
pub use read::ProjectError;

/// The settings of a project. Paths are relative to the current folder, as the path of its file is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// The file of the project.
    pub file: PathBuf,
    /// The processor and the syntax of sources that state none.
    pub defaults: Defaults,
    /// The files and folders whose contracts and budgets are verified; if there are none, the folder of the project.
    pub sheets: Vec<PathBuf>,
    /// The folders with the sources that maps name.
    pub source_dir: Vec<PathBuf>,
    /// The folders with binaries and their maps.
    pub build_dir: Vec<PathBuf>,
    /// The maps of a binary without a map beside it.
    pub map: Vec<PathBuf>,
    /// The file with contracts of the binary.
    pub contract: Option<PathBuf>,
    /// Addresses whose bytes do not change.
    pub constant: Vec<(u16, u16)>,
    /// The time after which a routine, a part or a rule is undecided.
    pub time_limit: Option<Duration>,
    /// The greatest number of instructions of a run of a routine.
    pub max_instructions: Option<u64>,
    /// The file of findings that are known.
    pub known: Option<PathBuf>,
}

/// The longest file of a project, in bytes.
#[cfg(feature = "tools")]
const LONGEST: u64 = 1 << 20;

impl Project {
    /// Returns the project of a file or a folder, if it has one.
    #[cfg(feature = "tools")]
    pub fn of(files: &dyn Files, path: &Path) -> Result<Option<Project>> {
        let Some(file) = files.project(path) else { return Ok(None) };
        let text = files.text(&file, "the file of a project", LONGEST)?;
        let name = arcadian_files::escape::source_name(&file);
        Project::parse(&file, &text).map(Some).map_err(|error| error.in_file(&name, &text))
    }

    /// Returns no project: this host reads none.
    #[cfg(not(feature = "tools"))]
    pub fn of(_files: &dyn Files, _path: &Path) -> Result<Option<Project>> {
        Ok(None)
    }

    /// Returns the folder of the project.
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }

    /// Returns the paths whose contracts and budgets are verified if the user names none.
    pub fn paths(&self) -> Vec<PathBuf> {
        let folder = self.folder();
        let all = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if self.sheets.is_empty() { vec![all.to_owned()] } else { self.sheets.clone() }
    }
}
