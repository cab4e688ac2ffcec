//! Tapes: `tape decode`, `tape encode`, and tapes in place of programs; `bally` with tapes at the tape port of a cartridge.

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
fn a_tape_is_written_and_read() {
    let folder = with_tape();
    let result = folder.run(&["tape", "decode", "x.wav"]);
    assert_eq!((result.status, result.out.as_str()), (Some(0), PROGRAM));
    assert_eq!(result.err, "part 1: 1.0 to 2.9 s, 300 baud, 24 bytes: 2 lines, then :RETURN\n");
    folder.run(&["tape", "decode", "x.wav", "-o", "y.bas"]);
    folder.run(&["tape", "decode", "x.wav", "-o", "x.prg"]);
    assert_eq!(folder.read("y.bas"), PROGRAM);
    let bytes = b"10\x74\"HELLO\"\x0D20A=7\x632\x623\x0D:\x70\x0D";
    assert_eq!(fs::read(folder.path("x.prg")).expect("bytes"), bytes);
    assert_eq!(folder.run(&["tape", "decode", "x.prg"]).out, PROGRAM);
    assert_eq!(folder.output(&["tape", "decode", "-", "--raw"], bytes).stdout, bytes);
    let sound = fs::read(folder.path("x.wav")).expect("a recording");
    assert_eq!(folder.feed(&["tape", "decode", "-"], &sound).out, PROGRAM);
    assert_eq!(folder.output(&["tape", "encode", "x.prg", "-o", "-", "--leader", "1"], b"").stdout, sound);
}

/// The bytes of a tape that the machine does not take as they are, and what is reported when they are read or written.
#[test]
fn what_the_machine_does_not_take_is_reported() {
    for (bytes, status, reported) in [
        ("10A=1\r30C=1\r20", 1, "the tape ends within the last line"),
        ("10A=1\r30C=1\r20B", 1, "the tape ends within the last line"),
        ("10A=1\rB0A=2\r30C=1\r:RETURN\r", 1, "1 line without a valid number: `B0A=2`"),
        ("10A=1\r40000A=1\r0B=1\r", 1, "2 lines without a valid number: `40000A=1`, `0B=1`"),
        (&format!("10.{}\r", "A".repeat(102)), 0, "at most 104 keys of a line, and these have more: 10"),
        (&format!("1.{0}\r2.{0}\r", "A".repeat(1000)), 0, "SORRY: line 2 needs"),
    ] {
        let folder = Folder::with(&[("x.prg", bytes)]);
        let encoded = folder.run(&["tape", "encode", "x.prg", "y.wav"]);
        assert!(encoded.status == Some(0) && encoded.err.contains(reported), "{}", encoded.err);
        let decoded = folder.run(&["tape", "decode", "x.prg"]);
        assert_eq!(
            (decoded.status, decoded.err.contains(reported)),
            (Some(status), status == 1),
            "{}",
            decoded.err
        );
        let ran = folder.run(&["run", "x.prg", "--json"]);
        assert!(status == 0 || ran.status == Some(1) && ran.out.contains("\"ok\":false"), "{}", ran.out);
    }
    let folder = Folder::with(&[("x.bas", "10 A=1\n"), ("long.bas", &format!("10 .{}\n", "A".repeat(102)))]);
    assert!(folder.run(&["tape", "encode", "long.bas", "y.prg"]).err.contains("have more: 10"));
    folder
        .run(&["tape", "encode", "x.bas", "y.wav", "--leader", "0"])
        .is_refused(&["less than 0.01 seconds"]);
    folder.run(&["tape", "encode", "x.bas", "y.wav", "--leader", "0.01", "--line-pause", "0"]);
    assert_eq!(folder.run(&["tape", "decode", "y.wav"]).out, "10 A=1\n");
}

#[test]
fn every_command_for_programs_reads_tapes() {
    let folder = with_tape();
    folder.run(&["tape", "encode", "x.bas", "-o", "x.prg"]);
    for tape in ["x.wav", "x.prg"] {
        assert_eq!(folder.run(&["run", tape]).out, "HELLO\n", "{tape}");
        assert_eq!(folder.run(&["list", tape]).out, PROGRAM);
        assert!(folder.run(&["sz", tape]).out.contains("2 lines"));
        assert!(folder.feed(&["step", tape], b"next\n").out.contains("HELLO"));
    }
}

