//! Invalid programs, keys and arguments: one message, status 2, no files written.

use std::fs;

use crate::support::Folder;

fn run(name: &str, bytes: &[u8]) -> crate::support::RunResult {
    let folder = Folder::with(&[]);
    fs::write(folder.path(name), bytes).expect("a test's file");
    folder.run(&["run", name])
}

#[test]
fn files_that_are_not_text() {
    let folder = Folder::with(&[]);
    folder.run(&["run", "."]).is_refused(&[". is a directory"]);
    folder.run(&["run", "no.bas"]).is_refused(&["cannot read no.bas"]);
    run("x.bas", b"10 PRINT 1\n20 \0\x01\n").is_refused(&["x.bas is a binary file"]);
    run("x.bas", b"10 PRINT 1\n20 PRINT \xff\n").is_refused(&["x.bas:2:10", "byte 21", "UTF-8"]);
}

#[test]
fn a_file_of_two_gigabytes_is_not_read() {
    let folder = Folder::with(&[]);
    let file = fs::File::create(folder.path("big.bas")).expect("a file");
    file.set_len(2 << 30).expect("a sparse file");
    folder.run(&["run", "big.bas"]).is_refused(&["big.bas is longer than 1024 KB"]);
    folder.run(&["play", "big.bas"]).is_refused(&[]);
}

#[test]
#[cfg(unix)]
fn a_device_that_never_ends_is_not_read_to_its_end() {
    Folder::with(&[]).run(&["run", "/dev/zero"]).is_refused(&["/dev/zero is longer"]);
}

#[test]
fn invalid_lines() {
    run("x.bas", b"10 PRINT 1\nPRINT 2\n").is_refused(&["x.bas:2:1"]);
    run("x.bas", "10 PRINT 1\n20 A=é\n".as_bytes()).is_refused(&["x.bas:2:6", "`é`"]);
    run("x.bas", b"99999 STOP\n").is_refused(&["x.bas:1:1"]);
}

#[test]
fn a_program_that_does_not_fit() {
    let long: String = (1..200).map(|n| format!("{n} PRINT \"0123456789\"\n")).collect();
    run("x.bas", long.as_bytes()).is_refused(&["fit", "free"]);
}

#[test]
fn invalid_keys() {
    let folder = Folder::with(&[("x.bas", "10 PRINT KP\n"), ("k.keys", "#! seed: 1\nAB{GOO}\n")]);
    folder.run(&["run", "x.bas", "--keys", "A{GOO}"]).is_refused(&["--keys:1:2", "{GOO}", "^^^^^"]);
    folder.run(&["run", "x.bas", "--keys-file", "k.keys"]).is_refused(&["k.keys:2:3", "{GOO}"]);
    folder.run(&["run", "x.bas", "--keys-file", "no.keys"]).is_refused(&["cannot read no.keys"]);
}

#[test]
fn arguments_that_contradict_each_other() {
    let folder = Folder::with(&[("x.bas", "10 PRINT KP\n")]);
    for (args, parts) in [
        (&["--keys", "A", "--keys-file", "k"][..], &["--keys", "--keys-file"][..]),
        (&["--dialect", "pascal"], &["pascal", "bally", "astro"]),
        (&["--seed", "-1"], &["-1"]),
        (&["--budget", "many"], &["many"]),
        (&["--screen", "wall"], &["wall", "text"]),
    ] {
        folder.run(&[&["run", "x.bas"][..], args].concat()).is_refused(parts);
    }
    folder.run(&["run"]).is_refused(&["PROGRAM"]);
    folder.run(&["dance"]).is_refused(&["dance"]);
}

#[test]
fn play_without_a_terminal_suggests_run() {
    let folder = Folder::with(&[("x.bas", "10 PRINT KP\n")]);
    let result = folder.run(&["play", "x.bas", "--record", "x.keys"]);
    result.is_refused(&["needs a terminal", "arcadian run x.bas"]);
    assert_eq!(folder.names(), ["x.bas"]);
}

/// A misspelled name, and the suggested one.
#[test]
fn misspelled_names_get_a_suggestion() {
    let folder = Folder::with(&[("stars.bas", "10 STOP\n"), ("turn.asm", ";! cpu: 8080\n RET\n")]);
    for (args, near) in [
        (&["rnu"][..], "similar subcommand exists: 'run'"),
        (&["help", "exce"], "'exec'"),
        (&["board", "tactx"], "similar subcommand exists: 'tactix'"),
        (&["board", "ataxx", "prfet"], "'perft'"),
        (&["man", "lsit"], "did you mean `list`?"),
        (&["run", "rotat"], "did you mean `rotate`?"),
        (&["sz", "Rotate"], "did you mean `rotate`?"),
        (&["run", "star.bas"], "did you mean `stars.bas`?"),
        (&["list", "./star.bas"], "did you mean `./stars.bas`?"),
        (&["asm", "trun.asm"], "did you mean `turn.asm`?"),
        (&["step", "rotat"], "did you mean rotate?"),
        (&["step", "T2CV"], "did you mean T2CW?"),
        (&["step", "stras.bas"], "did you mean `stars.bas`?"),
        (&["step", "./turn.azm"], "did you mean `./turn.asm`?"),
        (&["dis", "trn.asm", "--cpu", "z80"], "did you mean `turn.asm`?"),
        (&["verify", "t2cv"], "did you mean T2CW?"),
    ] {
        folder.run(args).is_refused(&[near]);
    }
    let plain = folder.run(&["run", "zebra"]);
    plain.is_refused(&["cannot read zebra"]);
    assert!(!plain.err.contains("did you mean"), "{}", plain.err);
}

#[test]
fn numbers_have_a_range() {
    let folder = Folder::with(&[]);
    for (args, parts) in [
        (
            &["run", "rotate", "--seed", "abc"][..],
            ["'abc' for '--seed <N>'", "a decimal number from 0 to 18446744073709551615"],
        ),
        (&["play", "--seed", "-1"], ["'-1' for '--seed <N>'", "a decimal number from 0 to"]),
        (&["run", "rotate", "--budget", "1e6"], ["'1e6' for '--budget <N>'", "a decimal number from 0 to"]),
        (&["bally", "--frames", "1.5"], ["'1.5' for '--frames <N>'", "a decimal number from 0 to"]),
        (&["dap", "--port", "65536"], ["'65536' for '--port <N>'", "a decimal number from 0 to 65535"]),
        (&["verify", "--threads", "0"], ["'0' for '--threads <N>'", "a decimal number from 1 to 1024"]),
        (&["board", "rotate", "special", "x"], ["'x' for '[PAIR]'", "a decimal number from 1 to 15"]),
        (
            &["tape", "decode", "x.wav", "--part", "two"],
            ["'two' for '--part <N>'", "a decimal number from 1 to"],
        ),
    ] {
        folder.run(args).is_refused(&parts);
    }
}
