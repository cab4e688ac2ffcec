//! Reading `arcadian.toml`. Each error has its place.

use std::{ops::Range, path::Path};

use arcadian_asm::{did_you_mean, nearest};
use arcadian_files::{Error, diagnostic};
use toml::de::DeTable;

use super::{
    Project,
    keys::{KEYS, Key},
    value::{Value, Wrong},
};

/// An error in the file of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

impl ProjectError {
    /// Returns the error with an excerpt of the file.
    pub fn in_file(&self, name: &str, text: &str) -> Error {
        diagnostic::render(name, text, self.span.clone(), &self.message, self.help.as_deref()).into()
    }
}

impl Project {
    /// Reads the text of a project's file. Paths in it are relative to its folder.
    pub fn parse(file: &Path, text: &str) -> Result<Project, ProjectError> {
        let table = DeTable::parse(text).map_err(|error| ProjectError {
            span: error.span().unwrap_or(0..0),
            message: error.message().to_owned(),
            help: None,
        })?;
        let mut project = Project { file: file.to_owned(), ..Project::default() };
        let folder = project.folder().to_owned();
        // The first error is the one that comes first in the file.
        let mut entries: Vec<_> = table.get_ref().iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        for (name, item) in entries {
            let key = find(name.get_ref(), name.span())?;
            let value = Value { item, folder: &folder };
            (key.read)(&mut project, value).map_err(|wrong| refused(key, wrong))?;
        }
        Ok(project)
    }
}

fn find(name: &str, span: Range<usize>) -> Result<&'static Key, ProjectError> {
    let names = || KEYS.iter().map(|key| key.name);
    KEYS.iter().find(|key| key.name == name).ok_or_else(|| {
        let near = nearest(&name.replace('_', "-"), names());
        let help = near
            .map_or_else(|| format!("the keys are {}", names().collect::<Vec<_>>().join(", ")), did_you_mean);
        ProjectError { span, message: format!("there is no key `{name}`"), help: Some(help) }
    })
}

/// Returns the error for a value that a key does not take.
fn refused(key: &Key, wrong: Wrong) -> ProjectError {
    let takes = format!("`{}` takes {}", key.name, key.takes);
    let (message, help) = match wrong.why.as_str() {
        "" => (takes, None),
        why => (format!("`{}`: {why}", key.name), Some(takes)),
    };
    ProjectError { span: wrong.span, message, help }
}
