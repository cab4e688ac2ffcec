//! The exit status of a command.

use std::process::ExitCode;

/// The result of a command that ran. It determines the exit status; failures to run are errors instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The command found no problem.
    Holds,
    /// The command found a problem: an error in the program, a used-up budget, a wrong byte count.
    Fails,
    /// The command ran, and there was nothing to judge.
    NothingToDo,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Holds => ExitCode::SUCCESS,
            ExitStatus::Fails => ExitCode::from(1),
            ExitStatus::NothingToDo => ExitCode::from(2),
        }
    }
}

impl ExitStatus {
    /// Returns [`ExitStatus::Holds`] if `holds` is true.
    pub fn of(holds: bool) -> Self {
        if holds { ExitStatus::Holds } else { ExitStatus::Fails }
    }
}
