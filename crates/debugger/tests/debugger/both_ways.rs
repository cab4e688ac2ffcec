//! Going forward and back over random bytes.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_debugger::{
    Cause, Debuggee, Debugger, State,
    debuggee::{Frame, Group, Space, Spot},
    debugger::{Breakpoint, Condition, Watch, Watched},
    expression::Expression,
};
use proptest::prelude::*;

use crate::programs::binary;

/// All that can be seen of a program.
#[derive(Debug, PartialEq, Eq)]
struct Everything {
    now: u64,
    clock: u64,
    depth: usize,
    groups: Vec<Group>,
    frames: Vec<Frame>,
    memory: Vec<i64>,
}

fn everything(program: &dyn Debuggee) -> Everything {
    Everything {
        now: program.now(),
        clock: program.clock(),
        depth: program.depth(),
        groups: program.groups(),
        frames: program.frames(),
        memory: (0..0x1_0000).map(|address| program.load(Space::Byte, address).unwrap()).collect(),
    }
}

/// Forward and back by so many steps: wherever one comes to again all is as it was.
fn there_and_back<C: Core + 'static>(bytes: &[u8], moves: &[(bool, u64)]) {
    let mut debugger = Debugger::new(Box::new(binary::<C>(0x0400, bytes)));
    let mut straight = binary::<C>(0x0400, bytes);
    for (is_back, steps) in moves {
        match is_back {
            true => debugger.back(*steps),
            false => debugger.step(*steps),
        };
        let now = debugger.program().now();
        straight.seek(0);
        straight.run(now, &mut |_| false);
        assert_eq!(straight.now(), now);
        assert!(everything(debugger.program()) == everything(&straight), "{now}");
    }
}

/// Stops of each kind, by numbers.
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
        Stop::At(address) => Condition::At(Breakpoint { spot: Spot(u32::from(*address)), condition: None }),
        Stop::AtIf(address, text) => {
            let condition = Some(debugger.read(text).unwrap());
            Condition::At(Breakpoint { spot: Spot(u32::from(*address)), condition })
        }
        Stop::Becomes(text) => Condition::Becomes(debugger.read(text).unwrap()),
        Stop::Changes(text) => Condition::Changes(Watch(Watched::Value(debugger.read(text).unwrap()))),
        Stop::Bytes(first, last) => Condition::Changes(Watch(Watched::Bytes(*first, *last))),
    };
    debugger.add("", condition);
}

/// What a step led to, as the plainest search needs it.
struct Seen {
    spot: Spot,
    depth: usize,
    values: Vec<Result<i64, ()>>,
    bytes: Vec<Vec<i64>>,
}

/// The expressions of the stops, read once.
fn expressions(program: &dyn Debuggee, stops: &[Stop]) -> Vec<Option<Expression>> {
    let read = |stop: &Stop| match stop {
        Stop::AtIf(_, text) | Stop::Becomes(text) | Stop::Changes(text) => {
            Some(Expression::read(text, program).unwrap())
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
    Seen { spot: state.spot(), depth: state.depth(), values, bytes: bytes.collect() }
}

/// Whether going back stops at step `at`: a place or a condition that became true is there, or the next step changes
/// what is watched.
fn stops_at(all: &[Seen], stops: &[Stop], at: usize, end: usize) -> bool {
    let is_true = |step: usize, n: usize| matches!(all[step].values[n], Ok(value) if value != 0);
    stops.iter().enumerate().any(|(n, stop)| match stop {
        Stop::At(address) => all[at].spot.0 == u32::from(*address),
        Stop::AtIf(address, _) => {
            all[at].spot.0 == u32::from(*address) && (is_true(at, n) || all[at].values[n].is_err())
        }
        Stop::Becomes(_) => at > 0 && is_true(at, n) && !is_true(at - 1, n),
        Stop::Changes(_) => at < end && all[at].values[n] != all[at + 1].values[n],
        Stop::Bytes(..) => at < end && all[at].bytes[n] != all[at + 1].bytes[n],
    })
}

fn back_continue_is_a_search<C: Core + 'static>(bytes: &[u8], stops: &[Stop], steps: u64) {
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
    assert_eq!(debugger.program().now(), end as u64);
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

/// Where `next`, `finish` and the same backward lead from a step, as far as the run goes.
fn subroutines_are_a_search<C: Core + 'static>(bytes: &[u8], stops: &[Stop], steps: u64, from: u64) {
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
    let behind = |outer: bool| {
        let left = |at: &usize| if outer { all[*at].depth < depth } else { all[*at].depth <= depth };
        (0..from).rev().find(|at| left(at) || stops_at(&all, stops, *at, from)).unwrap_or(0)
    };
    let ahead = |outer: bool| {
        let left = |at: &usize| if outer { all[*at].depth < depth } else { all[*at].depth <= depth };
        (from + 1..=last).find(|at| left(at) || meets(&all, stops, *at))
    };
    debugger.program_mut().seek(from as u64);
    assert_eq!(debugger.back_next().to, behind(false) as u64);
    debugger.program_mut().seek(from as u64);
    assert_eq!(debugger.back_finish().to, behind(true) as u64);
    if let Some(next) = ahead(false) {
        debugger.program_mut().seek(from as u64);
        assert_eq!(debugger.next().to, next as u64);
    }
    if let Some(next) = ahead(true) {
        debugger.program_mut().seek(from as u64);
        assert_eq!(debugger.finish().to, next as u64);
    }
}

/// Whether going forward stops at step `at`: a change is met behind the step that made it.
fn meets(all: &[Seen], stops: &[Stop], at: usize) -> bool {
    let is_change = |stop: &&Stop| matches!(stop, Stop::Changes(_) | Stop::Bytes(..));
    let changed =
        stops.iter().enumerate().filter(|(_, stop)| is_change(stop)).any(|(n, _)| {
            all[at].values[n] != all[at - 1].values[n] || all[at].bytes[n] != all[at - 1].bytes[n]
        });
    changed || stops_at(all, stops, at, at)
}

/// Steps, and changes on the way. Where one comes to again all is as it was, until the past is changed.
fn changes_are_kept<C: Core + 'static>(bytes: &[u8], moves: &[(u8, u64)]) {
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
        let now = program.now();
        if *kind < 3 {
            known.retain(|step, _| *step < now);
            assert_eq!(program.furthest(), now);
        }
        let seen = everything(program);
        assert!(known.entry(now).or_insert_with(|| everything(program)) == &seen, "{now}");
    }
}

