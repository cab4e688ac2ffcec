//! The time from the start of the process to the first picture: `cargo bench -p arcadian --bench start`.
//!
//! `play` runs in a pseudo-terminal of 160 × 46 cells; the clock stops when the first block character of the
//! picture arrives. On Linux the bench also shows the peak memory of a game that waits for its level.

#![allow(clippy::print_stdout, reason = "a bench prints its results")]

fn main() {
    #[cfg(unix)]
    unix::show_memory();
    divan::main();
}

/// A whole `run`: start, run to the first question, show the screen, exit.
#[divan::bench]
fn run_to_the_level_prompt() {
    let arcadian = env!("CARGO_BIN_EXE_arcadian");
    let output = std::process::Command::new(arcadian).args(["run", "rotate", "--screen", "blocks"]).output();
    assert!(output.is_ok_and(|output| output.status.success()));
}

#[cfg(unix)]
mod unix {
    use std::io::Read;

    use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

    /// The first bytes of every block character U+2580..=U+259F in UTF-8.
    const BLOCK: [u8; 2] = [0xE2, 0x96];

    #[divan::bench]
    fn play_to_the_first_picture(bencher: divan::Bencher) {
        // Returning the game excludes its shutdown from the measured time.
        bencher.bench_local(Game::start);
    }

    pub(crate) fn show_memory() {
        let game = Game::start();
        let status = game.child.process_id().map(|id| std::fs::read_to_string(format!("/proc/{id}/status")));
        if let Some(Ok(status)) = status {
            let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("unknown");
            println!(
                "peak memory of play at its first picture: {}",
                peak.trim_start_matches("VmHWM:").trim()
            );
        }
    }

    /// A game with its first picture on the terminal.
    struct Game {
        child: Box<dyn Child + Send + Sync>,
        _master: Box<dyn MasterPty + Send>,
    }

    impl Game {
        fn start() -> Self {
            let size = PtySize { rows: 46, cols: 160, pixel_width: 0, pixel_height: 0 };
            let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
            let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_arcadian"));
            // At the speed of 1982 the emulated machine needs 60 ms to draw its first box.
            command.args(["play", "--seed", "1", "--speed", "max"]);
            command.env("TERM", "xterm-256color");
            let child = pty.slave.spawn_command(command).expect("the program starts");
            let mut reader = pty.master.try_clone_reader().expect("a reader");
            let mut seen = Vec::new();
            let mut buffer = [0; 4096];
            while !seen.windows(2).any(|pair| pair == BLOCK) {
                let count = reader.read(&mut buffer).expect("output");
                seen.extend_from_slice(&buffer[..count]);
            }
            Self { child, _master: pty.master }
        }
    }

    impl Drop for Game {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
