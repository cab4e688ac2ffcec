//! Topics, under which help lists the commands.

/// A topic of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Forward and backward execution.
    Execution,
    /// Breakpoints and watchpoints.
    Breakpoints,
    /// The state of the program.
    Inspection,
    /// Everything else.
    Other,
}

impl Topic {
    /// All topics in the order in which help lists them.
    pub const ALL: [Topic; 4] = [Topic::Execution, Topic::Breakpoints, Topic::Inspection, Topic::Other];

    /// Returns its heading.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Execution => "Running forward and backward",
            Topic::Breakpoints => "Breakpoints and watchpoints",
            Topic::Inspection => "Inspecting and changing the program",
            Topic::Other => "Other",
        }
    }
}
