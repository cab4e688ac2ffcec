//! The client of a session.

use std::rc::Rc;

/// Returns whether a running program has to stop for a message.
pub type Interrupted = Rc<dyn Fn() -> bool>;

/// What the client is like.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// What it calls the first line.
    pub first_line: usize,
    /// What it calls the first column.
    pub first_column: usize,
    /// Whether it wants to know when values changed.
    pub takes_invalidated: bool,
    /// Whether it wants to know when memory changed.
    pub takes_memory: bool,
}
