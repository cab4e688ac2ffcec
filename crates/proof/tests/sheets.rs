//! Every sheet of `asm/`, by every method.

use std::{collections::HashSet, fs, ops::Range, sync::atomic::AtomicUsize, sync::atomic::Ordering, thread};

use arcadian_isa::Processor;
use arcadian_proof::{
    Bounds, Engine, Fate, Finding, Inputs, Mutant, Plan, Routine, Settings, Sweep, check_singly,
    claims::{Shelf, listings},
    prove,
};

const LIMIT: u64 = 1_000_000;

fn routines() -> Vec<Routine> {
    listings().map(|sheet| Routine::read(sheet.file, sheet.text, &mut Shelf).expect(sheet.file)).collect()
}

/// Does something with every routine, on two threads.
fn each(act: impl Fn(&Routine) + Sync) {
    let (routines, next) = (routines(), AtomicUsize::new(0));
    assert!(!routines.is_empty());
    let work = || {
        while let Some(routine) = routines.get(next.fetch_add(1, Ordering::Relaxed)) {
            act(routine);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

fn called(routine: &Routine) -> String {
    format!("{} {}", routine.name, routine.processor())
}

fn cycles(finding: &Finding) -> (u64, u64) {
    let times = finding.times.as_ref().expect("it was run");
    (times.cycles.min, times.cycles.max)
}

fn instructions(finding: &Finding) -> (u64, u64) {
    let times = finding.times.as_ref().expect("it was run");
    (times.instructions.min, times.instructions.max)
}

fn most_instructions(routine: &Routine) -> u64 {
    instructions(&check_singly(routine, Engine::Own, Inputs::Sampled(1), 0..1024, LIMIT).expect("an engine"))
        .1
}

#[test]
fn every_sheet_is_listed_and_has_its_twin() {
    let listed: HashSet<_> = listings().map(|sheet| sheet.file.to_owned()).collect();
    let mut found = HashSet::new();
    for processor in ["8080", "6502"] {
        let folder = format!("{}/../../asm/{processor}", env!("CARGO_MANIFEST_DIR"));
        for file in fs::read_dir(folder).expect("the folder of sheets") {
            let name = file.expect("a file").file_name().into_string().expect("a name");
            found.insert(format!("{processor}/{name}"));
        }
    }
    assert_eq!(listed, found);
    for routine in routines() {
        let twin = |other: &Routine| other.name == routine.name && other.processor() != routine.processor();
        let twins: Vec<_> = routines().into_iter().filter(twin).collect();
        assert!(
            matches!(twins.as_slice(), [twin] if twin.claim.name == routine.claim.name),
            "{}",
            called(&routine)
        );
    }
}

/// The verdict, the sizes and the cycles that the sheets state, by the best method there is.
#[test]
fn every_sheet_holds_and_states_its_cycles() {
    let settings = Settings { samples: 1 << 10, ..Settings::default() };
    each(|routine| {
        let (finding, exact) = match settings.plan(routine).expect("a plan") {
            Plan::Done(finding) => (finding, true),
            Plan::Sweep(Inputs::All, count) => {
                (Sweep::new(routine, Inputs::All, LIMIT).check(0..count), true)
            }
            Plan::Sweep(inputs, count) => {
                (check_singly(routine, Engine::Own, inputs, 0..count, LIMIT).expect("an engine"), false)
            }
        };
        assert_eq!(finding.wrong, None, "{}", called(routine));
        let stated = routine.stated.expect("stated cycles");
        let (min, max) = cycles(&finding);
        let right = if exact {
            (stated.least, stated.most) == (min, max)
        } else {
            stated.least <= min && max <= stated.most
        };
        assert!(right, "{} states {stated:?} and takes {min}-{max}", called(routine));
    });
}

fn methods_agree(powers: Range<u64>) {
    let count = AtomicUsize::new(0);
    each(|routine| {
        let Some(inputs) = routine.inputs().exact().filter(|inputs| powers.contains(inputs)) else { return };
        if routine.claim.sample.is_some() {
            return;
        }
        let swept = Sweep::new(routine, Inputs::All, LIMIT).check(0..inputs);
        assert_eq!(swept.wrong, None, "{}", called(routine));
        if routine.claim.formula.is_some() {
            let proven = prove(routine, Settings::default().bounds, LIMIT).expect("a proof");
            assert_eq!(proven.wrong, None, "{}", called(routine));
            assert_eq!(cycles(&proven), cycles(&swept), "{}", called(routine));
            assert_eq!(instructions(&proven), instructions(&swept), "{}", called(routine));
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_ne!(count.into_inner(), 0);
}

#[test]
fn methods_agree_to_2_24() {
    methods_agree(0..(1 << 24) + 1);
}

#[test]
#[ignore = "half a minute when optimised: cargo test -p arcadian-proof --release --test sheets -- --ignored"]
fn methods_agree_to_2_25() {
    methods_agree((1 << 24) + 1..(1 << 25) + 1);
}

#[test]
fn other_engines_agree() {
    each(|routine| {
        let engine = if routine.processor() == Processor::Mos6502 { Engine::Mos6502 } else { Engine::Iz80 };
        let check =
            |engine| check_singly(routine, engine, Inputs::Sampled(7), 0..256, LIMIT).expect("an engine");
        let (own, other) = (check(Engine::Own), check(engine));
        assert_eq!(other.wrong, None, "{}", called(routine));
        assert_eq!(other, own, "{}", called(routine));
        // Machines that part for good are slow in lock step.
        if instructions(&own).1 < 1000 {
            let swept = Sweep::new(routine, Inputs::Sampled(7), LIMIT).check(0..256);
            assert_eq!(swept.wrong, None, "{}", called(routine));
            assert_eq!(instructions(&own), instructions(&swept), "{}", called(routine));
            assert_eq!(cycles(&own), cycles(&swept), "{}", called(routine));
        }
    });
}

/// Mutants that one plain machine finds wrong must be found wrong by both methods.
#[test]
fn broken_routines_are_caught() {
    each(|routine| {
        let most = most_instructions(routine);
        if most > 200 {
            return;
        }
        let small = Bounds { diagram: 50_000, total: 200_000 };
        let limit = 4 * most + 256;
        for mutant in Mutant::all(routine).iter().step_by(29) {
            let broken = mutant.make(routine);
            let single =
                check_singly(&broken, Engine::Own, Inputs::Sampled(3), 0..64, limit).expect("an engine");
            if single.wrong.is_none() {
                continue;
            }
            let swept = Sweep::new(&broken, Inputs::Sampled(3), limit).check(0..256);
            assert!(swept.wrong.is_some(), "{} {mutant:?} in lock step", called(routine));
            if let Ok(proof) = prove(&broken, small, limit) {
                assert!(proof.wrong.is_some(), "{} {mutant:?} symbolically", called(routine));
            }
        }
    });
}

/// Every bit of the code of the TACTIX routines.
#[test]
#[ignore = "minutes: cargo test -p arcadian-proof --release --test sheets -- --ignored"]
fn no_mutant_survives() {
    let settings = Settings::default();
    each(|routine| {
        if !routine.name.starts_with('T') {
            return;
        }
        let most = most_instructions(routine);
        for mutant in Mutant::all(routine) {
            let fate = mutant.fate(routine, &settings, most);
            assert_ne!(fate, Fate::Survived, "{} {mutant:?}", called(routine));
        }
    });
}
