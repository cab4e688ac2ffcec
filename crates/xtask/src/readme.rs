//! The README's two commands, run as they are printed there.

use std::{
    io::{Read, Write},
    path::Path,
    process::Command,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// A cold build in release precedes the first picture.
const LONGEST_BUILD: Duration = Duration::from_secs(30 * 60);
const LONGEST_ANSWER: Duration = Duration::from_secs(30);
/// The text of `play` below the picture when a program waits.
const WAITING: &str = "waits for a key";
const CTRL_C: &str = "\x03";
const SIZE: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };

/// Runs the first command in a pseudo-terminal, where a key must show and Ctrl-C must end it, then the second one.
pub(crate) fn run(root: &Path) -> Result<()> {
    let readme = root.join("README.md");
    let readme =
        std::fs::read_to_string(&readme).with_context(|| format!("cannot read {}", readme.display()))?;
    let [play, test] = commands(&readme)?;
    println!("== in a terminal: {play}");
    check_play(root, play)
        .with_context(|| format!("`{play}`, the first command of README.md, does not work"))?;
    println!("== {test}");
    let status =
        Command::new("sh").args(["-c", test]).current_dir(root).status().context("cannot start a shell")?;
    ensure!(status.success(), "`{test}`, the second command of README.md, failed: {status}");
    Ok(())
}

/// Returns the two lines of the first `sh` block.
fn commands(readme: &str) -> Result<[&str; 2]> {
    let lines = readme.lines().skip_while(|line| *line != "```sh").skip(1);
    let commands: Vec<&str> = lines.take_while(|line| *line != "```").collect();
    let found = commands.len();
    commands
        .try_into()
        .ok()
        .with_context(|| format!("the first `sh` block of README.md has {found} lines, not 2"))
}

fn check_play(root: &Path, command: &str) -> Result<()> {
    let mut terminal = Terminal::start(root, command)?;
    terminal.wait_for(LONGEST_BUILD, "the game", |screen| screen.contains(WAITING))?;
    let before = terminal.contents();
    terminal.type_key("4")?;
    terminal.wait_for(LONGEST_ANSWER, "the key on the screen", |screen| *screen != before)?;
    terminal.type_key(CTRL_C)?;
    terminal.wait_for_exit(LONGEST_ANSWER)
}

struct Terminal {
    screen: vt100::Parser,
    output: Receiver<Vec<u8>>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    /// Closes the terminal when it is dropped.
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn start(root: &Path, command: &str) -> Result<Self> {
        let pair = native_pty_system().openpty(SIZE)?;
        let mut shell = CommandBuilder::new("sh");
        shell.args(["-c", command]);
        shell.cwd(root);
        shell.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(shell).context("cannot start a shell")?;
        let output = bytes_of(pair.master.try_clone_reader()?);
        let keyboard = pair.master.take_writer()?;
        let screen = vt100::Parser::new(SIZE.rows.try_into()?, SIZE.cols.try_into()?, 0);
        Ok(Self { screen, output, keyboard, child, _master: pair.master })
    }

    fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    fn type_key(&mut self, key: &str) -> Result<()> {
        self.keyboard.write_all(key.as_bytes())?;
        Ok(self.keyboard.flush()?)
    }

    fn wait_for(&mut self, limit: Duration, what: &str, is_met: impl Fn(&String) -> bool) -> Result<()> {
        let end = Instant::now() + limit;
        while !is_met(&self.contents()) {
            let Ok(bytes) = self.output.recv_timeout(end.saturating_duration_since(Instant::now())) else {
                bail!("{what} did not appear; the terminal shows\n\n{}", self.contents());
            };
            self.screen.process(&bytes);
        }
        Ok(())
    }

    fn wait_for_exit(mut self, limit: Duration) -> Result<()> {
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait()? {
                ensure!(status.success(), "Ctrl-C ended it with {status:?}");
                return Ok(());
            }
            if Instant::now() > end {
                self.child.kill()?;
                bail!("Ctrl-C did not end it; the terminal shows\n\n{}", self.contents());
            }
            // The program may wait until its last bytes have been read.
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.screen.process(&bytes);
            }
        }
    }
}

/// Returns what is read, as it arrives.
fn bytes_of(mut output: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = output.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_has_the_commands() {
        let readme = "# x\n\n```sh\nfirst -- play\nsecond\n```\n\n```sh\nthird\n```\n";
        assert_eq!(commands(readme).expect("two"), ["first -- play", "second"]);
    }

    #[test]
    fn another_number_of_commands_is_refused() {
        for (readme, lines) in [("none", 0), ("```sh\none\n```\n", 1), ("```sh\n1\n2\n3\n```\n", 3)] {
            let error = commands(readme).expect_err("not two").to_string();
            assert_eq!(error, format!("the first `sh` block of README.md has {lines} lines, not 2"));
        }
    }
}
