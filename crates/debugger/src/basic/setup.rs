//! The start of a program.

use arcadian_basic::{Basic, Dialect, DoesNotFit, Ending, Fault, Line, Pause, UnknownCharacter, key::Event};

use super::{source::Source, state::ProgramState};

/// The most statements that each line entered before RUN may execute.
const BUDGET: u64 = 10_000_000;

/// A program and its initial state.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub dialect: Dialect,
    /// The lines of the program, in any order.
    pub lines: Vec<Line>,
    /// The seed of RND.
    pub seed: u64,
    /// Lines to enter one by one before RUN: statements such as `A=1`, or numbered lines.
    pub before: Vec<String>,
    /// The events of a key script: keys wait until the program reads them. HALT stops the program when it reads a key.
    pub events: Vec<Event>,
    /// The positions of the lines in a file.
    pub source: Source,
}

/// A program that cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The program is too long.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// A line entered before RUN has a character that the machine does not have.
    #[error("cannot enter `{text}` before RUN: {unknown}")]
    Unknown {
        /// The line.
        text: String,
        /// The character.
        unknown: UnknownCharacter,
    },
    /// A line entered before RUN fails.
    #[error("`{text}` fails before RUN: {fault}")]
    Fails {
        /// The line.
        text: String,
        /// The error.
        fault: Fault,
    },
    /// A line entered before RUN reads a key.
    #[error("`{0}` waits for a key before RUN; only the program can be given keys")]
    Waits(String),
    /// A line entered before RUN runs too long.
    #[error("`{0}` does not end before RUN within {BUDGET} statements")]
    Endless(String),
}

impl Setup {
    pub(super) fn start(&self) -> Result<ProgramState, SetupError> {
        let mut basic = Basic::new(self.dialect, self.seed);
        basic.load(&self.lines)?;
        self.before.iter().try_for_each(|text| execute(&mut basic, text))?;
        enter(&mut basic, "RUN")?;
        Ok(ProgramState::new(basic, &self.events))
    }
}

fn enter(basic: &mut Basic, text: &str) -> Result<(), SetupError> {
    basic.enter(text).map_err(|unknown| SetupError::Unknown { text: text.to_owned(), unknown })
}

fn execute(basic: &mut Basic, text: &str) -> Result<(), SetupError> {
    enter(basic, text)?;
    match (basic.run(BUDGET), basic.ending()) {
        (Pause::Budget, _) => Err(SetupError::Endless(text.to_owned())),
        (Pause::Key | Pause::Answer | Pause::List | Pause::Tape, _) => {
            Err(SetupError::Waits(text.to_owned()))
        }
        (Pause::Prompt, Some(Ending::Error(fault))) => {
            Err(SetupError::Fails { text: text.to_owned(), fault: fault.clone() })
        }
        (Pause::Prompt, _) => Ok(()),
    }
}
