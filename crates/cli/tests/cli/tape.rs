//! Recordings that are made, damaged or of other formats, and `bally` with them. The rest is in `tests/cases/tape.txt`.

use std::fs;

use serde_json::Value;

use crate::support::{Folder, RunResult};

const PROGRAM: &str = "10 PRINT \"HELLO\"\n20 A=7÷2×3\n";

fn with_tape() -> Folder {
    let folder = Folder::with(&[("x.bas", PROGRAM)]);
    let result = folder.run(&["tape", "encode", "x.bas", "-o", "x.wav", "--leader", "1"]);
    assert_eq!((result.status, result.out.as_str()), (Some(0), "x.bas, 2 lines: 24 bytes, 3.9 s of sound\n"));
    folder
}

#[test]
fn several_programs_on_a_tape() {
    let folder = with_tape();
    fs::write(folder.path("y.bas"), "10 STOP\n").expect("a file");
    folder.run(&["tape", "encode", "y.bas", "-o", "y.wav"]);
    let [one, two] = ["x.wav", "y.wav"].map(|name| fs::read(folder.path(name)).expect("a recording"));
    let mut side = [&one[..], &two[44..]].concat();
    let length = side.len() as u32 - 44;
    side[40..44].copy_from_slice(&length.to_le_bytes());
    fs::write(folder.path("side.wav"), side).expect("a file");
    assert_eq!(folder.run(&["tape", "decode", "side.wav", "--part", "2"]).out, "10 STOP\n");
    folder.run(&["tape", "decode", "side.wav", "--part", "3"]).is_refused(&["there is no part 3", "2 parts"]);
    let listed = folder.run(&["list", "side.wav"]);
    assert_eq!(listed.out, PROGRAM);
    assert!(
        listed.err.contains("there are 2 programs on this tape, and this is the first"),
        "{}",
        listed.err
    );
}

#[test]
fn a_damaged_tape_is_a_problem() {
    let folder = with_tape();
    let mut sound = fs::read(folder.path("x.wav")).expect("a recording");
    let byte = |at: usize| 44 + 22_050 + at * 22_050 * 11 / 300;
    sound[byte(5)..byte(6)].fill(128);
    fs::write(folder.path("bad.wav"), &sound).expect("a file");
    let result = folder.run(&["tape", "decode", "bad.wav", "-o", "bad.bas"]);
    assert_eq!(result.status, Some(1));
    assert!(result.err.contains("bad.wav: line 10: `?` stands for"), "{}", result.err);
    assert!(folder.read("bad.bas").contains('?'));
    let report = folder.run(&["tape", "decode", "bad.wav", "--json"]);
    assert_eq!((report.status, report.json()["parts"][0]["damaged_lines"][0].as_u64()), (Some(1), Some(10)));
    assert!(folder.run(&["run", "bad.wav"]).err.contains("warning: bad.wav: line 10"));
}

/// Where a piece of the sound is missing, the bytes after it begin elsewhere than the reader expects. If whole bytes are missing, nothing
/// shows it.
#[test]
fn a_short_dropout_loses_a_line_and_not_the_program() {
    const GUESS: &str = include_str!("../../../../docs/examples/guess.bas");
    let folder = Folder::with(&[("x.bas", GUESS)]);
    folder.run(&["tape", "encode", "x.bas", "-o", "x.wav"]);
    let sound = fs::read(folder.path("x.wav")).expect("a recording");
    for (at, lost) in (62..80).flat_map(|percent| [(percent, 300), (percent, 1500), (percent, 2000)]) {
        let at = sound.len() * at / 100;
        let mut cut = [&sound[..at], &sound[at + lost..]].concat();
        let length = cut.len() as u32 - 44;
        cut[40..44].copy_from_slice(&length.to_le_bytes());
        fs::write(folder.path("cut.wav"), cut).expect("a file");
        let result = folder.run(&["tape", "decode", "cut.wav"]);
        let whole = GUESS.lines().filter(|line| result.out.lines().any(|read| read == *line)).count();
        assert!(result.status < Some(2) && whole >= 2, "{lost} samples at {at}: {result:?}");
    }
}

