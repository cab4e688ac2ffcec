//! A terminal for tests: a pseudo-terminal, and a parser for its escape sequences.

use std::{
    ffi::OsStr,
    io::{Read, Write},
    num::NonZeroU16,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use crate::support::{ARCADIAN, Folder};

/// The time limit for any wait, generous for slow machines.
const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
}

struct Shown {
    terminal: vt100::Parser,
    /// All bytes that the program has written.
    bytes: Vec<u8>,
    /// Whether the program has closed its side.
    has_ended: bool,
}

impl Terminal {
    /// Starts the program in a folder, without colors.
    pub(crate) fn start(folder: &Folder, size: (u16, u16), args: &[&str]) -> Self {
        Self::start_as(folder, size, args, "xterm-256color")
    }

    /// Starts the program with a value of TERM.
    pub(crate) fn start_as(folder: &Folder, size: (u16, u16), args: &[&str], kind: &str) -> Self {
        Self::start_with(folder, size, args, &[("TERM", OsStr::new(kind))])
    }

    /// Starts the program with values of environment variables.
    pub(crate) fn start_with(
        folder: &Folder,
        (columns, rows): (u16, u16),
        args: &[&str],
        variables: &[(&str, &OsStr)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(ARCADIAN);
        command.args(args);
        command.cwd(folder.root());
        command.env("TERM", "xterm-256color");
        command.env("NO_COLOR", "1");
        command.env("LC_ALL", "C.UTF-8");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        ["TMUX", "XTERM_VERSION", "TERM_PROGRAM"].iter().for_each(|name| command.env_remove(name));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let terminal = vt100::Parser::new(some(rows), some(columns), 0);
        let shown = Shown { terminal, bytes: Vec::new(), has_ended: false };
        let shown = Arc::new((Mutex::new(shown), Condvar::new()));
        let output = pair.master.try_clone_reader().expect("its output");
        let watched = Arc::clone(&shown);
        thread::spawn(move || watch(output, &watched));
        let keyboard = pair.master.take_writer().expect("its keyboard");
        Self { master: pair.master, keyboard, child, shown }
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("typed keys");
        self.keyboard.flush().expect("typed keys");
    }

    #[track_caller]
    pub(crate) fn type_and_wait(&mut self, keys: &str, text: &str) {
        self.type_keys(keys);
        self.wait_for_text(text);
    }

    /// Types the last keys of a session, which ends without an error.
    #[track_caller]
    pub(crate) fn leave(mut self, keys: &str) {
        self.type_keys(keys);
        assert!(self.wait_for_exit().success());
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.lock().terminal.screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size(columns, rows)).expect("another size");
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + TIMEOUT;
        let mut shown = self.lock();
        while !condition(shown.terminal.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            let state = shown.terminal.screen().contents();
            assert!(!left.is_zero() && !shown.has_ended, "waiting for {what}; the screen shows\n{state}");
            shown = self.shown.1.wait_timeout(shown, left).expect("no poison").0;
        }
    }

    #[track_caller]
    pub(crate) fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |screen| screen.contents().contains(text));
    }

    /// Returns the first rows without trailing blanks.
    pub(crate) fn rows(&self, count: usize) -> Vec<String> {
        rows(self.lock().terminal.screen(), count)
    }

    /// Returns all that the program has written.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.lock().bytes.clone()
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    /// Waits for the exit of the program, and checks that it has restored the terminal.
    #[track_caller]
    pub(crate) fn wait_for_exit(mut self) -> ExitStatus {
        let status = self.child.wait().expect("an end");
        let local = format!("{:?}", self.master.get_termios().map(|settings| settings.local_flags));
        self.wait_for("the normal screen", |screen| {
            !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste()
        });
        assert!(local.contains("ICANON") && local.contains("ECHO") && local.contains("ISIG"), "{local}");
        status
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.0.lock().expect("no poison")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Returns the first rows of a screen without trailing blanks.
pub(crate) fn rows(screen: &vt100::Screen, count: usize) -> Vec<String> {
    let width = screen.size().1.into();
    screen.rows(0, width).take(count).map(|row| row.trim_end().to_owned()).collect()
}

fn some(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a terminal has cells")
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn watch(mut output: Box<dyn Read + Send>, shown: &(Mutex<Shown>, Condvar)) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = output.read(&mut buffer) {
        {
            let mut shown = shown.0.lock().expect("no poison");
            shown.terminal.process(&buffer[..length]);
            shown.bytes.extend(&buffer[..length]);
        }
        shown.1.notify_all();
    }
    shown.0.lock().expect("no poison").has_ended = true;
    shown.1.notify_all();
}

/// Runs the program in a terminal, and returns everything that it writes.
pub(crate) fn written(folder: &Folder, args: &[std::ffi::OsString]) -> String {
    let pair = native_pty_system().openpty(size(200, 50)).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(ARCADIAN);
    command.args(args);
    command.cwd(folder.root());
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().expect("its output");
    let mut bytes = Vec::new();
    // On Linux the end of a pseudo-terminal is reported as an error.
    let _ = output.read_to_end(&mut bytes);
    child.wait().expect("its end");
    String::from_utf8(bytes).expect("UTF-8")
}
