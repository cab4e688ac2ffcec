//! The client's breakpoints, the debugger's stoppoints that implement them, and hit conditions.

use arcadian_debugger::Location;
use arcadian_files::error::{Result, message};

use super::sources::SourceId;

#[derive(Clone, Debug, Default)]
pub(crate) struct Breakpoints {
    /// All breakpoints, in the order in which the client set them.
    pub(crate) all: Vec<ClientBreakpoint>,
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

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BreakpointRequest {
    pub kind: BreakpointKind,
    pub condition: Option<String>,
    /// The hit condition, such as `>=3`.
    pub hit_condition: Option<String>,
    /// The message to log instead of stopping.
    pub log_message: Option<String>,
}

/// The location or event at which a breakpoint stops.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum BreakpointKind {
    /// At a line, and perhaps a column, as the client counts them.
    Line(SourceId, i64, Option<i64>),
    /// At a label, or at a line of BASIC with this number.
    Function(String),
    /// At an address plus an offset in bytes.
    Instruction(String, i64),
    /// At a change of a value, with the client's name of the access.
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

#[derive(Clone, Debug)]
pub(crate) struct ClientBreakpoint {
    pub id: i64,
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
    pub hit_condition: Option<HitCondition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitCondition {
    /// At this count and all later ones.
    From(u64),
    Only(u64),
    /// Up to and including this count.
    UpTo(u64),
    /// At the multiples of this count.
    Every(u64),
}

impl HitCondition {
    /// Parses `3`, `=3`, `==3`, `>=3`, `>3`, `<=3`, `<3` or `%3`.
    pub(crate) fn parse(text: &str) -> Result<HitCondition> {
        let invalid = || {
            message!(
                "`{text}` is not a hit count; 3 stops at the third hit, >=3 from the third on, <=3 up to the third, %3 at every third"
            )
        };
        let text = text.trim();
        let digits = text.trim_start_matches(['>', '<', '=', '%']);
        let number: u64 = digits.trim().parse().map_err(|_| invalid())?;
        match text.strip_suffix(digits).unwrap_or("").trim() {
            "" | "=" | "==" if number > 0 => Ok(HitCondition::Only(number)),
            ">=" => Ok(HitCondition::From(number)),
            ">" => Ok(HitCondition::From(number.saturating_add(1))),
            "<=" if number > 0 => Ok(HitCondition::UpTo(number)),
            "<" if number > 1 => Ok(HitCondition::UpTo(number - 1)),
            "%" if number > 0 => Ok(HitCondition::Every(number)),
            _ => Err(invalid()),
        }
    }

    /// Returns whether a breakpoint stops at a hit, counted from 1.
    pub(crate) fn stops_at(self, hit: u64) -> bool {
        match self {
            HitCondition::From(first) => hit >= first,
            HitCondition::Only(only) => hit == only,
            HitCondition::UpTo(last) => hit <= last,
            HitCondition::Every(number) => hit.is_multiple_of(number),
        }
    }

    /// Returns the number of hits that the debugger can ignore before it reports the first.
    pub(crate) fn ignored(self) -> u64 {
        match self {
            HitCondition::From(first) | HitCondition::Only(first) | HitCondition::Every(first) => {
                first.saturating_sub(1)
            }
            HitCondition::UpTo(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions() {
        for (text, stops) in [
            ("3", &[3][..]),
            ("= 3", &[3]),
            ("==3", &[3]),
            (">=8", &[8, 9]),
            ("> 8", &[9]),
            ("<=2", &[1, 2]),
            ("<2", &[1]),
            ("%4", &[4, 8]),
            (">=0", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ] {
            let condition = HitCondition::parse(text).expect(text);
            let found: Vec<u64> =
                (condition.ignored() + 1..10).filter(|hit| condition.stops_at(*hit)).collect();
            assert_eq!(found, stops, "{text}");
        }
        for wrong in ["", "x", "-1", "3x", ">", "0", "%0", "<1", "=>3", "99999999999999999999", "3 3"] {
            assert!(HitCondition::parse(wrong).is_err(), "{wrong}");
        }
    }
}
