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
