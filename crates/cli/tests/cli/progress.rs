//! Progress of long commands on a terminal.

use std::{
    fs::{self, OpenOptions},
    process::Command,
};

use crate::{
    support::{Folder, slow_listing},
    terminal::{Terminal, written},
};

const BASIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/arcadian-basic/arcadian-basic.bin");

#[test]
fn long_commands_show_what_they_do_while_they_do_it() {
    let folder = Folder::with(&[("loop.asm", " ORG 100H\nLOOP: INX H\n JMP LOOP\n")]);
    let assembled = folder.run(&["asm", "loop.asm", "--cpu", "8080", "-o", "loop.bin"]);
    assert_eq!(assembled.status, Some(0), "{}", assembled.err);
    let tape = folder.path("tape.wav");
    assert!(Command::new("mkfifo").arg(&tape).status().expect("mkfifo starts").success());
    let step = ["step", "loop.asm", "--cpu", "8080", "--budget", "100000000000", "--command", "continue"];
    for (name, is_new) in [("old.s", false), ("new.s", true)] {
        fs::write(folder.path(name), slow_listing(200, 60, is_new)).expect("a listing");
    }
    let commands: [(&[&str], &str); 8] = [
        (&["compare", "--listing", "old.s", "new.s"], "assembling both files, "),
        (&["compare", "--listing", "old.s", "new.s"], " of 200 functions, "),
        (&["exec", "loop.bin", "--cpu", "8080", "--load", "100"], " instructions, "),
        (&step, "the commands: running, "),
        (&["step", "loop.asm", "--cpu", "8080", "--go", "100000000000"], "running to step 100,000,000,000, "),
        (&["tape", "decode", "tape.wav"], "reading tape.wav, "),
        (&["bally", "probe", "--cart", BASIC], " cases, "),
        (&["bally", "--frames", "1000000000"], "of 1,000,000,000, "),
    ];
    for (args, shown) in commands {
        let terminal = Terminal::start(&folder, (100, 30), args);
        // The recording never comes.
        let _pipe = (args[0] == "tape").then(|| OpenOptions::new().read(true).write(true).open(&tape));
        terminal.wait_for_text(shown);
    }
}

#[test]
fn a_short_command_shows_none_and_a_pipe_gets_none() {
    let folder = Folder::with(&[("loop.asm", " ORG 100H\nLOOP: INX H\n JMP LOOP\n")]);
    let shown =
        written(&folder, &["step", "loop.asm", "--cpu", "8080", "--command", "step 3"].map(Into::into));
    assert!(shown.contains("> step 3") && !shown.contains("\x1b[K"), "{shown:?}");
    let args = ["step", "loop.asm", "--cpu", "8080", "--budget", "30000000", "--command", "continue"];
    let run = folder.run(&args);
    assert!(!run.err.contains("running") && !run.out.contains("running"), "{run:?}");
}
