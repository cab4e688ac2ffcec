//! Verifies the sheets of `docs/examples` by their list of verdicts.

use std::{fs, path::Path};

use arcadian_proof::{CycleProof, Plan, Routine, Settings};

use crate::support::Folder;

fn verdict(routine: &Routine) -> &'static str {
    assert_eq!(routine.specification_fault(), None, "{}", routine.file);
    match Settings::default().plan(routine).expect("a plan") {
        Plan::Examples(..) => "fails",
        Plan::Done(result) if result.failing.is_none() && routine.specification.has_only_examples() => {
            "examples hold"
        }
        _ if routine.specification.has_only_examples() => "examples hold, rest unproven",
        Plan::Done(result) if result.failing.is_some() => "fails",
        Plan::Done(result) if routine.matches_stated_cycles(&result, true) => "holds",
        Plan::Inductive(_, CycleProof::NotProven(_)) => "holds, cycles sampled",
        Plan::Inductive(result, _) if routine.matches_stated_cycles(&result, false) => "holds",
        Plan::Done(_) | Plan::Inductive(..) => "states wrong cycles",
        Plan::Failed(..) => "fails",
        Plan::Sweep(..) => "not proven",
    }
}

#[test]
fn examples_have_their_verdicts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let list = fs::read_to_string(root.join("index.txt")).expect("the list");
    let mut host = Folder(root.clone());
    for line in list.lines() {
        let (file, expected) = line.split_once('\t').expect("a file and a verdict");
        let text = fs::read_to_string(root.join(file)).expect(file);
        let routine = Routine::read(file, &text, &mut host, &[]).expect("a sheet");
        assert_eq!(verdict(&routine), expected, "{file}");
        if let Some(reference) = routine.reference() {
            assert_eq!(verdict(reference), "holds", "the reference of {file}");
        }
    }
    let count = |folder: &str| list.lines().filter(|line| line.starts_with(folder)).count();
    assert!(count("specifications") >= 10 && count("equivalences") >= 10 && count("wrong") >= 5);
    assert!(count("invariants") >= 5);
}
