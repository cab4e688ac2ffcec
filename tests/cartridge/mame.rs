//! The cartridge in MAME: ROTATE is typed on the keypad, played and won there, and the RAM is that of our emulated machine. A player of
//! three-tone music writes the same sound registers at the same times.
//!
//! `cargo test --release -p arcadian-tests --test all in_mame -- --ignored` needs the program `mame` (Debian:
//! `apt-get install mame`). No published ROM is needed.

// The test starts another program and exchanges files with it.
#![allow(clippy::disallowed_methods)]

use std::{fs, ops::Range, path::Path, process::Command};

use arcadian_bally::{Input, PadKey};
use arcadian_basic::{Key, Line, SoundWrite, scan_text, words::code};
use arcadian_play::bally::basic::{BasicBally, strokes};

use super::{pair::at_the_prompt, rotate::listing};

/// An action on both machines.
#[derive(Clone, Copy)]
enum Act {
    Key(PadKey),
    /// A number of frames.
    Wait(u64),
    /// The state of RND. It counts the frames in which the prompt waits, and the two machines do not begin at the same frame.
    Seed(u8),
    /// The RAM is compared.
    Compare,
    /// Writes to the sound ports are recorded from now on.
    Listen,
}

/// The address of the state of RND.
const SEED: u16 = 0x4E6C;
/// The frames for which a key is down, and up.
const TAP: u64 = 3;
/// The parts of the RAM that are compared: the picture and the program, the variables, the cursor, the colors and the end of the program.
/// The time that is left of a note is between them. The rest counts frames and keys.
const COMPARED: [Range<usize>; 2] = [0..0xE4E, 0xE50..0xE6C];

/// Returns the acts of a session: the listing is typed, and the game of the README is played to its end.
fn session(lines: &[Line]) -> Vec<Act> {
    let mut acts = vec![Act::Wait(120)];
    for line in lines {
        // A blank that is not stored separates the number from a digit.
        let blank = line.text.first().is_some_and(u8::is_ascii_digit).then_some(b' ');
        let number = line.number.to_string();
        let codes: Vec<u8> = number.bytes().chain(blank).chain(line.text.iter().copied()).collect();
        enter(&mut acts, &codes, 40);
    }
    enter(&mut acts, &[code::PRINT, b'S', b'Z'], 40);
    enter(&mut acts, &[code::RUN], 300);
    acts.push(Act::Seed(7));
    enter(&mut acts, b"4", 600);
    for key in b"DBJG" {
        tap(&mut acts, &[*key]);
        acts.extend([Act::Wait(300), Act::Compare]);
    }
    acts
}

fn tap(acts: &mut Vec<Act>, codes: &[u8]) {
    let keys = codes.iter().flat_map(|code| strokes(Key::Code(*code)).expect("a key of the keypad"));
    acts.extend(keys.map(Act::Key));
}

/// Types something and GO, and waits.
fn enter(acts: &mut Vec<Act>, codes: &[u8], frames: u64) {
    tap(acts, codes);
    tap(acts, &[code::GO]);
    acts.extend([Act::Wait(frames), Act::Compare]);
}

fn perform(basic: &mut BasicBally, act: Act) {
    match act {
        Act::Key(key) => {
            let mut pressed = Input::default();
            pressed.press(key);
            basic.run_frames(&pressed, TAP);
            basic.run_frames(&Input::default(), TAP);
        }
        Act::Wait(frames) => basic.run_frames(&Input::default(), frames),
        Act::Seed(seed) => basic.set_seed(seed.into()),
        Act::Compare => {}
        Act::Listen => basic.listen(),
    }
}

/// Returns an act as a line for `mame.lua`.
fn line(act: Act) -> String {
    match act {
        Act::Key(key) => format!("key {}\n", 6 * key.column() + key.row()),
        Act::Wait(frames) => format!("wait {frames}\n"),
        Act::Seed(seed) => format!("poke {SEED} {seed}\npoke {} 0\n", SEED + 1),
        Act::Compare => "dump\n".to_owned(),
        Act::Listen => "listen\n".to_owned(),
    }
}

/// The results of MAME: the RAM at each comparison, and the writes to the sound ports.
struct Witness {
    dumps: Vec<Vec<u8>>,
    sound: Vec<SoundWrite>,
}