#[test]
fn a_tape_that_is_shorter_than_its_header_states_is_a_problem() {
    let folder = with_tape();
    let sound = fs::read(folder.path("x.wav")).expect("a recording");
    // After line 10, which is 16 bytes.
    let end = 44 + 22_050 + 16 * 22_050 * 11 / 300;
    fs::write(folder.path("short.wav"), &sound[..end]).expect("a file");
    fs::write(folder.path("tape.asm"), EXAMPLE).expect("a file");
    fs::write(folder.path("bally.inc"), INCLUDE).expect("a file");
    let lost = "the recording ends";
    let bally = ["bally", "--cart", "tape.asm", "--frames", "9", "--tape-in", "short.wav"];
    for (args, words) in [
        (&["tape", "decode", "short.wav"][..], lost),
        (&["tape", "decode", "short.wav", "--json"], ""),
        (&["run", "short.wav"], lost),
        (&["run", "x.bas", "--tape-in", "short.wav"], lost),
        (&["list", "short.wav"], lost),
        (&bally, lost),
        (&[&bally[..], &["--json"]].concat(), lost),
    ] {
        let result = folder.run(args);
        assert!(result.status == Some(1) && result.err.contains(words), "{args:?}: {result:?}");
    }
}

/// The tape of the documentation with another format tag.
#[test]
fn codecs_of_wav_files_are_named() {
    let folder = Folder::with(&[]);
    let worn = include_bytes!("../../../../docs/examples/worn.wav");
    let tag = worn.windows(4).position(|name| name == b"fmt ").expect("a format") + 8;
    for (value, name) in
        [(2_u16, "Microsoft ADPCM"), (7, "mu-law"), (0x11, "IMA ADPCM"), (0x1234, "format 1234")]
    {
        let mut file = worn.to_vec();
        file[tag..tag + 2].copy_from_slice(&value.to_le_bytes());
        fs::write(folder.path("x.wav"), &file).expect("a test's file");
        for command in [&["tape", "decode", "x.wav"][..], &["run", "x.wav"]] {
            folder.run(command).is_refused(&["are compressed", name, "sox x.wav -b 16 -e signed x.pcm.wav"]);
        }
    }
}

const EXAMPLE: &str = include_str!("../../../../roms/bally/tape.asm");
const INCLUDE: &str = include_str!("../../../../roms/bally/bally.inc");
/// The stick up, by which the example records, and down, by which it reads.
const UP: &str = "{AT 30}{JY1=1}{AT 40}{JY1=0}";
const DOWN: &str = "{AT 30}{JY1=-1}{AT 40}{JY1=0}";
/// The background colors that the example shows.
const YELLOW: u8 = 0x7C;
const GREEN: u8 = 0xA4;
const MAGENTA: u8 = 0x3A;

/// Returns a folder with the example and a tape that it has recorded.
fn folder() -> Folder {
    let folder = Folder::with(&[("tape.asm", EXAMPLE), ("bally.inc", INCLUDE)]);
    let result = record(&folder, "data.wav");
    assert_eq!(result.status, Some(0), "{}", result.err);
    folder
}

fn record(folder: &Folder, tape: &str) -> RunResult {
    folder.run(&["bally", "--cart", "tape.asm", "--frames", "150", "--keys", UP, "--tape-out", tape])
}

/// Reads a tape with the example. Returns the report.
fn read(folder: &Folder, tape: &str, keys: &str) -> Value {
    let args =
        ["bally", "--cart", "tape.asm", "--frames", "160", "--json", "--keys", keys, "--tape-in", tape];
    let result = folder.run(&args);
    assert_eq!(result.status, Some(0), "{}", result.err);
    result.json()
}

fn background(report: &Value) -> u8 {
    report["registers"]["COL0L"].as_u64().expect("a register") as u8
}

