//! The verdict of a command.

use std::process::ExitCode;

/// The result of a command that ran. It determines the exit status; failures to run are errors instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The command found no problem.
    Holds,
    /// The command found a problem: an error in the program, a used-up budget, a wrong byte count.
    Fails,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => ExitCode::SUCCESS,
            Verdict::Fails => ExitCode::from(1),
        }
    }
}

impl Verdict {
    /// Returns [`Verdict::Holds`] if `holds` is true.
    pub fn of(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}
