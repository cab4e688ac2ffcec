//! Properties of forward and backward execution of random bytes.

use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::{
    Cause, Debuggee, Debugger, State,
    debuggee::{Group, Location, Space, StackFrame},
    debugger::{Breakpoint, Trigger, Watched},
    expression::Expression,
};
use arcadian_machine::MachineCore;
use proptest::prelude::*;

use crate::binary;

/// The visible state of a program.
#[derive(Debug, PartialEq, Eq)]
struct Everything {
    steps: u64,
    cycles: u64,
    depth: usize,
    groups: Vec<Group>,
    frames: Vec<StackFrame>,
    memory: Vec<i64>,
}

fn everything(program: &dyn Debuggee) -> Everything {
    Everything {
        steps: program.steps(),
        cycles: program.cycles(),
        depth: program.depth(),
        groups: program.groups(),
        frames: program.frames(),
        memory: (0..0x1_0000).map(|address| program.load(Space::Byte, address).unwrap()).collect(),
    }
}

/// Checks that after any moves the state equals that of a program executed directly to the same step.
fn moves_agree_with_execution<C: MachineCore + 'static>(bytes: &[u8], moves: &[(bool, u64)]) {
    let mut debugger = Debugger::new(Box::new(binary::<C>(0x0400, bytes)));
    let mut straight = binary::<C>(0x0400, bytes);
    for (is_back, steps) in moves {
        if *is_back {
            debugger.back(*steps)
        } else {
            debugger.step(*steps)
        };
        let now = debugger.program().steps();
        straight.seek(0);
        straight.run(now, &mut |_| false);
        assert_eq!(straight.steps(), now);
        assert!(everything(debugger.program()) == everything(&straight), "{now}");
    }
}

/// A stoppoint of each kind.
#[derive(Clone, Debug)]
enum Stop {
    At(u16),
    AtIf(u16, String),
    Becomes(String),
    Changes(String),
    Bytes(u16, u16),
}

fn add(debugger: &mut Debugger, stop: &Stop) {
    let condition = match stop {
        Stop::At(address) => Trigger::At(Breakpoint::new([Location(u32::from(*address))], None)),
        Stop::AtIf(address, text) => {
            let condition = Some(debugger.parse(text).unwrap());
            Trigger::At(Breakpoint::new([Location(u32::from(*address))], condition))
        }
        Stop::Becomes(text) => Trigger::BecomesTrue(debugger.parse(text).unwrap()),
        Stop::Changes(text) => Trigger::Changes(Watched::Value(debugger.parse(text).unwrap())),
        Stop::Bytes(first, last) => Trigger::Changes(Watched::Bytes(*first, *last)),
    };
    debugger.add_stoppoint("", condition);
}

/// The properties of a state that a linear search needs.
struct Seen {
    location: Location,
    depth: usize,
    values: Vec<Result<i64, ()>>,
    bytes: Vec<Vec<i64>>,
}

fn expressions(program: &dyn Debuggee, stops: &[Stop]) -> Vec<Option<Expression>> {
    let read = |stop: &Stop| match stop {
        Stop::AtIf(_, text) | Stop::Becomes(text) | Stop::Changes(text) => {
            Some(Expression::parse(text, program).unwrap())
        }
        Stop::At(_) | Stop::Bytes(..) => None,
    };
    stops.iter().map(read).collect()
}

fn seen(state: &dyn State, stops: &[Stop], expressions: &[Option<Expression>]) -> Seen {
    let value = |expression: &Option<Expression>| match expression {
        Some(expression) => expression.value(state).map_err(|_| ()),
        None => Ok(0),
    };
    let bytes = stops.iter().map(|stop| match stop {
        Stop::Bytes(first, last) => {
            (*first..=*last).map(|address| state.load(Space::Byte, address.into()).unwrap()).collect()
        }
        _ => Vec::new(),
    });
    let values = expressions.iter().map(value).collect();
    Seen { location: state.location(), depth: state.depth(), values, bytes: bytes.collect() }
}

/// Returns whether backward execution stops at step `at`: at a location, at a condition that became true, or before a
/// step that changes a watched value.
fn stops_at(all: &[Seen], stops: &[Stop], at: usize, end: usize) -> bool {
    let is_true = |step: usize, n: usize| matches!(all[step].values[n], Ok(value) if value != 0);
    stops.iter().enumerate().any(|(n, stop)| match stop {
        Stop::At(address) => all[at].location.0 == u32::from(*address),
        Stop::AtIf(address, _) => {
            all[at].location.0 == u32::from(*address) && (is_true(at, n) || all[at].values[n].is_err())
        }
        Stop::Becomes(_) => at > 0 && is_true(at, n) && !is_true(at - 1, n),
        Stop::Changes(_) => at < end && all[at].values[n] != all[at + 1].values[n],
        Stop::Bytes(..) => at < end && all[at].bytes[n] != all[at + 1].bytes[n],
    })
}

