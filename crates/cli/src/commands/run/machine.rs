//! Where a program runs: the interpreter, or an emulated Bally with the BASIC cartridge.

use arcadian_basic::{Basic, SoundWrite, script::Scripted};
use arcadian_play::bally::basic::{BasicBally, EnterError};
use arcadian_play::report::{NextStatement, Results};
use arcadian_screen::Frame;

/// A machine that runs a program.
pub(super) trait Machine: Scripted {
    /// The default budget in statements.
    const BUDGET: u64;
    /// The number of statements per slice without an animation.
    const SLICE: u64;

    /// Enters a line: one with a number is stored, another is executed by the next run.
    fn enter(&mut self, text: &str) -> Result<(), EnterError>;

    /// Returns what the television shows.
    fn frame(&self) -> Frame;

    /// Returns the emulated time in T-states.
    fn tstates(&self) -> u64;

    /// Records writes to the sound ports from now on.
    fn listen(&mut self);

    /// Returns the writes to the sound ports since the last call.
    fn take_sound(&mut self) -> Vec<SoundWrite>;

    /// Returns the time in T-states at which the note that sounds ends.
    fn note_end(&self) -> Option<u64>;

    /// Returns what the run leaves.
    fn results(&self) -> Results;

    /// Returns the statement that is executed next.
    fn next_statement(&self) -> Option<NextStatement>;
}

impl Machine for Basic {
    const BUDGET: u64 = 100_000_000;
    const SLICE: u64 = 1_000_000;

    fn enter(&mut self, text: &str) -> Result<(), EnterError> {
        self.enter(text).map_err(EnterError::Character)
    }

    fn frame(&self) -> Frame {
        self.frame()
    }

    fn tstates(&self) -> u64 {
        self.tstates()
    }

    fn listen(&mut self) {
        self.listen();
    }

    fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.take_sound()
    }

    fn note_end(&self) -> Option<u64> {
        self.note_end()
    }

    fn results(&self) -> Results {
        self.into()
    }

    fn next_statement(&self) -> Option<NextStatement> {
        NextStatement::of(self)
    }
}

impl Machine for BasicBally {
    /// About a quarter of an hour of the machine's time.
    const BUDGET: u64 = 1_000_000;
    /// A second of the machine's time.
    const SLICE: u64 = 1_000;

    fn enter(&mut self, text: &str) -> Result<(), EnterError> {
        self.enter(text)
    }

    fn frame(&self) -> Frame {
        self.frame()
    }

    fn tstates(&self) -> u64 {
        self.tstates()
    }

    fn listen(&mut self) {
        self.listen();
    }

    fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.take_sound()
    }

    fn note_end(&self) -> Option<u64> {
        self.note_end()
    }

    fn results(&self) -> Results {
        self.into()
    }

    fn next_statement(&self) -> Option<NextStatement> {
        self.position().map(|(line, at)| NextStatement { line, at })
    }
}
