//! Tapes: `tape decode`, `tape encode`, and tapes in place of programs.

use std::fs;

use crate::support::Folder;

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
