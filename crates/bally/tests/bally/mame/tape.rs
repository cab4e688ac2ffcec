//! The tape port: the example `roms/bally/tape.asm` in MAME records at the same cycles, and reads a recording that was made here.
//!
//! MAME has the hardware in cartridges of a software list only, so the test writes one.

use std::path::Path;

use arcadian_bally::{CLOCK, Rom};
use arcadian_tape::{Recording, square_wave};

use super::{folder, mame, wait};
use crate::tape_port::{BLOCK, GOOD, SHOWN, STATE, example, run_example};

const SIZE: usize = 4096;

const LIST: &str = r#"<?xml version="1.0"?>
<!DOCTYPE softwarelist SYSTEM "softwarelist.dtd">
<softwarelist name="astrocde" description="own">
<software name="own">
<description>A cartridge with a tape port</description><year>2026</year><publisher>own</publisher>
<part name="cart" interface="astrocde_cart">
<feature name="slot" value="rom_cass" />
<dataarea name="rom" size="4096"><rom name="own.bin" size="4096" crc="00000000" sha1="0000000000000000000000000000000000000000" /></dataarea>
</part>
</software>
</softwarelist>
"#;

/// Runs the example in MAME with a switch of handle 1 and a tape. Returns what the script has written.
fn run(folder: &Path, switch: u8, tape: Option<&Path>) -> Vec<u8> {
    let mut image = example();
    image.resize(SIZE, 0xFF);
    let (own, hash) = (folder.join("astrocde/own"), folder.join("hash"));
    for folder in [&own, &hash] {
        std::fs::create_dir_all(folder).expect("a folder can be created");
    }
    std::fs::write(own.join("own.bin"), image).expect("a file can be written");
    std::fs::write(hash.join("astrocde.xml"), LIST).expect("a file can be written");
    let (script, results) =
        (concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tape.lua"), folder.join("results"));
    let mut command = mame(folder);
    command.arg("-hashpath").arg(&hash).args(["-autoboot_delay", "0", "-autoboot_script", script, "own"]);
    if let Some(tape) = tape {
        command.arg("-cass").arg(tape);
    }
    wait(command.env("BALLY_SWITCH", switch.to_string()).env("BALLY_RESULTS", &results));
    std::fs::read(&results).expect("MAME has written its results")
}

#[test]
#[ignore = "needs MAME"]
fn a_tape_is_recorded_and_read_as_on_mame() {
    let folder = folder("mame-tape", Rom::boot().bytes());
    let theirs = String::from_utf8(run(&folder, 1, None)).expect("lines");
    let theirs: Vec<u64> = theirs.lines().map(|line| line.parse().expect("a number")).collect();
    let (_, ours) = run_example(&[], true, 260);
    assert!(ours.len() > 3_000);
    // Their clock is not exactly a whole number of Hz.
    let far = |(at, mine): (usize, &u64)| (theirs[at] - theirs[0]).abs_diff(mine - ours[0]) > 1;
    assert_eq!((theirs.len(), ours.iter().enumerate().find(|at| far(*at))), (ours.len(), None));

    let tape = folder.join("tape.wav");
    std::fs::write(&tape, square_wave(&ours, CLOCK).to_wav()).expect("a file can be written");
    let ram = run(&folder, 2, Some(&tape));
    assert_eq!(ram[usize::from(STATE) - 0x4000], GOOD);
    assert!(ram[SHOWN - 0x4000..][..BLOCK] == example()[..BLOCK]);
}

#[test]
#[ignore = "needs MAME"]
fn the_bytes_of_the_port_are_those_of_mame() {
    let folder = folder("mame-port", Rom::boot().bytes());
    let tape = folder.join("high.wav");
    let high = Recording { sample_rate: 44_100, samples: vec![0.75; 44_100] };
    std::fs::write(&tape, high.to_wav()).expect("a file can be written");
    assert_eq!(run(&folder, 4, Some(&tape)), [0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x01, 0x00]);
}