/// What becomes true at the very beginning of a stretch that is searched.
#[test]
fn conditions_between_stretches() {
    let mut debugger = Debugger::new(Box::new(binary::<I8080>(0x0400, &[0])));
    for target in [903, 904, 905, 0, 1, 4999] {
        debugger.step(5000 - debugger.program().now());
        let condition = debugger.read(&format!("STEP = #{target}")).unwrap();
        let id = debugger.add("", Condition::Becomes(condition));
        let expected = if target == 0 { Cause::Start } else { Cause::Stop { id, text: String::new() } };
        let report = debugger.back_resume();
        assert_eq!((report.to, report.cause), (target, expected));
        debugger.delete(id);
    }
}

/// Going on after back-continue stops at each place again, in the order of the first time.
fn forward_again_is_the_same<C: Core + 'static>(bytes: &[u8], stops: &[Stop], steps: u64) {
    let mut debugger = Debugger::new(Box::new(binary::<C>(0x0400, bytes)));
    stops.iter().for_each(|stop| add(&mut debugger, stop));
    let run = |debugger: &mut Debugger| {
        let mut reports = Vec::new();
        while debugger.program().now() < steps && reports.len() < 50 {
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

/// Random programs may run for ever, so they are given so many steps.
trait AtMost {
    fn resume_at_most(&mut self, steps: u64) -> arcadian_debugger::Report;
}

impl AtMost for Debugger {
    fn resume_at_most(&mut self, steps: u64) -> arcadian_debugger::Report {
        let left = steps - self.program().now();
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

/// Few mostly; sometimes so many that checkpoints lie between.
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
        there_and_back::<I8080>(&bytes, &moves);
    }

    #[test]
    fn forward_and_back_on_the_z80(bytes in bytes(), moves in moves()) {
        there_and_back::<Z80>(&bytes, &moves);
    }

    #[test]
    fn forward_and_back_on_the_6502(bytes in bytes(), moves in moves()) {
        there_and_back::<Mos6502>(&bytes, &moves);
    }

    #[test]
    fn subroutines_on_the_8080(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutines_are_a_search::<I8080>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_8080(bytes in bytes(), moves in changes()) {
        changes_are_kept::<I8080>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_8080(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_is_a_search::<I8080>(&bytes, &stops, steps);
        forward_again_is_the_same::<I8080>(&bytes, &stops, steps);
    }

    #[test]
    fn subroutines_on_the_z80(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutines_are_a_search::<Z80>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_z80(bytes in bytes(), moves in changes()) {
        changes_are_kept::<Z80>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_z80(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_is_a_search::<Z80>(&bytes, &stops, steps);
        forward_again_is_the_same::<Z80>(&bytes, &stops, steps);
    }

    #[test]
    fn subroutines_on_the_6502(bytes in bytes(), stops in stops(), steps in steps(), from in steps()) {
        subroutines_are_a_search::<Mos6502>(&bytes, &stops, steps, from);
    }

    #[test]
    fn changes_on_the_6502(bytes in bytes(), moves in changes()) {
        changes_are_kept::<Mos6502>(&bytes, &moves);
    }

    #[test]
    fn searching_back_on_the_6502(bytes in bytes(), stops in stops(), steps in steps()) {
        back_continue_is_a_search::<Mos6502>(&bytes, &stops, steps);
        forward_again_is_the_same::<Mos6502>(&bytes, &stops, steps);
    }
}
