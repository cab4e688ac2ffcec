//! Why runs end.

use std::fmt;

/// Why a run returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All requested steps were executed.
    Done,
    /// The observer asked to stop.
    Stopped,
    /// The program cannot continue by itself.
    Ended(End),
}

/// Why a program cannot continue by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The routine returned to its caller.
    Returned,
    /// The processor is halted.
    Halted,
    /// The next instruction jumps to itself.
    SelfJump,
    /// The code ran away: it is halted for good, or executes where there is no memory. The text says which.
    RanAway(String),
    /// An operating system service ended the program or is not available; the text says which.
    Service(String),
    /// The program is waiting for a key.
    NeedsKey,
    /// The program is waiting for a line of input.
    NeedsInput,
    /// The program ended.
    Finished,
    /// The user halted the program.
    Interrupted,
    /// The program stopped with an error; the text is its message.
    Error(String),
}

impl End {
    /// Returns whether input lets the program continue.
    pub fn is_waiting(&self) -> bool {
        matches!(self, End::NeedsKey | End::NeedsInput)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Returned => "the routine has returned",
            End::Halted => "the processor is halted",
            End::SelfJump => "the instruction jumps to itself",
            End::NeedsKey => "the program is waiting for a key",
            End::NeedsInput => "the program is waiting for an answer to INPUT",
            End::Finished => "the program has ended",
            End::Interrupted => "the program was halted",
            End::Service(message) | End::Error(message) | End::RanAway(message) => message,
        })
    }
}
