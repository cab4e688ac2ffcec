//! Every sheet of `asm/` holds by every method and is proven, the images in `roms/` are those of the sheets, and the bundled programs play.

#![expect(clippy::disallowed_methods, reason = "the test is about files")]

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use arcadian_claims::{Sheet, sheets};
use arcadian_isa::Processor;
use arcadian_proof::{
    Bounds, CheckResult, Claim, CycleProof, Engine, Fate, Inputs, Method, Mutant, Plan, Routine, Settings,
    Sweep, check_one_by_one, prove,
};

const LIMIT: u64 = 1_000_000;

fn claim(routine: &Routine) -> &'static Claim {
    routine.specification.claim().expect("a bundled sheet names a claim")
}

fn routines() -> Vec<Routine> {
    sheets().map(|sheet| arcadian_claims::read(sheet).expect(sheet.file)).collect()
}

/// Calls a function for every routine, on two threads.
fn for_each(act: impl Fn(&Routine) + Sync) {
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

fn label(routine: &Routine) -> String {
    format!("{} {}", routine.name, routine.processor())
}

/// Returns minimum and maximum.
fn cycles(result: &CheckResult) -> (u64, u64) {
    let cost = result.cost.as_ref().expect("it was run");
    (cost.cycles.min, cost.cycles.max)
}

/// Returns minimum and maximum.
fn instructions(result: &CheckResult) -> (u64, u64) {
    let cost = result.cost.as_ref().expect("it was run");
    (cost.instructions.min, cost.instructions.max)
}

/// Returns whether the cycles do not depend on the placement, as those of the 6502 do where data crosses a page boundary.
fn has_fixed_cycles(routine: &Routine) -> bool {
    routine.processor() != Processor::Mos6502 || !routine.has_pointers()
}

fn max_instructions(routine: &Routine) -> u64 {
    instructions(
        &check_one_by_one(routine, Engine::Own, Inputs::Sampled(1), 0..1024, LIMIT).expect("an engine"),
    )
    .1
}

#[test]
fn every_sheet_is_bundled_for_both_processors() {
    let bundled: HashSet<_> = sheets().map(|sheet| sheet.file.to_owned()).collect();
    let mut found = HashSet::new();
    for processor in ["8080", "6502"] {
        let directory = format!("{}/../../asm/{processor}", env!("CARGO_MANIFEST_DIR"));
        for file in fs::read_dir(directory).expect("the directory of sheets") {
            let name = file.expect("a file").file_name().into_string().expect("a name");
            found.insert(format!("{processor}/{name}"));
        }
    }
    assert_eq!(bundled, found);
    let routines = routines();
    for routine in &routines {
        let is_counterpart =
            |other: &&Routine| other.name == routine.name && other.processor() != routine.processor();
        let counterparts: Vec<_> = routines.iter().filter(is_counterpart).collect();
        assert!(
            matches!(counterparts.as_slice(), [other] if claim(other).name == claim(routine).name),
            "{}",
            label(routine)
        );
    }
}

/// The routine whose proof takes minutes; everyday tests sample it.
const SLOWEST: &str = "HKHOPS";

/// Returns whether a sheet states its cycles. The diagrams of those of the slowest one grow too large.
fn states_cycles(routine: &Routine) -> bool {
    routine.name != SLOWEST
}

/// Runs samples: `.ci/run` proves the sheets in release mode, by `arcadian test asm/8080 asm/6502`.
#[test]
fn every_sheet_holds_and_states_its_cycles() {
    holds_and_states_cycles(|_| Method::Random);
}

#[test]
#[ignore = "takes over a minute: cargo test -p arcadian-claims --release --test claims sheets -- --ignored"]
fn every_sheet_is_proven() {
    holds_and_states_cycles(|_| Method::Auto);
}

/// Verifies every sheet by a method. `Method::Auto` must prove it.
fn holds_and_states_cycles(method: impl Fn(&Routine) -> Method + Sync) {
    for_each(|routine| {
        let method = method(routine);
        let settings = Settings { method, samples: 1 << 10, ..Settings::default() };
        let (result, is_exhaustive) = match settings.plan(routine).expect("a plan") {
            Plan::Done(result) => (*result, true),
            Plan::Inductive(result, cycles) => {
                let expected =
                    if states_cycles(routine) { CycleProof::Proven } else { CycleProof::NotStated };
                assert_eq!(cycles, expected, "{}", label(routine));
                (*result, false)
            }
            Plan::Failed(result, _) | Plan::Examples(result, _) => (*result, false),
            Plan::Sweep(Inputs::All, count, _) => {
                (Sweep::new(routine, Inputs::All, LIMIT).check(0..count), true)
            }
            Plan::Sweep(inputs, count, _) => {
                assert_eq!(method, Method::Random, "{} is only sampled", label(routine));
                (check_one_by_one(routine, Engine::Own, inputs, 0..count, LIMIT).expect("an engine"), false)
            }
        };
        assert_eq!(result.failing, None, "{}", label(routine));
        assert_eq!(routine.stated_cycles.is_some(), states_cycles(routine), "{}", label(routine));
        let Some(stated) = routine.stated_cycles else { return };
        let (min, max) = cycles(&result);
        let is_right = if is_exhaustive {
            stated.is_met_by(min, max)
        } else {
            stated.least <= min && max <= stated.most
        };
        assert!(is_right, "{} states {stated:?} and takes {min}-{max}", label(routine));
    });
}

fn assert_methods_agree(counts: Range<u64>) {
    let compared = AtomicUsize::new(0);
    for_each(|routine| {
        let Some(inputs) = routine.input_count().exact().filter(|inputs| counts.contains(inputs)) else {
            return;
        };
        if claim(routine).sample.is_some() {
            return;
        }
        let swept = Sweep::new(routine, Inputs::All, LIMIT).check(0..inputs);
        assert_eq!(swept.failing, None, "{}", label(routine));
        if claim(routine).formula.is_some() {
            let proven = prove(routine, Settings::default().bounds, LIMIT).expect("a proof");
            assert_eq!(proven.failing, None, "{}", label(routine));
            if has_fixed_cycles(routine) {
                assert_eq!(cycles(&proven), cycles(&swept), "{}", label(routine));
            }
            assert_eq!(instructions(&proven), instructions(&swept), "{}", label(routine));
            compared.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_ne!(compared.into_inner(), 0);
}

#[test]
fn methods_agree_to_2_24() {
    assert_methods_agree(0..(1 << 24) + 1);
}

#[test]
#[ignore = "takes half a minute in release mode: cargo test -p arcadian-claims --release --test claims sheets -- --ignored"]
fn methods_agree_to_2_25() {
    assert_methods_agree((1 << 24) + 1..(1 << 25) + 1);
}

#[test]
fn other_engines_agree() {
    for_each(|routine| {
        let engine = if routine.processor() == Processor::Mos6502 { Engine::Mos6502 } else { Engine::Iz80 };
        let check =
            |engine| check_one_by_one(routine, engine, Inputs::Sampled(7), 0..256, LIMIT).expect("an engine");
        let (own, other) = (check(Engine::Own), check(engine));
        assert_eq!(other.failing, None, "{}", label(routine));
        assert_eq!(other, own, "{}", label(routine));
        // Routines with many paths are slow in lock step.
        if instructions(&own).1 < 1000 {
            let swept = Sweep::new(routine, Inputs::Sampled(7), LIMIT).check(0..256);
            assert_eq!(swept.failing, None, "{}", label(routine));
            // The other runs are at other placements, on which the paths can depend.
            if !routine.has_pointers() {
                assert_eq!(instructions(&own), instructions(&swept), "{}", label(routine));
                assert_eq!(cycles(&own), cycles(&swept), "{}", label(routine));
            }
        }
    });
}

/// Calls a function for every routine of the 8080, as a routine of the Z80. Code that does not depend on the parity of sums runs
/// there as well.
fn for_each_on_z80(act: impl Fn(&Routine) + Sync) {
    for_each(|routine| {
        if routine.processor() == Processor::I8080 {
            act(&routine.on_z80().expect("the header fits the Z80"));
        }
    });
}

#[test]
fn sheets_of_the_8080_hold_on_the_z80() {
    for_each_on_z80(|routine| {
        let check =
            |engine| check_one_by_one(routine, engine, Inputs::Sampled(5), 0..128, LIMIT).expect("an engine");
        let (own, other) = (check(Engine::Own), check(Engine::Iz80));
        assert_eq!((&own.failing, &other.failing), (&None, &None), "{}", label(routine));
        let instructions = |result: CheckResult| result.cost.map(|cost| cost.instructions);
        assert_eq!(instructions(other), instructions(own), "{}", label(routine));
    });
}

#[test]
#[ignore = "takes a minute: cargo test -p arcadian-claims --release --test claims sheets -- --ignored"]
fn sheets_of_the_8080_are_proven_on_the_z80() {
    let proven = AtomicUsize::new(0);
    for_each_on_z80(|routine| {
        if let Ok(result) = prove(routine, Bounds { nodes: 20_000 }, LIMIT) {
            assert_eq!(result.failing, None, "{}", label(routine));
            proven.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert!(proven.into_inner() > 30);
}

#[test]
fn mutants_fail_under_every_method() {
    assert_mutants_fail(174);
}

#[test]
#[ignore = "takes a minute: cargo test -p arcadian-claims --release --test claims sheets -- --ignored"]
fn more_mutants_fail_under_every_method() {
    assert_mutants_fail(29);
}

/// Mutants that fail in a scalar run must fail under both other methods. One of `step` is tried, a multiple of 29: the proofs of some
/// others take many minutes.
fn assert_mutants_fail(step: usize) {
    for_each(|routine| {
        let max = max_instructions(routine);
        if max > 200 {
            return;
        }
        let bounds = Bounds { nodes: 200_000 };
        let limit = 4 * max + 256;
        for mutant in Mutant::all(routine).iter().step_by(step) {
            let mutated = mutant.apply(routine);
            let scalar =
                check_one_by_one(&mutated, Engine::Own, Inputs::Sampled(3), 0..64, limit).expect("an engine");
            if scalar.failing.is_none() {
                continue;
            }
            // In lock step only three placements are run.
            let swept = Sweep::new(&mutated, Inputs::Sampled(3), limit).check(0..256);
            let is_found = swept.failing.is_some() || routine.has_pointers();
            assert!(is_found, "{} {mutant:?} in lock step", label(routine));
            if let Ok(proven) = prove(&mutated, bounds, limit) {
                assert!(proven.failing.is_some(), "{} {mutant:?} symbolically", label(routine));
            }
        }
    });
}

/// Mutates every bit of the TACTIX routines.
#[test]
#[ignore = "takes minutes: cargo test -p arcadian-claims --release --test claims sheets -- --ignored"]
fn no_mutant_survives() {
    let settings = Settings::default();
    for_each(|routine| {
        if !routine.name.starts_with('T') {
            return;
        }
        let max = max_instructions(routine);
        for mutant in Mutant::all(routine) {
            let fate = mutant.verify(routine, &settings, max);
            assert_ne!(fate, Fate::Survived, "{} {mutant:?}", label(routine));
        }
    });
}

const FOLDERS: [&str; 2] = ["8080", "6502"];

const UPDATE: &str = "UPDATE_EXPECT=1 cargo test -p arcadian-claims --test claims images";

const HEAD: &str = "\
| file | routine | processor | origin | entry point | bytes | title |
|---|---|---|---|---|---|---|
";

fn roms(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../roms", name].iter().collect()
}

fn read(sheet: &Sheet) -> Routine {
    arcadian_claims::read(sheet).expect(sheet.file)
}

/// Returns the path of a sheet's image below `roms/`: `8080/t2cw.bin` for `8080/t2cw.asm`.
fn image_file(sheet: &Sheet) -> String {
    sheet.file.replace(".asm", ".bin")
}

fn expected() -> BTreeMap<String, Vec<u8>> {
    sheets().map(|sheet| (image_file(sheet), read(sheet).image().to_vec())).collect()
}

fn found() -> BTreeMap<String, Vec<u8>> {
    let files = |folder: &'static str| {
        let entries = fs::read_dir(roms(folder)).expect("the directory of images");
        entries.map(move |entry| {
            let entry = entry.expect("a file");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            (name, fs::read(entry.path()).expect("bytes"))
        })
    };
    FOLDERS.into_iter().flat_map(files).collect()
}

/// Returns the table of the README, 8080 first.
fn table() -> String {
    let row = |file: &Sheet| {
        let routine = read(file);
        let (name, processor, origin) = (&routine.name, routine.processor(), routine.assembly.origin);
        let sheet = routine.assembly.sheet.as_ref().expect(name);
        let (_, title) = sheet.about.iter().find(|(key, _)| key == "title").expect(name);
        let (entry, bytes) = (routine.entry, routine.image().len());
        format!(
            "| `{}` | {name} | {processor} | {origin:04X} | {entry:04X} | {bytes} | {title} |\n",
            image_file(file)
        )
    };
    let rows = FOLDERS
        .map(|folder| sheets().filter(|file| file.file.starts_with(folder)).map(row).collect::<String>());
    HEAD.to_owned() + &rows.concat()
}

/// Splits the README into the text before its table and the table, with which it ends.
fn readme() -> (String, String) {
    let text = fs::read_to_string(roms("README.md")).expect("the README");
    let begin = text.find(HEAD).unwrap_or(text.len());
    (text[..begin].to_owned(), text[begin..].to_owned())
}

#[test]
fn images_and_their_table_match_the_sheets() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        write_images();
    }
    let (expected, found) = (expected(), found());
    let names = |images: &BTreeMap<String, Vec<u8>>| images.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected), "{UPDATE}");
    for (name, image) in expected {
        assert!(found[&name] == image, "{name} differs from its sheet; run {UPDATE}");
    }
    assert_eq!(readme().1, table(), "{UPDATE}");
}

fn write_images() {
    for folder in FOLDERS {
        fs::create_dir_all(roms(folder)).expect("a directory");
    }
    let expected = expected();
    for name in found().keys().filter(|name| !expected.contains_key(*name)) {
        fs::remove_file(roms(name)).expect("an obsolete file");
    }
    for (name, image) in expected {
        fs::write(roms(&name), image).expect("an image");
    }
    fs::write(roms("README.md"), readme().0 + &table()).expect("the README");
}

/// The bundled programs: they play as the reference model says, on the cores and on other emulators.
mod programs {
    mod console;
    mod rotate;
    mod tactix;
}
