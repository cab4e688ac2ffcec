//! Exercises: sheets with a contract, for which others write the instructions.

use std::{fmt, path::Path};

use arcadian_files::{Files, LONGEST_SOURCE, error::Result, escape, source::Folders};
use arcadian_proof::Routine;

use crate::{Verdict, routine};

/// An exercise.
#[derive(Debug)]
pub struct Exercise(Routine);

/// What is said of a routine as the solution of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// It has the contract of the exercise, which is proven.
    Solved,
    /// Its contract is another one: the key of a header line that demands something else.
    Changed(&'static str),
    /// Its contract is not proven.
    Unproven,
}

impl Exercise {
    /// Reads the sheet in a file. Its instructions may be missing, but not its label and what its header names.
    pub fn read(files: &dyn Files, path: &Path) -> Result<Self> {
        let text = files.text(path, "an exercise", LONGEST_SOURCE)?;
        let name = escape::source_name(path);
        let mut folders = Folders::new(files, path, &[]);
        let found = Routine::read_exercise(&name, &text, &mut folders, arcadian_claims::all());
        found.map(Exercise).map_err(routine::to_error)
    }

    /// Returns its title.
    pub fn title(&self) -> String {
        escape::line(&routine::title(&self.0)).into_owned()
    }

    /// Judges a routine with the verdict on its own contract.
    pub fn judge(&self, routine: &Routine, verdict: Verdict) -> Judgment {
        match routine.changed_demand(&self.0) {
            Some(key) => Judgment::Changed(key),
            None if verdict == Verdict::Holds => Judgment::Solved,
            None => Judgment::Unproven,
        }
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judgment::Solved => f.write_str("solves the exercise"),
            Judgment::Changed(key) => {
                write!(f, "the header is not that of the exercise: `{key}` demands something else")
            }
            Judgment::Unproven => f.write_str("the contract of the exercise is not proven"),
        }
    }
}
