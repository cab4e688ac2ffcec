//! The example cartridges in `roms/bally`, and the constants that they include.

mod picture;
mod tune;

use arcadian_bally::{Bally, Cartridge, Config, PadKey, REGISTERS, Timing};

use crate::rig::{assembled, hex};

const SIZE: usize = 2048;

/// A cartridge: its source and its image.
struct Example {
    source: &'static str,
    image: &'static [u8],
    path: &'static str,
}

const PICTURE: Example = Example {
    source: include_str!("../../../../roms/bally/picture.asm"),
    image: include_bytes!("../../../../roms/bally/picture.bin"),
    path: "/../../roms/bally/picture.bin",
};

const TUNE: Example = Example {
    source: include_str!("../../../../roms/bally/tune.asm"),
    image: include_bytes!("../../../../roms/bally/tune.bin"),
    path: "/../../roms/bally/tune.bin",
};

impl Example {
    fn assembled(&self) -> Vec<u8> {
        let mut image = assembled(self.source);
        assert!(image.len() <= SIZE);
        image.resize(SIZE, 0xFF);
        image
    }

    fn start(&self, timing: Timing) -> Bally {
        let cartridge = Some(Cartridge::new(self.image).expect("it has the right size"));
        Bally::new(Config { cartridge, timing, ..Config::default() })
    }
}

fn register(bally: &Bally, name: &str) -> u8 {
    bally.chips().registers().by_name(name).expect("a register")
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the images are files")]
fn the_images_are_the_assembled_sources() {
    for example in [PICTURE, TUNE] {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let path = env!("CARGO_MANIFEST_DIR").to_owned() + example.path;
            std::fs::write(path, example.assembled()).expect("the folder exists");
            continue;
        }
        assert!(
            example.assembled() == example.image,
            "with UPDATE_EXPECT=1 this test writes {} again",
            example.path
        );
    }
}

/// Returns the value of a constant of `bally.inc`.
fn constant(name: &str) -> u8 {
    assembled(&format!("        INCLUDE \"bally.inc\"\n        DB  {name}\n"))[0]
}

#[test]
fn the_constants_are_the_ports_and_keys_of_the_machine() {
    for known in REGISTERS.iter() {
        assert_eq!(constant(known.name), known.port, "{}", known.name);
    }
    let names = [("÷", "DIV"), ("×", "TIMES"), ("−", "MINUS"), ("+", "PLUS"), ("=", "EQUAL")];
    for key in PadKey::all() {
        let name = key.overlay()[0];
        let name = names.iter().find(|(overlay, _)| *overlay == name).map_or(name, |(_, name)| name);
        assert_eq!(constant(&format!("K_{name}")), 8 * key.port() + key.row(), "{name}");
    }
    assert_eq!(constant("EXPAND + OR_IN + XOR_IN + FLOP + ROTATE + SHIFT"), hex("7F"));
}
