//! Sheets written to deceive the verifier, in families: the files of `tests/deceiving`. The line below a sheet's name states the verdict
//! on it:
//!
//! - `holds`: right, and must be proven. It must also hold in random runs on an independent emulator.
//! - `holds here only`: likewise, but it depends on what that emulator does not emulate: WZ, Q and R of the Z80, opcodes after
//!   DD CB, unstable opcodes and decimal flags of the 6502.
//! - `unproven`: right, but depends on what the proof treats as unknown.
//! - `cycles sampled`: right but for its cycles, which must not be proven.
//! - `wrong`: must not be proven.
//! - `refused`: its header is wrong.
//! - `reference`: only other sheets are compared with it.
//!
//! Lines that begin with `# ` say what a family is about. The contract lines below them belong to each sheet that has none of its own with
//! the same key. A sheet begins with `==== NAME`, its verdict, and often a reason. Its lines follow, or the changes of a sheet above it:
//!
//! ```text
//! as NAME, but:
//!         MOV A,B     a line around the change, if it is not unique without it
//! -       ADD C       a line that is removed
//! +       ADC C       a line that is added
//! ...                 another change follows
//! ```

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Component, Path, PathBuf},
    sync::LazyLock,
};

use arcadian_asm::{Host, Included, NoFiles};
use arcadian_isa::Processor;
use arcadian_proof::{
    Bounds, CycleProof, Engine, InductionStep, Inputs, ProveError, Routine, check_one_by_one, prove,
    prove_by_induction,
};

