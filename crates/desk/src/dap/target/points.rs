//! Breakpoints of the client, and the debugger's stops that they are.

use arcadian_debugger::Location;

use super::{hits::Hits, sources::Key};

/// The client's breakpoints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    /// In the order in which the client set them.
    pub(in crate::dap) all: Vec<Point>,
    /// How many have been made.
    pub(in crate::dap) made: i64,
}

impl Points {
    /// The stops of the debugger that only say something.
    pub(crate) fn logs(&self) -> Vec<u32> {
        let logs = self.all.iter().filter(|point| point.wish.log.is_some());
        logs.filter_map(|point| Some(point.placed.as_ref().ok()?.stop)).collect()
    }

    /// The breakpoint that is this stop of the debugger.
    pub(in crate::dap) fn of_stop(&self, stop: u32) -> Option<(&Point, &Placed)> {
        let placed = self.all.iter().filter_map(|point| Some((point, point.placed.as_ref().ok()?)));
        placed.into_iter().find(|(_, placed)| placed.stop == stop)
    }
}

/// What the client wants.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dap) struct Wish {
    /// Where to stop.
    pub what: What,
    /// What must be true.
    pub condition: Option<String>,
    /// How often it must be met.
    pub hits: Option<String>,
    /// What to say instead of stopping.
    pub log: Option<String>,
}

/// Where to stop.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dap) enum What {
    /// At a line, and perhaps a column, both from 1.
    Line(Key, usize, Option<usize>),
    /// At a label, or a line of BASIC by its number.
    Function(String),
    /// At an address, and so many bytes behind it.
    Instruction(String, i64),
    /// When a value changes.
    Data(String),
}

impl What {
    /// What the protocol calls a stop there.
    pub(in crate::dap) fn reason(&self) -> &'static str {
        match self {
            What::Line(..) => "breakpoint",
            What::Function(_) => "function breakpoint",
            What::Instruction(..) => "instruction breakpoint",
            What::Data(_) => "data breakpoint",
        }
    }
}

/// A breakpoint of the client.
#[derive(Clone, Debug)]
pub(in crate::dap) struct Point {
    /// Its number for the client.
    pub id: i64,
    /// What the client wants.
    pub wish: Wish,
    /// What came of it: or why nothing did.
    pub placed: Result<Placed, String>,
}

/// A breakpoint that the debugger has.
#[derive(Clone, Debug)]
pub(in crate::dap) struct Placed {
    /// The debugger's number.
    pub stop: u32,
    /// Where it is, if it is at a place.
    pub spot: Option<Location>,
    /// How often it must be met.
    pub hits: Option<Hits>,
}
