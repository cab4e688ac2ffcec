//! What a command found.

use std::process::ExitCode;

/// What a command found; it decides the exit status. What keeps a command from its work is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done, and everything holds.
    Holds,
    /// Done, but something does not hold: a program's error, a used-up budget, a wrong byte count.
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
    /// Returns the verdict on something that holds or not.
    pub fn of(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}
