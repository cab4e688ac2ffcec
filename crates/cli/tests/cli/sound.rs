//! The live sound of `play` and `bally`, with players that are shell scripts.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    thread,
    time::{Duration, Instant},
};

use crate::support::Folder;

/// Records its process, its arguments and the samples.
const RECORDS: &str = "echo $$ > process\necho \"$@\" > arguments\nexec /bin/cat > heard";

/// Takes no samples.
const HANGS: &str = "echo $$ > process\nexec /bin/sleep 1000";

const FAILS: &str = "echo failing\nexit 3";

fn folder(players: &[(&str, &str)]) -> Folder {
    let folder = Folder::with(&[]);
    fs::create_dir(folder.path("bin")).expect("a folder");
    for (name, script) in players {
        let path = folder.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable script");
    }
    folder
}

fn heard(folder: &Folder) -> Vec<i16> {
    let bytes = fs::read(folder.path("heard")).unwrap_or_default();
    bytes.as_chunks().0.iter().map(|sample| i16::from_le_bytes(*sample)).collect()
}

#[track_caller]
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(30), "waiting for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until no more samples arrive, and returns their number.
fn silence(folder: &Folder) -> usize {
    let mut last = usize::MAX;
    wait_until("silence", || {
        thread::sleep(Duration::from_millis(150));
        last == std::mem::replace(&mut last, heard(folder).len())
    });
    last
}

/// Returns the process that a script has noted.
fn process(folder: &Folder) -> i32 {
    let mut process = None;
    wait_until("the player", || {
        process = fs::read_to_string(folder.path("process")).ok().and_then(|text| text.trim().parse().ok());
        process.is_some()
    });
    process.expect("a process")
}

/// Returns whether a process runs or is a zombie.
fn exists(process: i32) -> bool {
    let process = rustix::process::Pid::from_raw(process).expect("not zero");
    rustix::process::test_kill_process(process).is_ok()
}

mod bally {
    use std::{
        fs, thread,
        time::{Duration, Instant},
    };

    use super::{FAILS, HANGS, RECORDS, exists, heard, process, silence, wait_until};
    use crate::{support::Folder, terminal::Terminal};

    const TUNE: &[u8] = include_bytes!("../../../../roms/bally/tune.bin");

    const PAUSE: &str = "\x10";
    const FRAME: &str = "\x0e";
    const FAST: &str = "\x06";
    const LEAVE: &str = "\x03";

    /// Returns a folder with a tune and players.
    fn folder(players: &[(&str, &str)]) -> Folder {
        let folder = super::folder(players);
        fs::write(folder.path("tune.bin"), TUNE).expect("a cartridge");
        folder
    }

    /// Starts the tune with only the players of the folder.
    fn start(folder: &Folder, more: &[&str]) -> Terminal {
        let path = folder.path("bin");
        let args = [&["bally", "--cart", "tune.bin"][..], more].concat();
        let terminal = Terminal::start_with(folder, (80, 24), &args, &[("PATH", path.as_os_str())]);
        terminal.wait_for_text("runs");
        terminal
    }

    #[test]
    fn a_player_gets_the_sound_until_the_session_ends() {
        let folder = folder(&[("aplay", RECORDS)]);
        let terminal = start(&folder, &["--wav", "a.wav"]);
        wait_until("a second of sound", || heard(&folder).len() > 60_000);
        terminal.leave(LEAVE);
        assert!(!exists(process(&folder)));
        assert!(folder.read("arguments").contains("-f S16_LE -r 48000 -c 1"));
        let wav = fs::read(folder.path("a.wav")).expect("a WAV file");
        let made: Vec<i16> =
            wav[44..].as_chunks().0.iter().map(|sample| i16::from_le_bytes(*sample)).collect();
        let heard = heard(&folder);
        // Silence precedes the sound, and what the player has not taken at the end is lost.
        let missing = made.len() as f64 + 2880.0 - heard.len() as f64;
        assert!(missing.abs() < 9600.0, "{} samples were made, {} heard", made.len(), heard.len());
        assert!(heard[..2880].iter().all(|sample| *sample == 0));
        let loudest = |samples: &[i16]| samples.iter().map(|sample| sample.unsigned_abs()).max();
        assert!(loudest(&heard) > Some(2000), "{:?}", loudest(&heard));
        assert!(loudest(&heard).unwrap_or(0).abs_diff(loudest(&made).unwrap_or(0)) < 3000);
    }

    #[test]
    fn pause_single_frames_and_full_speed_are_silent() {
        let folder = folder(&[("pacat", RECORDS)]);
        let mut terminal = start(&folder, &[]);
        wait_until("sound", || heard(&folder).len() > 10_000);
        terminal.type_and_wait(PAUSE, "paused");
        let before = silence(&folder);
        let recorded = heard(&folder);
        let (rest, end) = recorded.split_at(before - 8);
        assert!(!rest.is_empty() && end.iter().all(|sample| sample.unsigned_abs() < 1000), "{end:?}");
        terminal.type_and_wait(FRAME, "^N runs the next one");
        terminal.type_and_wait(FAST, "fast");
        assert_eq!(silence(&folder), before);
        terminal.type_and_wait(FAST, "runs");
        wait_until("sound again", || heard(&folder).len() > before + 10_000);
        terminal.leave(LEAVE);
    }

