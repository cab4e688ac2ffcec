//! The Arcadian BASIC cartridge: its image is that of its sources, and those that are sheets are verified.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arcadian_asm::{Host, Included, Options, assemble};
use arcadian_proof::{Engine, Inputs, Plan, Routine, Settings, check_one_by_one};

use crate::support::Folder;

/// The sheets whose diagrams grow too large, so that they are only sampled.
const SAMPLED: [&str; 1] = ["scaleword.asm"];

/// The sheets whose proof takes about a minute: one for each of 65,536 values. The everyday test samples them.
const SLOW: [&str; 1] = ["divword.asm"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roms").join(name)
}

/// The sources of the cartridge, and the constants of the machine.
struct Sources;

impl Host for Sources {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let own = Folder(folder("arcadian-basic")).source(name, from);
        own.or_else(|_| Folder(folder("bally")).source(name, from))
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not available"))
    }
}

fn source(name: &str) -> String {
    fs::read_to_string(folder("arcadian-basic").join(name)).expect(name)
}

#[test]
fn the_image_is_the_assembled_sources() {
    let name = "arcadian-basic.asm";
    let assembly = match assemble(name, &source(name), &Options::default(), &mut Sources) {
        Ok(assembly) => assembly,
        Err(failure) => panic!("{}", failure.diagnostics[0]),
    };
    let path = folder("arcadian-basic").join("arcadian-basic.bin");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &assembly.image).expect("the folder");
    }
    let image = fs::read(path).expect("the image");
    assert_eq!(image.len(), 8192);
    assert!(assembly.image == image, "with UPDATE_EXPECT=1 this test writes it again");
}

fn sheets() -> Vec<String> {
    let entries = fs::read_dir(folder("arcadian-basic")).expect("the folder");
    let names = entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name"));
    names.filter(|name| name.ends_with(".asm") && source(name).starts_with(";! routine")).collect()
}

fn routine(name: &str) -> Routine {
    let routine = Routine::read(name, &source(name), &mut Sources, &[]).expect("a sheet");
    assert_eq!(routine.specification_fault(), None, "{name}");
    routine
}

fn assert_proven(name: &str) {
    match Settings::default().plan(&routine(name)).expect("a plan") {
        Plan::Done(result) | Plan::Inductive(result, _) => assert_eq!(result.failing, None, "{name}"),
        plan => panic!("{name} is not proven: {plan:?}"),
    }
}

fn assert_no_sample_fails(name: &str) {
    let Settings { seed, instruction_limit, .. } = Settings::default();
    let inputs = Inputs::Sampled(seed);
    let result = check_one_by_one(&routine(name), Engine::Own, inputs, 0..1 << 12, instruction_limit);
    assert_eq!(result.expect("inputs").failing, None, "{name}");
}

#[test]
fn its_sheets_hold() {
    let (sampled, proven): (Vec<_>, Vec<_>) =
        sheets().into_iter().partition(|name| SAMPLED.contains(&&**name) || SLOW.contains(&&**name));
    assert_eq!((sampled.len(), proven.len()), (2, 18));
    proven.iter().for_each(|name| assert_proven(name));
    sampled.iter().for_each(|name| assert_no_sample_fails(name));
}

#[test]
#[ignore = "takes a minute or two: cargo test -p arcadian-proof --test proof basic_cartridge -- --ignored"]
fn its_slow_sheets_are_proven() {
    SLOW.iter().for_each(|name| assert_proven(name));
}
