//! Players of sound that are shell scripts.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    thread,
    time::{Duration, Instant},
};

use crate::support::Folder;

/// Records its process, its arguments and the samples.
pub(crate) const RECORDS: &str = "echo $$ > process\necho \"$@\" > arguments\nexec /bin/cat > heard";

/// Takes no samples.
pub(crate) const HANGS: &str = "echo $$ > process\nexec /bin/sleep 1000";

pub(crate) const FAILS: &str = "echo failing\nexit 3";

pub(crate) fn folder(players: &[(&str, &str)]) -> Folder {
    let folder = Folder::with(&[]);
    fs::create_dir(folder.path("bin")).expect("a folder");
    for (name, script) in players {
        let path = folder.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable script");
    }
    folder
}

/// Returns the samples that a player was given.
pub(crate) fn heard(folder: &Folder) -> Vec<i16> {
    let bytes = fs::read(folder.path("heard")).unwrap_or_default();
    bytes.as_chunks().0.iter().map(|sample| i16::from_le_bytes(*sample)).collect()
}

/// Waits until a condition is met.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(30), "waiting for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until no more samples arrive, and returns their number.
pub(crate) fn silence(folder: &Folder) -> usize {
    let mut last = usize::MAX;
    wait_until("silence", || {
        thread::sleep(Duration::from_millis(150));
        last == std::mem::replace(&mut last, heard(folder).len())
    });
    last
}

/// Returns the process that a script has noted.
pub(crate) fn process(folder: &Folder) -> i32 {
    let mut process = None;
    wait_until("the player", || {
        process = fs::read_to_string(folder.path("process")).ok().and_then(|text| text.trim().parse().ok());
        process.is_some()
    });
    process.expect("a process")
}

/// Returns whether a process runs or is a zombie.
pub(crate) fn exists(process: i32) -> bool {
    let process = rustix::process::Pid::from_raw(process).expect("not zero");
    rustix::process::test_kill_process(process).is_ok()
}
