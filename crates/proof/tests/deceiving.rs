//! Sheets written to deceive the verifier, in `tests/deceiving`. The first line of each states the verdict on it:
//!
//! - `holds`: right, and must be proven.
//! - `unproven`: right, but depends on what the proof treats as unknown.
//! - `wrong`: must not be proven.
//! - `refused`: its header is wrong.
#![expect(clippy::disallowed_methods, reason = "the test cases are files")]

use std::{fs, path::Path, sync::Mutex, thread};

use arcadian_proof::{Bounds, Engine, Inputs, Routine, check_one_by_one, claims::BundledFiles, prove};

const LIMIT: u64 = 10_000;

/// Few, so that a proof that will not succeed ends early.
const BOUNDS: Bounds = Bounds { nodes: 500_000 };

/// The number of inputs run one by one if the proof is given up.
const SAMPLES: u64 = 64;

/// Verifies a sheet and returns the verdicts that its first line may state.
fn verdicts(text: &str) -> &'static [&'static str] {
    let Ok(routine) = Routine::read("sheet.asm", text, &mut BundledFiles) else { return &["refused"] };
    match prove(&routine, BOUNDS, LIMIT) {
        Ok(result) if result.failing.is_some() => &["wrong"],
        Ok(result) if !routine.matches_stated_cycles(&result, true) => &["wrong"],
        Ok(_) => &["holds"],
        Err(_) => {
            let sampled = check_one_by_one(&routine, Engine::Own, Inputs::Sampled(1), 0..SAMPLES, LIMIT);
            let is_wrong = sampled.expect("an engine").failing.is_some();
            if is_wrong { &["wrong"] } else { &["unproven", "wrong"] }
        }
    }
}

fn check(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("a sheet");
    let first = text.lines().next().and_then(|line| line.strip_prefix("; ")).expect("a verdict");
    let stated = first.split(':').next().unwrap_or_default();
    let found = verdicts(&text);
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

#[test]
#[ignore = "takes minutes: cargo test -p arcadian-proof --test deceiving -- --ignored"]
fn sheets_with_long_proofs_get_their_verdict() {
    assert!(check_all(&["slow"]) > 0);
}
