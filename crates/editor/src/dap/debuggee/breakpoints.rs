//! The client's breakpoints and the debugger's stoppoints that implement them.

use arcadian_debugger::Location;

use super::{hit_condition::HitCondition, sources::SourceId};

/// The client's breakpoints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Breakpoints {
    /// All breakpoints, in the order in which the client set them.
    pub(crate) all: Vec<ClientBreakpoint>,
    /// The id of the newest breakpoint.
    pub(crate) last_id: i64,
}

impl Breakpoints {
    /// Returns the stoppoints of the breakpoints that log a message instead of stopping.
    pub(crate) fn logpoints(&self) -> Vec<u32> {
        let logpoints = self.all.iter().filter(|breakpoint| breakpoint.request.log_message.is_some());
        logpoints.filter_map(|breakpoint| Some(breakpoint.binding.as_ref().ok()?.stoppoint)).collect()
    }

    /// Returns the breakpoint that a stoppoint of the debugger implements.
    pub(crate) fn of_stoppoint(&self, stoppoint: u32) -> Option<(&ClientBreakpoint, &Binding)> {
        let bound =
            self.all.iter().filter_map(|breakpoint| Some((breakpoint, breakpoint.binding.as_ref().ok()?)));
        bound.into_iter().find(|(_, binding)| binding.stoppoint == stoppoint)
    }
}

/// A breakpoint as the client requests it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BreakpointRequest {
    /// Where or when to stop.
    pub kind: BreakpointKind,
    /// The expression that must be true.
    pub condition: Option<String>,
    /// The hit condition, such as `>=3`.
    pub hit_condition: Option<String>,
    /// The message to log instead of stopping.
    pub log_message: Option<String>,
}

/// Where or when a breakpoint stops.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BreakpointKind {
    /// At a line, and perhaps a column, as the client counts them.
    Line(SourceId, i64, Option<i64>),
    /// At a label, or at a line of BASIC with this number.
    Function(String),
    /// At an address plus an offset in bytes.
    Instruction(String, i64),
    /// When a value changes, with the client's name of the access.
    Data(String, Option<String>),
}

impl BreakpointKind {
    /// Returns the `reason` of the `stopped` event.
    pub(crate) fn stop_reason(&self) -> &'static str {
        match self {
            BreakpointKind::Line(..) => "breakpoint",
            BreakpointKind::Function(_) => "function breakpoint",
            BreakpointKind::Instruction(..) => "instruction breakpoint",
            BreakpointKind::Data(..) => "data breakpoint",
        }
    }
}

/// A breakpoint of the client.
#[derive(Clone, Debug)]
pub(crate) struct ClientBreakpoint {
    /// The id that the client uses.
    pub id: i64,
    /// What the client requested.
    pub request: BreakpointRequest,
    /// The stoppoint, or why the breakpoint cannot be set.
    pub binding: Result<Binding, String>,
}

/// The stoppoint that implements a breakpoint.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    /// The debugger's id of the stoppoint.
    pub stoppoint: u32,
    /// The locations; none for a data breakpoint.
    pub locations: Vec<Location>,
    /// The line of the source, counted from 1, if the breakpoint is in a line: the requested one, or the next with code.
    pub line: Option<usize>,
    /// The hit condition.
    pub hit_condition: Option<HitCondition>,
}
