//! The client's breakpoints that are hit when the program stops.

use arcadian_debugger::{
    Cause, Debuggee,
    debugger::{Stoppoint, Trigger},
};

use crate::dap::{
    debuggee::{
        Target,
        breakpoints::{Binding, ClientBreakpoint},
    },
    variables,
};

/// The breakpoints that are hit when the program stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BreakpointHits {
    /// Whether the program remains stopped. It continues after log messages and unmet hit conditions.
    pub stops: bool,
    /// The `reason` of the `stopped` event.
    pub reason: &'static str,
    /// The client's breakpoints for `hitBreakpointIds`.
    pub ids: Vec<i64>,
    /// The log messages to send.
    pub log_messages: Vec<String>,
}

/// Returns the breakpoints that are hit when the debugger stops for `cause`.
///
/// Hit conditions, log messages and conditions of data breakpoints apply to forward execution only.
pub(crate) fn at_stop(target: &Target, cause: &Cause, is_forward: bool) -> BreakpointHits {
    let (stopped, is_at_location) = match cause {
        Cause::Breakpoint { id, .. } | Cause::ConditionError { id, .. } => (*id, true),
        Cause::Watchpoint { id, .. } => (*id, is_forward),
        Cause::Catchpoint { id, .. } => (*id, false),
        _ => return BreakpointHits::default(),
    };
    let program = target.program();
    let is_hit = |stop: &&Stoppoint| {
        stop.enabled
            && (stop.id == stopped
                || is_at_location && is_at_program_counter(stop, program) && stop.hits > stop.ignored)
    };
    let mut hits = BreakpointHits::default();
    for stop in target.console.debugger().stoppoints().iter().filter(is_hit) {
        hits.add(target, stop, stop.hits, is_forward);
    }
    hits
}

/// Returns the breakpoints at the first step. The debugger counts no hits there, because no step leads to it.
pub(crate) fn at_start(target: &Target) -> BreakpointHits {
    let program = target.program();
    let is_hit = |stop: &&Stoppoint| stop.enabled && is_at_program_counter(stop, program);
    let mut hits = BreakpointHits::default();
    for stop in target.console.debugger().stoppoints().iter().filter(is_hit) {
        hits.add(target, stop, stop.hits + 1, true);
    }
    hits
}

/// Returns whether a breakpoint is at the program counter, and its condition is true or cannot be evaluated.
fn is_at_program_counter(stop: &Stoppoint, program: &dyn Debuggee) -> bool {
    let Trigger::At(breakpoint) = stop.trigger() else { return false };
    let holds = || breakpoint.condition.as_ref().is_none_or(|condition| condition.value(program) != Ok(0));
    breakpoint.is_at(program.location()) && holds()
}

impl BreakpointHits {
    fn add(&mut self, target: &Target, stop: &Stoppoint, hit_count: u64, is_forward: bool) {
        let Some((breakpoint, binding)) = target.breakpoints.of_stoppoint(stop.id) else {
            let is_watchpoint = matches!(stop.trigger(), Trigger::Changes(_));
            self.stop(if is_watchpoint { "data breakpoint" } else { "breakpoint" });
            return;
        };
        if is_forward && !applies(target, breakpoint, binding, hit_count) {
            return;
        }
        match &breakpoint.request.log_message {
            None => {
                self.stop(breakpoint.request.kind.stop_reason());
                self.ids.push(breakpoint.id);
            }
            Some(text) if is_forward => self.log_messages.push(interpolate(target, text)),
            Some(_) => {}
        }
    }

    fn stop(&mut self, reason: &'static str) {
        self.reason = if self.stops { self.reason } else { reason };
        self.stops = true;
    }
}

/// Returns whether the condition and the hit condition of a breakpoint hold.
fn applies(target: &Target, breakpoint: &ClientBreakpoint, binding: &Binding, hit_count: u64) -> bool {
    // The debugger evaluates the condition of a breakpoint at a location, but has none for a watchpoint.
    let condition = breakpoint.request.condition.as_deref();
    let condition = condition.filter(|text| binding.locations.is_empty() && !text.trim().is_empty());
    let holds = condition.is_none_or(|text| target.console.debugger().evaluate(text) != Ok(0));
    holds && binding.hit_condition.is_none_or(|condition| condition.stops_at(hit_count))
}

/// Replaces each expression in braces by its value.
fn interpolate(target: &Target, text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after_brace)) = rest.split_once('{') {
        let Some((expression, after)) = after_brace.split_once('}') else { break };
        result.push_str(before);
        result.push_str(&match target.console.debugger().evaluate(expression) {
            Ok(number) => variables::format_value(number, 0, target.notation(), None),
            Err(why) => format!("{{{expression}: {why}}}"),
        });
        rest = after;
    }
    result + rest
}