    #[test]
    fn the_next_player_is_used_if_one_fails() {
        let folder = folder(&[("pw-play", FAILS), ("aplay", RECORDS)]);
        let terminal = start(&folder, &[]);
        wait_until("sound", || heard(&folder).len() > 10_000);
        terminal.leave(LEAVE);
    }

    #[test]
    fn without_a_working_player_one_line_says_so() {
        for (players, args, notice) in [
            (
                &[][..],
                &[][..],
                "No sound: install sox (apt install sox; brew install sox), or `run --wav FILE`.",
            ),
            (&[("aplay", FAILS), ("sox", FAILS)], &[], "No sound: aplay, sox failed."),
            (&[("aplay", RECORDS)], &["--sound", "sox"], "No sound: sox is not installed."),
        ] {
            let folder = folder(players);
            let mut terminal = start(&folder, args);
            terminal.wait_for_text(notice);
            terminal.wait_for_text("^P pause");
            terminal.type_keys("5");
            terminal.wait_for("the keys", |screen| {
                screen.contents().contains("arrows=handle") && !screen.contents().contains("No sound")
            });
            terminal.leave(LEAVE);
        }
    }

    #[test]
    fn a_player_that_dies_is_reaped() {
        let folder = folder(&[("ffplay", RECORDS)]);
        let mut terminal = start(&folder, &[]);
        let player = process(&folder);
        wait_until("sound", || heard(&folder).len() > 5_000);
        terminal.type_and_wait(PAUSE, "paused");
        let pid = rustix::process::Pid::from_raw(player).expect("not zero");
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it runs");
        wait_until("the end of the player", || !exists(player));
        terminal.type_and_wait(PAUSE, "No sound: ffplay failed.");
        terminal.leave(LEAVE);
    }

    #[test]
    fn a_player_that_hangs_delays_nothing() {
        let folder = folder(&[("aplay", HANGS)]);
        let mut terminal = start(&folder, &["--save-state", "a.state"]);
        let player = process(&folder);
        let start = Instant::now();
        // Much more sound than pipe and queue hold.
        thread::sleep(Duration::from_secs(1));
        terminal.type_and_wait(PAUSE, "paused");
        terminal.leave(LEAVE);
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        assert!(!exists(player));
        assert!(folder.names().contains(&"a.state".to_owned()));
    }

    #[test]
    fn no_player_is_started_for_sound_off_and_headless_runs() {
        let folder = folder(&[("aplay", RECORDS)]);
        let mut terminal = start(&folder, &["--sound", "off"]);
        terminal.type_and_wait(PAUSE, "paused");
        terminal.leave(LEAVE);
        assert_eq!(folder.names(), ["bin", "tune.bin"]);
        folder.run(&["bally", "--frames", "1", "--sound", "aplay"]).is_refused(&["--sound", "--frames"]);
        folder.run(&["bally", "--sound", "radio"]).is_refused(&["radio", "auto, off, pw-play"]);
    }
}

mod play {
    use std::fs;

    use super::{RECORDS, exists, heard, process, silence, wait_until};
    use crate::{support::Folder, terminal::Terminal};

    /// Two notes of half a second and a rest; then the machine waits. After a key a note sounds while it waits.
    const NOTES: &str = "10 NT=30;MU=69;MU=81;MU=0;NT=0;A=KP\n20 NT=30;TV=69;NT=0;A=KP\n";
    const LEAVE: &str = "\x03";
    /// The samples per second.
    const RATE: usize = 48_000;
    /// The silence before the sound.
    const LEAD: usize = 2_880;

    fn folder(players: &[(&str, &str)]) -> Folder {
        let folder = super::folder(players);
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
        // A slow machine has silence between.
        let sound: Vec<i16> = heard(&folder).into_iter().filter(|sample| *sample != 0).collect();
        let (first, second) = (frequency(&sound[4_000..20_000]), frequency(&sound[28_000..44_000]));
        assert!(first.abs_diff(436) < 10 && second.abs_diff(895) < 10, "{first} Hz, {second} Hz");
        assert!(count < 2 * RATE, "{count} samples");
        terminal.type_keys("x");
        wait_until("a note while the machine waits", || heard(&folder).len() > count + RATE / 3);
        let more = silence(&folder) - count;
        assert!(more < RATE, "{more} samples");
        terminal.leave(LEAVE);
        assert!(!exists(process(&folder)));
    }

    #[test]
    fn no_player_is_started_for_sound_off_and_full_speed() {
        for args in [["--sound", "off"], ["--speed", "max"]] {
            let folder = folder(&[("pw-play", RECORDS)]);
            let terminal = start(&folder, &args);
            terminal.leave(LEAVE);
            assert_eq!(folder.names(), ["bin", "x.bas"]);
        }
    }

    #[test]
    fn without_a_player_a_line_says_so_until_a_key() {
        for (args, notice) in [
            (&[][..], "No sound: install sox (apt install sox; brew install sox), or `run --wav FILE`."),
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
            terminal.leave(LEAVE);
        }
    }
}
