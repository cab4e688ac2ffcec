//! The Arcadian BASIC cartridge: its image is that of its sources, and those that are sheets are verified.
#![expect(clippy::disallowed_methods, reason = "the sources are files")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
};

use arcadian_asm::{Host, Included, Options, assemble};
use arcadian_proof::{Plan, Routine, Settings};

use support::Folder;

/// The sheets whose diagrams grow too large, so that they are only sampled.
const SAMPLED: [&str; 2] = ["divword.asm", "scaleword.asm"];

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
    let image = fs::read(folder("arcadian-basic").join("arcadian-basic.bin")).expect("the image");
    assert_eq!(image.len(), 8192);
    assert!(
        assembly.image == image,
        "arcadian asm roms/arcadian-basic/arcadian-basic.asm -I roms/bally -o roms/arcadian-basic/arcadian-basic.bin"
    );
}

#[test]
fn its_sheets_hold() {
    let settings = Settings { samples: 1 << 12, ..Settings::default() };
    let mut proven = 0;
    for entry in fs::read_dir(folder("arcadian-basic")).expect("the folder") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        if !name.ends_with(".asm") || !source(&name).starts_with(";! routine") || SAMPLED.contains(&&*name) {
            continue;
        }
        let routine = Routine::read(&name, &source(&name), &mut Sources).expect("a sheet");
        assert_eq!(routine.specification_fault(), None, "{name}");
        match settings.plan(&routine).expect("a plan") {
            Plan::Done(result) => assert_eq!(result.failing, None, "{name}"),
            plan => panic!("{name} is not proven: {plan:?}"),
        }
        proven += 1;
    }
    assert_eq!(proven, 18);
}