/// Returns the samples of a recording of this program, from -1 to 1.
fn samples(folder: &Folder, tape: &str) -> Vec<f64> {
    let file = fs::read(folder.path(tape)).expect("a recording");
    assert_eq!(
        file[22..36],
        [1, 0, 0x44, 0xAC, 0, 0, 0x44, 0xAC, 0, 0, 1, 0, 8, 0],
        "one channel, 44,100, 8 bits"
    );
    file[44..].iter().map(|sample| (f64::from(*sample) - 128.0) / 127.0).collect()
}

/// Returns samples with another rate, at the points in time.
fn resampled(samples: &[f64], rate: u32) -> Vec<f64> {
    let ratio = 44_100.0 / f64::from(rate);
    let count = (samples.len() as f64 / ratio) as usize;
    let at = |at: usize| {
        let place = at as f64 * ratio;
        let (index, part) = (place as usize, place.fract());
        samples[index] * (1.0 - part) + samples[(index + 1).min(samples.len() - 1)] * part
    };
    (0..count).map(at).collect()
}

/// Returns a WAV file. The second channel is silent.
fn wav(samples: &[f64], rate: u32, channels: u16, bits: u16) -> Vec<u8> {
    let mut data = Vec::new();
    for sample in samples {
        for channel in 0..channels {
            let value = if channel == 0 { sample.clamp(-1.0, 1.0) } else { 0.0 };
            match bits {
                8 => data.push((value * 127.0 + 128.0) as u8),
                _ => data.extend(((value * 32_767.0) as i16).to_le_bytes()),
            }
        }
    }
    let frame = channels * bits / 8;
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((data.len() as u32 + 36).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

#[test]
fn a_cartridge_records_a_tape_and_reads_it() {
    let folder = folder();
    let result = record(&folder, "again.wav");
    assert!(result.out.ends_with("\ntape out   1.2 seconds recorded\n"), "{}", result.out);
    assert!(fs::read(folder.path("again.wav")).unwrap() == fs::read(folder.path("data.wav")).unwrap());
    let report = read(&folder, "data.wav", DOWN);
    assert_eq!(background(&report), GREEN);
    assert_eq!(report["tape"]["length"].as_f64().map(|seconds| (seconds * 10.0).round()), Some(12.0));
    assert_eq!(report["tape"]["recorded"], Value::Null);
    // The first bytes of the cartridge, as pixels: C3 is 3 0 0 3.
    let row = report["screen"][40].as_str().expect("a row");
    assert!(row.starts_with("3003"), "{row}");
    // Both at once: what is played does not go to the other tape.
    let both = ["bally", "--cart", "tape.asm", "--frames", "150", "--keys", UP];
    let both = folder.run(&[&both[..], &["--tape-in", "data.wav", "--tape-out", "both.wav"]].concat());
    assert!(both.out.contains("tape in    not played: no program waited for it\n"), "{}", both.out);
    assert!(fs::read(folder.path("both.wav")).unwrap() == fs::read(folder.path("data.wav")).unwrap());
}

#[test]
fn recordings_of_other_formats_and_qualities_are_read() {
    let folder = folder();
    let clean = samples(&folder, "data.wav");
    let expected = read(&folder, "data.wav", DOWN);
    let wave = |at: usize, rate: u32, hertz: f64| {
        (at as f64 / f64::from(rate) * hertz * std::f64::consts::TAU).sin()
    };
    type Change<'a> = &'a dyn Fn(usize, f64) -> f64;
    let cases: [(u32, u16, u16, Change); 8] = [
        (44_100, 1, 16, &|_, sample| sample),
        (22_050, 1, 8, &|_, sample| sample),
        (48_000, 2, 16, &|_, sample| sample),
        (96_000, 2, 8, &|_, sample| sample),
        (44_100, 1, 16, &|_, sample| sample * 0.05),
        (44_100, 1, 8, &|_, sample| -sample),
        (48_000, 2, 16, &|at, sample| sample * 0.4 + 0.2 + 0.2 * wave(at, 48_000, 60.0)),
        (44_100, 1, 16, &|at, sample| sample * 0.4 + 0.3 * wave(at, 44_100, 50.0)),
    ];
    for (number, (rate, channels, bits, change)) in cases.into_iter().enumerate() {
        let samples = resampled(&clean, rate);
        let samples: Vec<f64> =
            samples.into_iter().enumerate().map(|(at, sample)| change(at, sample)).collect();
        fs::write(folder.path("other.wav"), wav(&samples, rate, channels, bits)).expect("a file");
        let report = read(&folder, "other.wav", DOWN);
        assert_eq!(background(&report), GREEN, "case {number}");
        assert_eq!(report["screen"], expected["screen"], "case {number}");
    }
}

#[test]
fn a_copy_of_a_worn_tape_is_not_called_whole() {
    let folder = folder();
    fs::write(folder.path("worn.wav"), include_bytes!("../../../../docs/examples/worn.wav")).expect("a file");
    let ran = folder.run(&["run", "--new", "--set", "10 STOP", "--tape-in", "worn.wav"]);
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    for copy in ["copy.wav", "copy.prg"] {
        let result = folder.run(&["tape", "encode", "worn.wav", copy]);
        assert_eq!(result.status, Some(1), "{result:?}");
        assert!(result.err.contains("stands for what could not be read"), "{result:?}");
        assert!(folder.path(copy).exists());
    }
}

#[test]
fn tapes_without_the_signal() {
    let folder = folder();
    fs::write(folder.path("silent.wav"), wav(&[0.0; 44_100], 44_100, 1, 16)).expect("a file");
    fs::write(folder.path("foreign.wav"), include_bytes!("../../../../docs/examples/worn.wav"))
        .expect("a file");
    let args = ["bally", "--cart", "tape.asm", "--frames", "200", "--keys", DOWN, "--tape-in"];
    let result = folder.run(&[&args[..], &["silent.wav"]].concat());
    assert!(result.err.contains("warning: silent.wav: there is only silence on this tape"), "{}", result.err);
    assert!(result.out.contains("tape in    1.0 of 1.0 seconds played\n"), "{}", result.out);
    assert_eq!(background(&read(&folder, "silent.wav", DOWN)), YELLOW, "it still waits");
    assert_ne!(background(&read(&folder, "foreign.wav", DOWN)), GREEN);
    // The program waits for no tape, so none plays.
    assert_eq!(read(&folder, "data.wav", "")["tape"]["played"], 0.0);
}

#[test]
fn the_recorder_is_in_the_script() {
    let folder = folder();
    // A tape that plays too early has been missed; rewound, it is read.
    let missed = read(&folder, "data.wav", "{TAPE=PLAY}{AT 100}{JY1=-1}{AT 110}{JY1=0}");
    assert_eq!(background(&missed), YELLOW);
    let rewound = read(&folder, "data.wav", &format!("{{TAPE=PLAY}}{{AT 20}}{{TAPE=REWIND}}{DOWN}"));
    assert_eq!(background(&rewound), GREEN);
    let stopped = read(&folder, "data.wav", &format!("{DOWN}{{AT 80}}{{TAPE=STOP}}"));
    assert_eq!(background(&stopped), MAGENTA);
    assert!(stopped["tape"]["played"].as_f64().is_some_and(|played| played < 1.0), "{}", stopped["tape"]);
}

#[test]
fn a_state_is_saved_while_the_tape_plays() {
    let folder = folder();
    let args = ["bally", "--cart", "tape.asm", "--tape-in", "data.wav", "--json", "--frames"];
    let first = folder.run(&[&args[..], &["90", "--keys", DOWN, "--save-state", "s.state"]].concat()).json();
    assert!(
        first["tape"]["played"].as_f64().is_some_and(|played| (0.5..1.2).contains(&played)),
        "{}",
        first["tape"]
    );
    let then = folder.run(&[&args[..], &["70", "--load-state", "s.state"]].concat()).json();
    assert_eq!(background(&then), GREEN);
    let other = folder.run(&["bally", "--cart", "tape.asm", "--frames", "9", "--load-state", "s.state"]);
    other.is_refused(&["another tape port"]);
}
