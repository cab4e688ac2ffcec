//! SingleStepTests: one instruction a case, with the whole state before and after and every access to the bus.

mod mos6502;
mod z80;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use self::mos6502::{NOW, THEN};
use super::bus::Recorder;
use super::suite;

#[derive(Deserialize)]
struct Case<S> {
    name: String,
    initial: S,
    #[serde(rename = "final")]
    after: S,
    cycles: Vec<(Option<u16>, Option<u8>, String)>,
    #[serde(default)]
    ports: Vec<(u16, u8, String)>,
}

/// Of an edition, the files whose data are known to be wrong.
struct LeftOut {
    opcodes: &'static [&'static str],
    why: &'static str,
}

/// The folder of each suite is in the folder `single-step`.
pub(super) fn check(name: &str) {
    let folder = |name: &str| suite("single-step").join(name);
    match name {
        "single_step_z80" => files(&folder("z80"), &[], z80::check),
        "single_step_6502" => files(&folder("6502"), NOW, mos6502::check),
        "single_step_6502_of_2022" => files(&folder("6502-2022"), THEN, mos6502::check),
        _ => unreachable!("no suite {name}"),
    }
}

/// All files of a folder; the first case that fails in each is shown in full.
fn files<S: for<'a> Deserialize<'a>>(
    folder: &Path,
    left_out: &[LeftOut],
    check: impl Fn(&Case<S>, &mut Recorder) -> Result<(), String>,
) {
    let (mut cases, mut failed) = (0, 0);
    let mut bus = Recorder::default();
    let files = json(folder);
    for path in &files {
        let opcode = path.file_stem().unwrap().to_string_lossy();
        if let Some(row) = left_out.iter().find(|row| row.opcodes.contains(&&*opcode)) {
            println!("{opcode} left out: {}", row.why);
            continue;
        }
        let (all, wrong) = one_file(path, &check, &mut bus);
        cases += all;
        failed += wrong;
    }
    println!("{cases} cases in {} files", files.len());
    assert_eq!(failed, 0, "of {cases} cases");
}

fn json(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    assert!(!files.is_empty(), "no .json files in {}", folder.display());
    files
}

/// How many cases there are, and how many fail.
fn one_file<S: for<'a> Deserialize<'a>>(
    path: &Path,
    check: &impl Fn(&Case<S>, &mut Recorder) -> Result<(), String>,
    bus: &mut Recorder,
) -> (usize, usize) {
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Case<S>> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let wrong: Vec<_> = cases.iter().filter_map(|case| Some((&case.name, check(case, bus).err()?))).collect();
    if let Some((name, why)) = wrong.first() {
        eprintln!("{name}: {why}\n{}: {} of {} fail", path.display(), wrong.len(), cases.len());
    }
    (cases.len(), wrong.len())
}
