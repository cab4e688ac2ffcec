//! The actions of a player.

use arcadian_basic::Key;

use crate::stick::Control;

/// The action of a key of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Presses a key of the machine.
    Press(Key),
    /// Moves the selected hand controller, or types a character if no program is running.
    Control(Control),
    /// Selects the hand controller that the keyboard moves, 1 to 4.
    Select(usize),
    /// Stops the program, or discards the line being entered.
    Halt,
    /// Ends the session.
    Leave,
    /// Resets the machine.
    Reset,
}