#[test]
fn machine_code_is_kept_as_it_is() {
    let folder = Folder::with(&[]);
    let code: Vec<u8> = (0..128).map(|at| at * 2).collect();
    fs::write(folder.path("code.bin"), &code).expect("a file");
    assert_eq!(folder.run(&["tape", "encode", "--raw", "code.bin", "-o", "code.wav"]).status, Some(0));
    folder.run(&["tape", "decode", "code.wav", "--raw", "-o", "again.bin"]);
    assert_eq!(fs::read(folder.path("again.bin")).expect("bytes"), code);
    let result = folder.run(&["tape", "decode", "code.wav"]);
    result.is_refused(&["there is no program on this tape"]);
    let report = folder.run(&["tape", "decode", "code.wav", "--json"]);
    report.is_refused(&["there is no program on this tape"]);
    assert_eq!((&report.json()["ok"], &report.json()["parts"][0]["bytes"]), (&false.into(), &128.into()));
    assert!(result.err.contains(":RUN loads as many bytes"), "{}", result.err);
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

#[test]
fn what_is_not_a_tape() {
    let folder = Folder::with(&[
        ("text.wav", "10 STOP\n"),
        ("empty.prg", ""),
        ("astro.bas", "#! dialect: astro\n10 MO=1\n"),
        ("x.bas", PROGRAM),
    ]);
    for (args, words) in [
        (&["tape", "decode", "text.wav"][..], "cannot read text.wav as a tape: it is not a WAV file"),
        (&["run", "empty.prg"], "cannot read empty.prg: there is no program on this tape"),
        (&["tape", "decode", "none.wav"], "none.wav"),
        (&["tape", "encode", "astro.bas", "-o", "x.wav"], "AstroBASIC cannot read this tape"),
        (&["tape", "encode", "x.bas", "-o", "x.wav", "--line-pause", "x"], "--line-pause"),
    ] {
        folder.run(args).is_refused(&[words]);
    }
    assert_eq!(folder.names(), ["astro.bas", "empty.prg", "text.wav", "x.bas"]);
}

/// A file by its content, whatever its name is.
#[test]
fn other_sound_formats_are_named() {
    let folder = Folder::with(&[("x.asm", " NOP\n")]);
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path(name), bytes).expect("a test's file");
    write("a.flac", b"fLaC\0\0\0\x22\x10\0\x10\0");
    write("b.wav", b"ID3\x03\0\0\0\0\0\x7F");
    write("c", b"OggS\0\x02\0\0\0\0");
    write("d.aif", b"FORM\0\0\0\x20AIFFCOMM\0\0");
    for command in [&["tape", "decode"][..], &["run"], &["list"], &["sz"], &["step"]] {
        for (file, parts) in [
            ("a.flac", ["it is a FLAC file", "sox a.flac -b 16 -e signed a.wav`"]),
            ("b.wav", ["it is an MP3 file", "ffmpeg -i b.wav b.pcm.wav`"]),
            ("c", ["it is an Ogg file", "sox c -b 16 -e signed c.wav`"]),
            ("d.aif", ["it is an AIFF file", "ffmpeg -i d.aif d.wav`"]),
        ] {
            let is_step_of_binary = command == ["step"] && file != "b.wav";
            if !is_step_of_binary {
                let result = folder.run(&[command, &[file]].concat());
                assert_eq!((result.status, result.out.as_str()), (Some(2), ""), "{result:?}");
                let [what, how] = parts;
                assert!(
                    result.err.contains(&what[3..]) && result.err.contains(how),
                    "{command:?} {file}: {}",
                    result.err
                );
            }
        }
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

#[test]
fn programs_record_data_and_read_them() {
    let writer = "10 :PRINT ;FOR I=5TO 7;PRINT #1,I×I;NEXT I;:RETURN\n20 PRINT \"DONE\"\n";
    let reader = "10 :INPUT ;INPUT A,B,C;:RETURN\n20 PRINT #1,A+B+C\n";
    let folder = Folder::with(&[("w.bas", writer), ("r.bas", reader)]);
    for tape in ["data.prg", "data.wav"] {
        assert_eq!(folder.run(&["run", "w.bas", "--tape-out", tape]).out, "25\n36\n49\nDONE\n");
        assert!(folder.run(&["run", "r.bas", "--tape-in", tape]).out.ends_with("\n110\n"), "{tape}");
    }
    assert_eq!(fs::read(folder.path("data.prg")).expect("bytes"), b"25\r36\r49\r");
    for (args, message) in [
        (&["run", "r.bas"][..], "no tape is attached"),
        (&["run", "r.bas", "--on", "bally", "--tape-in", "data.wav"], "the BASIC cartridge has no tape"),
        (&["run", "r.bas", "--tape-in", "no.wav"], "no.wav"),
        (&["run", "w.bas", "--tape-out", "no/x.wav"], "cannot write no/x.wav"),
    ] {
        let result = folder.run(args);
        assert!(result.status != Some(0) && result.err.contains(message), "{args:?}: {}", result.err);
    }
}

/// A session that renumbers: the listing goes to the tape, and comes back into a machine with another program.
#[test]
fn a_listing_goes_to_a_tape_and_is_merged() {
    let folder = Folder::with(&[("a.bas", "10 A=1\n20 B=2\n"), ("b.bas", "5 C=3\n20 D=4\n")]);
    let keys = ":{PRINT}{GO}{LIST}{GO}:{RETURN}{GO}";
    folder.run(&["run", "a.bas", "--keys", keys, "--tape-out", "a.prg", "--screen", "none"]);
    assert_eq!(folder.run(&["tape", "decode", "a.prg"]).out, "10 A=1\n20 B=2\n");
    let result =
        folder.run(&["run", "b.bas", "--keys", ":{INPUT}{GO}CLEAR{GO}LIST{GO}", "--tape-in", "a.prg"]);
    assert_eq!(result.out.lines().filter(|row| row.contains('=')).count(), 3, "{}", result.out);
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

#[test]
fn the_debugger_steps_a_program_that_reads_a_tape() {
    let folder = folder();
    let args = ["step", "--cart", "tape.asm", "--tape-in", "data.wav", "--keys", DOWN];
    let commands = ["until DONE", "print A", "back-until CHANGE", "until DONE", "print A"];
    let commands: Vec<&str> = commands.iter().flat_map(|command| ["--command", *command]).collect();
    let result = folder.run(&[&args[..], &commands].concat());
    assert!(result.out.matches("A4").count() >= 2, "{}", result.out);
    let without = folder.run(&["step", "--cart", "tape.asm", "--keys", "{TAPE=PLAY}", "--command", "step"]);
    without.is_refused(&["the keys move a tape, and there is none: --tape-in FILE"]);
}

#[test]
fn what_is_not_a_tape_or_has_no_port_is_refused() {
    let folder = folder();
    for (name, bytes) in [
        ("text.wav", &b"10 PRINT \"NO TAPE\"\n"[..]),
        ("sound.wav", b"fLaC\0\0\0\x22 and so on, and so on, and so on"),
        ("empty.wav", &wav(&[], 44_100, 1, 16)),
        ("large.bin", &[0x76; 8192]),
    ] {
        fs::write(folder.path(name), bytes).expect("a file");
    }
    let bally = |args: &[&str]| folder.run(&[&["bally", "--frames", "9"], args].concat());
    for (args, expected) in [
        (
            &["--cart", "tape.asm", "--tape-in", "text.wav"][..],
            &["cannot read text.wav as a tape", "it is not a WAV file"][..],
        ),
        (&["--cart", "tape.asm", "--tape-in", "sound.wav"], &["it is a FLAC file, not a WAV file", "sox"]),
        (&["--cart", "tape.asm", "--tape-in", "empty.wav"], &["it has no samples"]),
        (&["--cart", "tape.asm", "--tape-in", "no.wav"], &["cannot read no.wav"]),
        (
            &["--cart", "large.bin", "--tape-in", "data.wav"],
            &["cannot use large.bin with a tape port", "3800 to 3FFF"],
        ),
        (&["--tape-in", "data.wav"], &["--cart"]),
        (&["--basic", "--tape-out", "x.wav"], &["--basic", "--tape-out"]),
        (&["--cart", "tape.asm", "--keys", "{TAPE=PLAY}"], &["there is none: --tape-in FILE"]),
        (
            &["--cart", "tape.asm", "--tape-in", "data.wav", "--tape-out", "data.wav"],
            &["the command reads this file"],
        ),
        (&["--cart", "tape.asm", "--tape-out", "no/x.wav"], &["cannot write no/x.wav"]),
    ] {
        bally(args).is_refused(expected);
    }
    let nothing = bally(&["--cart", "tape.asm", "--tape-out", "nothing.wav"]);
    assert_eq!(nothing.status, Some(0));
    assert!(nothing.err.contains("warning: nothing.wav is not written: the program did not record anything"));
    assert!(!folder.path("nothing.wav").exists());
}
