//! What a person can do to a machine that is played.

use arcadian_basic::Key;

use super::stick::Control;

/// What a key of the host does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Presses a key of the machine.
    Press(Key),
    /// Moves hand controller 1, or does what the key does where no program runs.
    Control(Control),
    /// Stops the program, or discards the line begun.
    Halt,
    /// Leaves.
    Leave,
    /// Resets the machine.
    Reset,
}
