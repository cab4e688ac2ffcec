//! The live sound of `play`, with players that are shell scripts.

use std::fs;

use crate::{
    players::{self, RECORDS, exists, heard, process, silence, wait_until},
    support::Folder,
    terminal::Terminal,
};

/// Two notes of half a second and a rest; then the machine waits. After a key a note sounds while it waits.
const NOTES: &str = "10 NT=30;MU=69;MU=81;MU=0;NT=0;A=KP\n20 NT=30;TV=69;NT=0;A=KP\n";
const LEAVE: &str = "\x03";
/// The samples per second.
const RATE: usize = 48_000;
/// The silence before the sound.
const LEAD: usize = 2_880;

fn folder(players: &[(&str, &str)]) -> Folder {
    let folder = players::folder(players);
    fs::write(folder.path("x.bas"), NOTES).expect("a program");
    folder
}

/// Plays the notes with only the players of the folder.
fn start(folder: &Folder, more: &[&str]) -> Terminal {
    let path = folder.path("bin");
    let args = [&["play", "x.bas"][..], more].concat();
    let terminal = Terminal::start_with(folder, (80, 26), &args, &[("PATH", path.as_os_str())]);
    terminal.wait_for_text("waits for a key");
    terminal
}

/// Returns the number of upward passages through 0 for each second.
fn frequency(samples: &[i16]) -> usize {
    samples.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count() * RATE / samples.len()
}

#[test]
fn a_player_gets_the_notes_and_silence_while_the_machine_waits() {
    let folder = folder(&[("pw-play", RECORDS)]);
    let mut terminal = start(&folder, &[]);
    wait_until("two notes", || heard(&folder).len() > LEAD + RATE);
    let count = silence(&folder);
    let samples = heard(&folder);
    let (first, second) = (frequency(&samples[8_000..24_000]), frequency(&samples[30_000..46_000]));
    assert!(first.abs_diff(436) < 10 && second.abs_diff(895) < 10, "{first} Hz, {second} Hz");
    assert!(count < 2 * RATE, "{count} samples");
    terminal.type_keys("x");
    wait_until("a note while the machine waits", || heard(&folder).len() > count + RATE / 3);
    let more = silence(&folder) - count;
    assert!(more < RATE, "{more} samples");
    terminal.type_keys(LEAVE);
    assert!(terminal.wait_for_exit().success());
    assert!(!exists(process(&folder)));
}

#[test]
fn no_player_is_started_for_sound_off_and_full_speed() {
    for args in [["--sound", "off"], ["--speed", "max"]] {
        let folder = folder(&[("pw-play", RECORDS)]);
        let mut terminal = start(&folder, &args);
        terminal.type_keys(LEAVE);
        assert!(terminal.wait_for_exit().success());
        assert_eq!(folder.names(), ["bin", "x.bas"]);
    }
}

#[test]
fn without_a_player_a_line_says_so_until_a_key() {
    for (args, notice) in [
        (&[][..], "No sound: none of pw-play, pacat, aplay, sox, ffplay is installed."),
        (&["--sound", "sox"], "No sound: sox is not installed."),
    ] {
        let folder = folder(&[]);
        let path = folder.path("bin");
        let args = [&["play", "x.bas"][..], args].concat();
        let mut terminal = Terminal::start_with(&folder, (80, 26), &args, &[("PATH", path.as_os_str())]);
        terminal.wait_for_text(notice);
        terminal.type_keys("5");
        terminal.wait_for("the keys", |screen| {
            screen.contents().contains("Enter=GO") && !screen.contents().contains("No sound")
        });
        terminal.type_keys(LEAVE);
        assert!(terminal.wait_for_exit().success());
    }
}
