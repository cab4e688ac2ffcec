//! Beginning a program.

use arcadian_basic::{Basic, Dialect, DoesNotFit, Ending, Fault, Key, Line, Pause, UnknownCharacter};

use super::{moment::Moment, source::Source};

/// Statements that may be executed before the program begins.
const BUDGET: u64 = 10_000_000;

/// A program and what it begins with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The cartridge.
    pub dialect: Dialect,
    /// The program, in any order.
    pub lines: Vec<Line>,
    /// For RND.
    pub seed: u64,
    /// Lines to enter before RUN, one after the other: statements such as `A=1`, or numbered lines.
    pub before: Vec<String>,
    /// Keys that wait until the program asks for them. HALT among them stops it when it asks.
    pub keys: Vec<Key>,
    /// Where the lines stand in a file.
    pub source: Source,
}

/// A program that cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotStart {
    /// It is too long.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// What comes before RUN has a character that the machine does not have.
    #[error("`{text}` before RUN: {unknown}")]
    Unknown {
        /// What was to be entered.
        text: String,
        /// The character.
        unknown: UnknownCharacter,
    },
    /// What comes before RUN fails.
    #[error("`{text}` before RUN: {fault}")]
    Fails {
        /// What was entered.
        text: String,
        /// The error.
        fault: Fault,
    },
    /// What comes before RUN asks for a key.
    #[error("`{0}` before RUN waits for a key; only the program can be given keys")]
    Waits(String),
    /// What comes before RUN takes too long.
    #[error("`{0}` before RUN does not end within {BUDGET} statements")]
    Endless(String),
}

impl Setup {
    pub(super) fn begin(&self) -> Result<Moment, CannotStart> {
        let mut basic = Basic::new(self.dialect, self.seed);
        basic.load(&self.lines)?;
        self.before.iter().try_for_each(|text| before(&mut basic, text))?;
        enter(&mut basic, "RUN")?;
        Ok(Moment::new(basic, &self.keys))
    }
}

fn enter(basic: &mut Basic, text: &str) -> Result<(), CannotStart> {
    basic.enter(text).map_err(|unknown| CannotStart::Unknown { text: text.to_owned(), unknown })
}

fn before(basic: &mut Basic, text: &str) -> Result<(), CannotStart> {
    enter(basic, text)?;
    match (basic.run(BUDGET), basic.ending()) {
        (Pause::Budget, _) => Err(CannotStart::Endless(text.to_owned())),
        (Pause::Key | Pause::Answer, _) => Err(CannotStart::Waits(text.to_owned())),
        (Pause::Prompt, Some(Ending::Error(fault))) => {
            Err(CannotStart::Fails { text: text.to_owned(), fault: fault.clone() })
        }
        (Pause::Prompt, _) => Ok(()),
    }
}