/// Compares backward `continue` with a linear search over the run.
fn back_continue_agrees_with_search<C: MachineCore + 'static>(bytes: &[u8], stops: &[Stop], steps: u64) {
    let mut straight = binary::<C>(0x0400, bytes);
    let mut all = Vec::new();
    let expressions = expressions(&straight, stops);
    all.push(seen(&straight, stops, &expressions));
    straight.run(steps, &mut |state| {
        all.push(seen(state, stops, &expressions));
        false
    });
    let mut debugger = Debugger::new(Box::new(straight));
    stops.iter().for_each(|stop| add(&mut debugger, stop));
    let mut end = all.len() - 1;
    assert_eq!(debugger.program().steps(), end as u64);
    for _ in 0..200 {
        let expected = (0..end).rev().find(|at| stops_at(&all, stops, *at, end));
        let report = debugger.back_resume();
        assert_eq!(
            (report.to, report.from),
            (expected.unwrap_or(0) as u64, end as u64),
            "{:?}",
            report.cause
        );
        assert_eq!(report.cause == Cause::Start, expected.is_none());
        let Some(expected) = expected else { break };
        let depth = all[expected].depth;
        assert_eq!(debugger.program().depth(), depth);
        end = expected;
    }
}

/// Compares `next` and `finish`, forward and backward, with a linear search over the run.
fn subroutine_commands_agree_with_search<C: MachineCore + 'static>(
    bytes: &[u8],
    stops: &[Stop],
    steps: u64,
    from: u64,
) {
    let mut straight = binary::<C>(0x0400, bytes);
    let expressions = expressions(&straight, stops);
    let mut all = vec![seen(&straight, stops, &expressions)];
    straight.run(steps, &mut |state| {
        all.push(seen(state, stops, &expressions));
        false
    });
    let last = all.len() - 1;
    let from = (from as usize).min(last);
    let mut debugger = Debugger::new(Box::new(straight));
    stops.iter().for_each(|stop| add(&mut debugger, stop));
    let depth = all[from].depth;
    let earlier = |outer: bool| {
        let left = |at: &usize| if outer { all[*at].depth < depth } else { all[*at].depth <= depth };
        (0..from).rev().find(|at| left(at) || stops_at(&all, stops, *at, from)).unwrap_or(0)
    };
    let later = |outer: bool| {
        let left = |at: &usize| if outer { all[*at].depth < depth } else { all[*at].depth <= depth };
        (from + 1..=last).find(|at| left(at) || is_hit(&all, stops, *at))
    };
    debugger.program_mut().seek(from as u64);
    assert_eq!(debugger.back_next().to, earlier(false) as u64);
    debugger.program_mut().seek(from as u64);
    assert_eq!(debugger.back_finish().to, earlier(true) as u64);
    if let Some(next) = later(false) {
        debugger.program_mut().seek(from as u64);
        assert_eq!(debugger.next().to, next as u64);
    }
    if let Some(next) = later(true) {
        debugger.program_mut().seek(from as u64);
        assert_eq!(debugger.finish().to, next as u64);
    }
}

/// Returns whether forward execution stops at step `at`: a change stops it after the step that made it.
fn is_hit(all: &[Seen], stops: &[Stop], at: usize) -> bool {
    let is_change = |stop: &&Stop| matches!(stop, Stop::Changes(_) | Stop::Bytes(..));
    let changed =
        stops.iter().enumerate().filter(|(_, stop)| is_change(stop)).any(|(n, _)| {
            all[at].values[n] != all[at - 1].values[n] || all[at].bytes[n] != all[at - 1].bytes[n]
        });
    changed || stops_at(all, stops, at, at)
}

/// Checks that a step has the same state each time it is reached, unless an earlier step was changed.
fn changes_are_replayed<C: MachineCore + 'static>(bytes: &[u8], moves: &[(u8, u64)]) {
    let mut debugger = Debugger::new(Box::new(binary::<C>(0x0400, bytes)));
    let mut known = std::collections::BTreeMap::new();
    for (kind, number) in moves {
        match kind {
            0 => {
                let _ = debugger.assign("[400]", (number % 256) as i64);
            }
            1 => {
                let _ = debugger.assign("A", (number % 256) as i64);
            }
            2 => {
                let _ = debugger.assign("PC", 0x400 + (number % 16) as i64);
            }
            3..=5 => {
                debugger.step(*number);
            }
            _ => {
                debugger.back(*number);
            }
        }
        let program = debugger.program();
        let now = program.steps();
        if *kind < 3 {
            known.retain(|step, _| *step < now);
            assert_eq!(program.recorded(), now);
        }
        let seen = everything(program);
        assert!(known.entry(now).or_insert_with(|| everything(program)) == &seen, "{now}");
    }
}

