//! Sheets written to deceive the verifier, in `tests/deceiving`. The first line of each states the verdict on it:
//!
//! - `holds`: right, and must be proven. It must also hold in random runs on an independent emulator.
//! - `holds here only`: likewise, but it depends on what that emulator does not emulate: WZ, Q and R of the Z80, opcodes after
//!   DD CB, unstable opcodes and decimal flags of the 6502.
//! - `unproven`: right, but depends on what the proof treats as unknown.
//! - `cycles sampled`: right but for its cycles, which must not be proven.
//! - `wrong`: must not be proven.
//! - `refused`: its header is wrong.
//! - `reference`: only other sheets are compared with it.
#![expect(clippy::disallowed_methods, reason = "the test cases are files")]

mod support;

use std::{fs, path::Path, sync::Mutex, thread};

use arcadian_isa::Processor;
use arcadian_proof::{
    Bounds, CycleProof, Engine, Inputs, Routine, check_one_by_one, prove, prove_by_induction,
};

use support::Folder;

const LIMIT: u64 = 10_000;

/// Few, so that a proof that will not succeed ends early.
const BOUNDS: Bounds = Bounds { nodes: 500_000 };

/// The number of inputs run one by one if the proof is given up.
const SAMPLES: u64 = 64;

/// Runs a proven routine at random, on our core and on an independent emulator. Returns the verdict.
fn verdict_of_plain_emulation(routine: &Routine) -> &'static str {
    let other = match routine.processor() {
        Processor::I8080 | Processor::Z80 => Engine::Iz80,
        Processor::Mos6502 => Engine::Mos6502,
    };
    let holds = |engine| {
        let result = check_one_by_one(routine, engine, Inputs::Sampled(2), 0..SAMPLES, LIMIT);
        result.is_some_and(|result| result.failing.is_none())
    };
    match (holds(Engine::Own), holds(other)) {
        (true, true) => "holds",
        (true, false) => "holds here only",
        (false, _) => "proven, but fails in a random run",
    }
}

/// Verifies a sheet and returns the verdicts that its first line may state.
fn verdicts(name: &str, text: &str, folder: &Path) -> Vec<&'static str> {
    let mut host = Folder(folder.to_owned());
    let Ok(routine) = Routine::read(name, text, &mut host, arcadian_claims::all()) else {
        return vec!["refused"];
    };
    if routine.specification_fault().is_some() {
        return vec!["wrong"];
    }
    let is_right =
        |routine: &Routine| prove(routine, BOUNDS, LIMIT).is_ok_and(|result| result.failing.is_none());
    if routine.reference().is_some_and(|reference| !is_right(reference)) {
        return vec!["wrong", "unproven"];
    }
    if routine.has_cut_points() {
        return match prove_by_induction(&routine, BOUNDS, LIMIT) {
            Ok(CycleProof::NotProven(_)) => vec!["cycles sampled"],
            Ok(_) => vec![verdict_of_plain_emulation(&routine)],
            Err(_) => verdicts_of_runs(&routine),
        };
    }
    match prove(&routine, BOUNDS, LIMIT) {
        Ok(result) if result.failing.is_some() => vec!["wrong"],
        Ok(result) if !routine.matches_stated_cycles(&result, true) => vec!["wrong"],
        Ok(_) => vec![verdict_of_plain_emulation(&routine)],
        Err(_) => verdicts_of_runs(&routine),
    }
}

/// Returns the verdicts on a routine that is not proven.
fn verdicts_of_runs(routine: &Routine) -> Vec<&'static str> {
    let sampled = check_one_by_one(routine, Engine::Own, Inputs::Sampled(1), 0..SAMPLES, LIMIT);
    let is_wrong = sampled.expect("an engine").failing.is_some();
    if is_wrong { vec!["wrong"] } else { vec!["unproven", "wrong"] }
}

fn check(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("a sheet");
    let first = text.lines().next().and_then(|line| line.strip_prefix("; ")).expect("a verdict");
    let stated = first.split(':').next().unwrap_or_default();
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    if stated == "reference" {
        return None;
    }
    let found = verdicts(name, &text, path.parent().expect("a folder"));
    (!found.contains(&stated)).then(|| format!("{}: {first}; found {found:?}", path.display()))
}

/// Checks the sheets in folders and returns their number.
fn check_all(folders: &[&str]) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deceiving");
    let files = folders.iter().flat_map(|name| fs::read_dir(folder.join(name)).expect("a folder"));
    let files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let count = files.len();
    let (queue, faults) = (Mutex::new(files), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = { queue.lock().expect("no panic").pop() } {
            let fault = check(&path);
            faults.lock().expect("no panic").extend(fault);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut faults = faults.into_inner().expect("no panic");
    faults.sort();
    assert!(faults.is_empty(), "{} wrong verdicts:\n{}", faults.len(), faults.join("\n"));
    count
}

#[test]
fn every_sheet_gets_its_verdict() {
    assert!(check_all(&["8080", "z80", "6502"]) > 900);
}

/// Sheets with conditions, and sheets that are compared with others.
#[test]
fn every_specification_gets_its_verdict() {
    assert!(check_all(&["specifications/8080", "specifications/z80", "specifications/6502"]) > 300);
}

/// Sheets without invariants whose conditions have products, quotients or decimal digits of two inputs.
#[test]
fn every_product_gets_its_verdict() {
    assert!(check_all(&["products"]) > 8);
}

/// Sheets with invariants.
#[test]
fn every_induction_gets_its_verdict() {
    assert!(check_all(&["induction"]) > 60);
}

#[test]
#[ignore = "takes minutes: cargo test -p arcadian-proof --test deceiving -- --ignored"]
fn sheets_with_long_proofs_get_their_verdict() {
    assert!(check_all(&["slow"]) > 0);
}