/// Performs the acts on MAME, in a folder with this name.
fn in_mame(name: &str, acts: &[Act]) -> Witness {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("astrocde")).expect("a folder can be created");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file can be written");
        path
    };
    file("astrocde/astro.bin", arcadian_bally::Rom::boot().bytes());
    let cartridge = file("arcadian-basic.bin", arcadian_bally::ARCADIAN_BASIC);
    let list = file("acts", acts.iter().map(|act| line(*act)).collect::<String>().as_bytes());
    let [results, sound] = ["results", "sound"].map(|name| file(name, &[]));
    let output = Command::new("mame")
        .args(["astrocde", "-video", "none", "-sound", "none", "-nothrottle", "-nosleep", "-skip_gameinfo"])
        .args([
            "-numprocessors",
            "1",
            "-autoboot_delay",
            "0",
            "-seconds_to_run",
            "100000",
            "-autoboot_script",
        ])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/cartridge/mame.lua"))
        .args(["-rompath".as_ref(), folder.as_os_str(), "-cart".as_ref(), cartridge.as_os_str()])
        .env("BALLY_ACTS", list)
        .env("BALLY_RESULTS", &results)
        .env("BALLY_SOUND", &sound)
        .env("PATH", std::env::var("PATH").unwrap_or_default() + ":/usr/games")
        .env("HOME", &folder)
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .output()
        .expect("this test needs MAME: apt-get install mame");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let dumps = fs::read(results).expect("MAME has written its results");
    let sound = fs::read_to_string(sound).expect("MAME has written the sound");
    Witness {
        dumps: dumps.chunks(0x1000).map(<[u8]>::to_vec).collect(),
        sound: sound.lines().map(sound_write).collect(),
    }
}

/// Reads a write: the T-state, the port and the value.
fn sound_write(line: &str) -> SoundWrite {
    let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().expect("a number")).collect();
    SoundWrite { tstates: numbers[0], port: numbers[1] as u8, value: numbers[2] as u8 }
}

#[test]
#[ignore = "needs the program `mame`"]
fn rotate_in_mame() {
    let listing = listing();
    let acts = session(&listing.lines());
    let mut dumps = in_mame("mame-rotate", &acts).dumps.into_iter();
    let mut basic = at_the_prompt();
    let mut compared = 0;
    for act in acts {
        perform(&mut basic, act);
        if let Act::Compare = act {
            let theirs = dumps.next().expect("a dump for every comparison");
            let ours = &basic.bally().machine().backplane.bytes()[0x4000..0x5000];
            let differs: Vec<_> = COMPARED
                .into_iter()
                .flatten()
                .filter(|at| ours[*at] != theirs[*at])
                .map(|at| format!("{:04X}", 0x4000 + at))
                .collect();
            assert!(differs.is_empty(), "comparison {compared}: {differs:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 53 + 3 + 4);
    assert_eq!(basic.lines(), listing.lines());
    let printed: Vec<_> = basic.printed().collect();
    assert!(printed.iter().any(|line| line.trim() == "144"), "PRINT SZ: {printed:?}");
    assert!(printed.iter().any(|line| line.contains("YOU WON")), "{printed:?}");
}

/// A player as they were published: the notes are characters of a remark, and a loop is their duration.
#[test]
#[ignore = "needs the program `mame`"]
fn three_tone_music_in_mame() {
    let program = [
        "1 .AE1RCG3RBD5RAE1RCG3RBD5R",
        "14 NT=0",
        "15 &(16)=49;&(21)=15;&(22)=136",
        "20 FOR C=-24573TO -24550STEP 4",
        "30 &(17)=%(C)÷256+127;&(18)=%(C+1)÷256+127;&(19)=%(C+2)÷256+127;FOR D=1TO %(C+3)÷255",
        "31 NEXT D",
        "40 NEXT C",
        "50 &(21)=0;&(22)=0;NT=3;MU=69;MU=81",
    ];
    let mut acts = vec![Act::Wait(120)];
    for text in program {
        let (number, rest) = text.split_once(' ').expect("a number");
        let codes: Vec<u8> = number.bytes().chain(scan_text(rest).expect("machine characters")).collect();
        enter(&mut acts, &codes, 40);
    }
    tap(&mut acts, &[code::RUN]);
    acts.extend([Act::Wait(30), Act::Listen]);
    enter(&mut acts, &[], 300);
    let theirs = in_mame("mame-music", &acts).sound;
    let mut basic = at_the_prompt();
    acts.into_iter().for_each(|act| perform(&mut basic, act));
    // The first eight are the registers as they were.
    let ours = basic.take_sound().split_off(8);
    let values =
        |writes: &[SoundWrite]| writes.iter().map(|write| (write.port, write.value)).collect::<Vec<_>>();
    assert_eq!(values(&ours), values(&theirs));
    assert!(ours.len() > 30, "{}", ours.len());
    let times = |writes: &[SoundWrite]| {
        writes.iter().map(|write| write.tstates - writes[0].tstates).collect::<Vec<_>>()
    };
    for (index, (one, other)) in times(&ours).into_iter().zip(times(&theirs)).enumerate() {
        assert!(one.abs_diff(other) <= 16, "write {index}: {one} and {other} T-states after the first");
    }
}