/// Backward execution searches in sections; these conditions become true at the first and last steps of a section.
#[test]
fn conditions_between_sections() {
    let mut debugger = Debugger::new(Box::new(binary::<I8080>(0x0400, &[0])));
    for target in [903, 904, 905, 0, 1, 4999] {
        debugger.step(5000 - debugger.program().steps());
        let condition = debugger.parse(&format!("STEP = #{target}")).unwrap();
        let id = debugger.add_stoppoint("", Trigger::BecomesTrue(condition));
        let expected = if target == 0 { Cause::Start } else { Cause::Breakpoint { id, text: String::new() } };
        let report = debugger.back_resume();
        assert_eq!((report.to, report.cause), (target, expected));
        debugger.delete_stoppoint(id);
    }
}

/// Checks that execution stops at the same steps after a restart.
fn replay_stops_at_the_same_steps<C: MachineCore + 'static>(bytes: &[u8], stops: &[Stop], steps: u64) {
    let mut debugger = Debugger::new(Box::new(binary::<C>(0x0400, bytes)));
    stops.iter().for_each(|stop| add(&mut debugger, stop));
    let run = |debugger: &mut Debugger| {
        let mut reports = Vec::new();
        while debugger.program().steps() < steps && reports.len() < 50 {
            let report = debugger.resume_at_most(steps);
            reports.push(report.to);
            if matches!(report.cause, Cause::End(_)) || report.cause == Cause::Stepped {
                break;
            }
        }
        reports
    };
    let first = run(&mut debugger);
    debugger.seek(0);
    assert_eq!(run(&mut debugger), first);
}

/// Forward execution with a limit, because random programs may not end.
trait AtMost {
    fn resume_at_most(&mut self, steps: u64) -> arcadian_debugger::Report;
}

impl AtMost for Debugger {
    fn resume_at_most(&mut self, steps: u64) -> arcadian_debugger::Report {
        let left = steps - self.program().steps();
        self.step(left)
    }
}

fn stop() -> impl Strategy<Value = Stop> {
    let address = 0x0400_u16..0x0440;
    let condition = prop::sample::select(vec![
        "A = 0",
        "A & 1",
        "w[400] / (A & 3)",
        "CYCLES % 5 = 1",
        "[A + 400] > 80",
        "SP % 4",
    ]);
    let condition = condition.prop_map(str::to_owned);
    let watched =
        prop::sample::select(vec!["A", "w[410]", "[w[400]]", "1 / (A & 1)", "SP"]).prop_map(str::to_owned);
    prop_oneof![
        address.clone().prop_map(Stop::At),
        (address.clone(), condition.clone()).prop_map(|(address, text)| Stop::AtIf(address, text)),
        condition.prop_map(Stop::Becomes),
        watched.prop_map(Stop::Changes),
        (address, 0_u16..40).prop_map(|(first, length)| Stop::Bytes(first, first + length)),
    ]
}

fn stops() -> impl Strategy<Value = Vec<Stop>> {
    prop::collection::vec(stop(), 0..4)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 8..64)
}

/// Generates numbers of steps: usually few, sometimes enough for several checkpoints.
fn steps() -> impl Strategy<Value = u64> {
    prop_oneof![9 => 0_u64..400, 1 => 0_u64..40_000]
}

fn moves() -> impl Strategy<Value = Vec<(bool, u64)>> {
    prop::collection::vec((any::<bool>(), prop_oneof![4 => 0_u64..3000, 1 => 0_u64..50_000]), 1..8)
}

fn changes() -> impl Strategy<Value = Vec<(u8, u64)>> {
    prop::collection::vec((0_u8..9, prop_oneof![5 => 0_u64..300, 1 => 0_u64..40_000]), 1..16)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn forward_and_back_on_the_8080(bytes in bytes(), moves in moves()) {
        moves_agree_with_execution::<I8080>(&bytes, &moves);
    }

    #[test]
    fn forward_and_back_on_the_z80(bytes in bytes(), moves in moves()) {
        moves_agree_with_execution::<Z80>(&bytes, &moves);
    }

    #[test]
    fn forward_and_back_on_the_6502(bytes in bytes(), moves in moves()) {
        moves_agree_with_execution::<Mos6502>(&bytes, &moves);
    }

    #[test]
    fn subroutines_on_the_8080(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutine_commands_agree_with_search::<I8080>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_8080(bytes in bytes(), moves in changes()) {
        changes_are_replayed::<I8080>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_8080(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_agrees_with_search::<I8080>(&bytes, &stops, steps);
        replay_stops_at_the_same_steps::<I8080>(&bytes, &stops, steps);
    }

    #[test]
    fn subroutines_on_the_z80(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutine_commands_agree_with_search::<Z80>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_z80(bytes in bytes(), moves in changes()) {
        changes_are_replayed::<Z80>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_z80(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_agrees_with_search::<Z80>(&bytes, &stops, steps);
        replay_stops_at_the_same_steps::<Z80>(&bytes, &stops, steps);
    }

    #[test]
    fn subroutines_on_the_6502(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutine_commands_agree_with_search::<Mos6502>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_6502(bytes in bytes(), moves in changes()) {
        changes_are_replayed::<Mos6502>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_6502(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_agrees_with_search::<Mos6502>(&bytes, &stops, steps);
        replay_stops_at_the_same_steps::<Mos6502>(&bytes, &stops, steps);
    }
}