/// Makes each family a test, so that they share the cores and one can be run by its name.
macro_rules! families {
    ($($module:ident in $folder:literal: $($(#[$attribute:meta])* $family:ident)+;)+) => {
        $(mod $module {
            $(
                #[test]
                $(#[$attribute])*
                fn $family() {
                    super::check($folder, stringify!($family));
                }
            )+
        })+

        /// The folder, the name and the text of each family.
        pub(crate) const FAMILIES: &[(&str, &str, &str)] = &[$($((
            $folder,
            stringify!($family),
            include_str!(concat!("../deceiving/", $folder, "/", stringify!($family), ".txt")),
        )),+),+];
    };
}

families! {
    i8080 in "8080":
        board_games code cycles devices flags memory pointers returns stack two_pointers;
    z80 in "z80":
        alternate_registers arithmetic_flags bits branches copy cycles decimal index_registers interrupts
        memory merged_paths pointers prefixes refresh refused returns search self_modifying set_members stack
        undocumented_flags;
    mos6502 in "6502":
        board_games code cycles devices flags memory pointers returns stack two_pointers undocumented;
    i8080_specifications in "specifications/8080":
        arithmetic conditions lists multiplication references registers requirements results stack;
    z80_specifications in "specifications/z80":
        memory_stack references routines stack;
    mos6502_specifications in "specifications/6502":
        fields memory_stack references routines;
    induction in "induction":
        cycles division expansions invariants loops_6502 loops_8080 loops_z80 multiplication_16
        multiplication_8 pairs squares;
    large in "large":
        products
        #[ignore = "takes minutes: cargo test -p arcadian-proof --test proof large::slow -- --ignored"]
        slow;
}

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

/// Verifies a sheet and returns the verdicts that it may state.
fn verdicts(sheet: &Sheet, folder: &'static str) -> Vec<&'static str> {
    let name = format!("{}.asm", sheet.name);
    let Ok(routine) = Routine::read(&name, &sheet.text(), &mut Folder(folder), arcadian_claims::all()) else {
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

fn check(folder: &'static str, name: &str) {
    let is_it = |family: &&(&str, &str, &str)| (family.0, family.1) == (folder, name);
    let (.., text) = FAMILIES.iter().find(is_it).expect("a family");
    let mut faults = Vec::new();
    for sheet in sheets(text).iter().filter(|sheet| sheet.verdict != "reference") {
        let found = verdicts(sheet, folder);
        if !found.contains(&sheet.verdict) {
            faults.push(format!("{}: {}: {}; found {found:?}", sheet.name, sheet.verdict, sheet.reason));
        }
    }
    assert!(faults.is_empty(), "{} wrong verdicts:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_family_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deceiving");
    let mut found = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    let listed = FAMILIES.iter().map(|(folder, name, _)| root.join(folder).join(name).with_extension("txt"));
    assert_eq!(found, listed.collect());
    assert!(FAMILIES.iter().map(|(.., text)| sheets(text).len()).sum::<usize>() > 1700);
}

/// The first path to LL has an entry stack pointer that depends on the input outside this path; the second one has not.
#[test]
fn the_stack_pointer_is_that_of_every_path() {
    let text = Folder("induction").source("sp_garbage2.asm", "").expect("a sheet").text;
    let routine = Routine::read("test.asm", &text, &mut NoFiles, &[]).expect("a sheet");
    match prove_by_induction(&routine, Bounds::default(), LIMIT) {
        Err(ProveError::NotInductive(fault)) => assert_eq!(fault.step, InductionStep::Returns),
        other => panic!("{other:?}"),
    }
}

pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) verdict: &'static str,
    pub(crate) reason: &'static str,
    lines: Vec<&'static str>,
}

impl Sheet {
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

fn key(line: &str) -> Option<&str> {
    Some(line.strip_prefix(";!")?.split_once(':')?.0.trim())
}

/// Puts the family's contract lines before a sheet's own.
fn with_head(head: &[&'static str], own: &[&'static str]) -> Vec<&'static str> {
    let is_own = |line: &str| own.iter().any(|other| key(other) == key(line));
    head.iter().filter(|line| !is_own(line)).chain(own).copied().collect()
}

fn changed(name: &str, lines: &[&'static str], changes: &[&'static str]) -> Vec<&'static str> {
    let mut lines = lines.to_vec();
    for change in changes.split(|line| *line == "...") {
        let without = |sign: char| {
            let kept = change.iter().filter(move |line| !line.starts_with(sign));
            kept.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>()
        };
        let (old, new) = (without('+'), without('-'));
        let places: Vec<_> = (0..lines.len()).filter(|at| lines[*at..].starts_with(&old)).collect();
        let [at] = places[..] else { panic!("{name}: the lines of a change are at {} places", places.len()) };
        lines.splice(at..at + old.len(), new);
    }
    lines
}

pub(crate) fn sheets(text: &'static str) -> Vec<Sheet> {
    let mut parts = text.split("\n\n==== ");
    let head: Vec<_> =
        parts.next().into_iter().flat_map(str::lines).filter(|line| !line.starts_with("# ")).collect();
    assert!(
        head.iter().all(|line| key(line).is_some()),
        "only contract lines stand above the sheets: {head:?}"
    );
    let mut sheets: Vec<Sheet> = Vec::new();
    for part in parts {
        let mut lines = part.lines();
        let name = lines.next().unwrap_or_default();
        let verdict = lines.next().unwrap_or_default();
        let (verdict, reason) = verdict.split_once(": ").unwrap_or((verdict, ""));
        let own: Vec<_> = lines.collect();
        let base = own.first().and_then(|line| line.strip_prefix("as ")?.strip_suffix(", but:"));
        let lines = match base {
            Some(base) => {
                let base = sheets.iter().find(|sheet| sheet.name == base);
                let base = base.unwrap_or_else(|| panic!("{name}: no sheet above has that name"));
                changed(name, &base.lines, &own[1..])
            }
            None => with_head(&head, &own),
        };
        sheets.push(Sheet { name, verdict, reason, lines });
    }
    sheets
}

/// All sheets, by folder and name.
static SHEETS: LazyLock<HashMap<PathBuf, String>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (folder, family, text) in FAMILIES {
        for sheet in sheets(text) {
            let is_known = all.insert(Path::new(folder).join(sheet.name), sheet.text()).is_some();
            assert!(!is_known, "{folder}/{family}: there are two sheets {}", sheet.name);
        }
    }
    all
});

/// Supplies the sheets that others are compared with, as if each was a file in its family's folder.
pub(crate) struct Folder(pub(crate) &'static str);

impl Host for Folder {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let mut place = PathBuf::from(self.0);
        for component in path.components() {
            match component {
                Component::ParentDir => _ = place.pop(),
                Component::Normal(part) => place.push(part),
                _ => {}
            }
        }
        let text = SHEETS.get(&place.with_extension("")).ok_or("there is no such sheet")?;
        Ok(Included { name: path.display().to_string(), text: text.clone() })
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not available"))
    }
}
