//! What a program that stopped has met.

use arcadian_debugger::{
    Cause, Debuggee,
    debugger::{Stoppoint, Trigger},
};

use crate::dap::{
    target::{
        Target,
        points::{Placed, Point},
    },
    value,
};

/// What a program that stopped has met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// Whether it is to stop.
    pub stops: bool,
    /// What the protocol calls it.
    pub reason: &'static str,
    /// The breakpoints of the client that stop it.
    pub ids: Vec<i64>,
    /// What to say.
    pub logs: Vec<String>,
}

/// What a program has met that stopped for this reason. Counts, texts and conditions of data breakpoints matter only
/// going forward.
pub(crate) fn met(target: &Target, cause: &Cause, is_forward: bool) -> Met {
    let (stopped, is_place) = match cause {
        Cause::Breakpoint { id, .. } | Cause::ConditionError { id, .. } => (*id, true),
        Cause::Watchpoint { id, .. } => (*id, is_forward),
        _ => return Met::default(),
    };
    let program = target.program();
    let applies = |stop: &&Stoppoint| {
        stop.enabled && (stop.id == stopped || is_place && is_here(stop, program) && stop.hits > stop.ignored)
    };
    let mut met = Met::default();
    for stop in target.console.debugger().stoppoints().iter().filter(applies) {
        met.add(target, stop, stop.hits, is_forward);
    }
    met
}

/// What a program has met that is at its first step, which no step has led to.
pub(super) fn at_start(target: &Target) -> Met {
    let program = target.program();
    let mut met = Met::default();
    for stop in
        target.console.debugger().stoppoints().iter().filter(|stop| stop.enabled && is_here(stop, program))
    {
        met.add(target, stop, stop.hits + 1, true);
    }
    met
}

/// Whether a stop is at the place where the program is, and its condition true or without a value.
fn is_here(stop: &Stoppoint, program: &dyn Debuggee) -> bool {
    let Trigger::At(breakpoint) = stop.trigger() else { return false };
    let holds = || breakpoint.condition.as_ref().is_none_or(|condition| condition.value(program) != Ok(0));
    breakpoint.location == program.location() && holds()
}

impl Met {
    fn add(&mut self, target: &Target, stop: &Stoppoint, hits: u64, is_forward: bool) {
        let Some((point, placed)) = target.points.of_stop(stop.id) else {
            let is_watch = matches!(stop.trigger(), Trigger::Changes(_));
            self.stop(if is_watch { "data breakpoint" } else { "breakpoint" });
            return;
        };
        if is_forward && !counts(target, point, placed, hits) {
            return;
        }
        match &point.wish.log {
            None => {
                self.stop(point.wish.what.reason());
                self.ids.push(point.id);
            }
            Some(log) if is_forward => self.logs.push(filled(target, log)),
            Some(_) => {}
        }
    }

    fn stop(&mut self, reason: &'static str) {
        self.reason = if self.stops { self.reason } else { reason };
        self.stops = true;
    }
}

fn counts(target: &Target, point: &Point, placed: &Placed, hits: u64) -> bool {
    // The debugger knows the condition of a place; that of a change is only known here.
    let condition =
        point.wish.condition.as_deref().filter(|text| placed.spot.is_none() && !text.trim().is_empty());
    let holds = condition.is_none_or(|text| target.console.debugger().evaluate(text) != Ok(0));
    holds && placed.hits.is_none_or(|wanted| wanted.stops_at(hits))
}

/// A text with the values of the expressions in braces.
fn filled(target: &Target, text: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((expression, after)) = behind.split_once('}') else { break };
        filled.push_str(before);
        filled.push_str(&match target.console.debugger().evaluate(expression) {
            Ok(number) => value::shown(number, 0, target.notation(), None),
            Err(why) => format!("{{{expression}: {why}}}"),
        });
        rest = after;
    }
    filled + rest
}
