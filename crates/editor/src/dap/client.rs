//! The client of a session.

use std::rc::Rc;

/// Returns whether a running program has to be interrupted because a message has arrived.
pub type InterruptCheck = Rc<dyn Fn() -> bool>;

/// What the client said about itself.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The number of the first line: 0 or 1.
    pub first_line: usize,
    /// The number of the first column: 0 or 1.
    pub first_column: usize,
    /// Whether the client handles the `invalidated` event.
    pub supports_invalidated_event: bool,
    /// Whether the client handles the `memory` event.
    pub supports_memory_event: bool,
}
