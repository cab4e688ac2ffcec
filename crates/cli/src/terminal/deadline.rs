//! Long computations: a time limit that sets a flag, as Ctrl-C does, and a progress line. Ctrl-C, exit by a signal, and work that no
//! signal cuts off.

use std::{
    io::{self, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::shows_progress;
use crate::{files::output, memory};

#[cfg(not(unix))]
pub use elsewhere::{before_end, die, end_interrupted, listen_for_interrupt, take_signals, uninterrupted};
#[cfg(unix)]
pub use unix::{before_end, die, end_interrupted, listen_for_interrupt, take_signals, uninterrupted};

/// A running time limit. Dropping it stops the clock.
pub struct Deadline {
    is_expired: Arc<AtomicBool>,
    /// Closing the channel ends the thread that waits.
    _running: Sender<()>,
}

/// The time between two looks at Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);

impl Deadline {
    /// Starts a time limit, or only waits for Ctrl-C, which sets `interrupted`. The flag is also set, with a note, when most of the
    /// memory is used: a process that cannot allocate ends without its results.
    pub fn after(limit: Option<Duration>, interrupted: &Arc<AtomicBool>) -> io::Result<Self> {
        // What begins after Ctrl-C has no time.
        let is_expired = Arc::new(AtomicBool::new(interrupted.load(Ordering::Relaxed)));
        let (running, stopped) = mpsc::channel();
        let (flag, interrupted) = (Arc::clone(&is_expired), Arc::clone(interrupted));
        let start = Instant::now();
        let memory = memory::Watch::new();
        thread::Builder::new().spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let is_late = limit.is_some_and(|limit| start.elapsed() >= limit);
                let is_short = memory.is_short();
                if is_short {
                    output::note(
                        "little memory is left, so this ends early; allow more memory, or ask for less",
                    );
                }
                if is_late || is_short || interrupted.load(Ordering::Relaxed) {
                    flag.store(true, Ordering::Relaxed);
                    break;
                }
            }
        })?;
        Ok(Deadline { is_expired, _running: running })
    }

    /// Returns the flag, for `arcadian_proof::cancellable`.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.is_expired
    }
}

/// Parses a number of seconds, such as `10` or `0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let limit = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit
        .filter(|limit| !limit.is_zero())
        .ok_or_else(|| "a time limit is a number of seconds, as in 10 or 0.5".to_owned())
}

/// The time after which progress is shown.
pub const DELAY: Duration = Duration::from_millis(500);
/// The time between two lines.
const REDRAWN: Duration = Duration::from_millis(100);
const ERASE: &str = "\r\x1b[K";

/// A line on standard error, shown only on a terminal. A thread draws it, so that it is there in time however rarely a computation says
/// how far it is.
pub struct Progress(Option<Ticker>);

struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    line: Mutex<Line>,
    is_over: Condvar,
}

#[derive(Default)]
struct Line {
    text: String,
    is_shown: bool,
    is_over: bool,
}

impl Progress {
    /// Starts the delay.
    pub fn new() -> Self {
        Self(shows_progress().then(Ticker::start))
    }

    /// A line that is never shown, because something else is on the terminal.
    pub fn hidden() -> Self {
        Self(None)
    }

    pub fn show(&self, text: impl FnOnce() -> String) {
        if let Some(ticker) = &self.0 {
            ticker.shared.line().text = text();
        }
    }

    /// Erases the line before other output, until something is said again.
    pub fn erase(&self) {
        if let Some(ticker) = &self.0 {
            ticker.shared.line().erase();
        }
    }
}

impl Ticker {
    fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let drawn = Arc::clone(&shared);
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || drawn.draw()).ok();
        Self { shared, thread }
    }
}

impl Shared {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self) {
        let start = Instant::now();
        let mut line = self.line();
        while !line.is_over {
            let waited = self.is_over.wait_timeout(line, REDRAWN);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
            if start.elapsed() >= DELAY && !line.is_over && !line.text.is_empty() {
                line.is_shown = true;
                let text = format!("{}, {} s", line.text, start.elapsed().as_secs());
                // A line that wraps could not be erased.
                let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
                let text: String = text.chars().take(columns.saturating_sub(1)).collect();
                write(&format!("{ERASE}{text}"));
            }
        }
    }
}

impl Line {
    fn erase(&mut self) {
        self.text.clear();
        if std::mem::take(&mut self.is_shown) {
            write(ERASE);
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        let mut line = self.shared.line();
        line.is_over = true;
        line.erase();
        drop(line);
        self.shared.is_over.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes to standard error. Ignores errors.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

#[cfg(unix)]
mod unix {
    use std::{
        fs, io,
        sync::{
            Arc, LazyLock, Mutex, PoisonError,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
        thread,
    };

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };

    /// A signal that ends the process.
    struct Ending {
        signal: i32,
        /// Whether it ends the process at once.
        is_immediate: Arc<AtomicBool>,
        is_caught: Arc<AtomicBool>,
    }

    /// The signals that end the process, from the first look at them.
    static ENDINGS: LazyLock<Vec<Ending>> = LazyLock::new(|| {
        // A file that becomes too long is an error of the write then.
        let _ = flag::register(SIGXFSZ, Arc::default());
        let ignored = ignored();
        let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter();
        signals.filter(|signal| ignored >> (signal - 1) & 1 == 0).filter_map(Ending::listen).collect()
    });

    impl Ending {
        fn listen(signal: i32) -> Option<Self> {
            let is_immediate = Arc::new(AtomicBool::new(true));
            let is_caught = Arc::new(AtomicBool::new(false));
            flag::register_conditional_default(signal, Arc::clone(&is_immediate)).ok()?;
            flag::register(signal, Arc::clone(&is_caught)).ok()?;
            Some(Self { signal, is_immediate, is_caught })
        }
    }

    /// Returns the signals that the process ignores, such as SIGHUP under `nohup`, as bits from that of signal 1.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        // Where nothing is known, `nohup` must work.
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1 << (SIGHUP - 1))
    }

    /// Locked by work that no signal cuts off.
    static WORK: Mutex<()> = Mutex::new(());
    /// Whether a command ends itself after a signal.
    static IS_LISTENING: AtomicBool = AtomicBool::new(false);

    /// Does some work. A signal that ends the process waits until the work is done.
    pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
        let _lock = WORK.lock().unwrap_or_else(PoisonError::into_inner);
        ENDINGS.iter().for_each(|ending| ending.is_caught.store(false, Ordering::SeqCst));
        let waiting: Vec<_> =
            ENDINGS.iter().filter(|ending| ending.is_immediate.swap(false, Ordering::SeqCst)).collect();
        let result = work();
        for ending in waiting {
            ending.is_immediate.store(true, Ordering::SeqCst);
            if ending.is_caught.load(Ordering::SeqCst) {
                die(ending.signal);
            }
        }
        result
    }

    /// Leaves the signals that end the process to the caller, which has to listen to them.
    pub fn take_signals() {
        ENDINGS.iter().for_each(|ending| ending.is_immediate.store(false, Ordering::SeqCst));
    }

    /// Lets a function save what there is before a signal ends the process, unless the command listens to signals itself.
    pub fn before_end(save: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new(ENDINGS.iter().map(|ending| ending.signal))?;
        take_signals();
        let wait = move || {
            let signal = signals.forever().next();
            if let Some(signal) = signal.filter(|_| !IS_LISTENING.load(Ordering::SeqCst)) {
                save();
                let _lock = WORK.lock().unwrap_or_else(PoisonError::into_inner);
                die(signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// The signal that set the flag of [`listen_for_interrupt`]; 0 for none.
    static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

    /// Makes the first Ctrl-C set the flag, and the second one end the process. SIGTERM and SIGHUP, which ask for the end, do the same.
    pub fn listen_for_interrupt(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
        IS_LISTENING.store(true, Ordering::SeqCst);
        flag::register(SIGINT, Arc::clone(interrupted))?;
        let endings: Vec<_> = ENDINGS.iter().filter(|ending| ending.signal != SIGQUIT).collect();
        for ending in &endings {
            flag::register(ending.signal, Arc::clone(interrupted))?;
            flag::register_usize(ending.signal, Arc::clone(&RECEIVED), ending.signal as usize)?;
            ending.is_immediate.store(false, Ordering::SeqCst);
            for other in &endings {
                flag::register(ending.signal, Arc::clone(&other.is_immediate))?;
            }
        }
        Ok(())
    }

    /// Ends the process by the signal that it received, so that a shell also stops its script after Ctrl-C.
    pub fn end_interrupted() {
        let signal = RECEIVED.load(Ordering::SeqCst);
        die(i32::try_from(signal).ok().filter(|signal| *signal != 0).unwrap_or(SIGINT));
    }

    /// Ends the process with the signal's default action, so that the shell sees the signal.
    pub fn die(signal: i32) {
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::{
        io,
        sync::{Arc, atomic::AtomicBool},
    };

    pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    pub fn take_signals() {}

    pub fn before_end(_save: impl FnOnce() + Send + 'static) -> io::Result<()> {
        Ok(())
    }

    pub fn listen_for_interrupt(_interrupted: &Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }

    pub fn end_interrupted() {}

    pub fn die(_signal: i32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seconds() {
        assert_eq!(
            (seconds("10"), seconds("0.5")),
            (Ok(Duration::from_secs(10)), Ok(Duration::from_millis(500)))
        );
        for wrong in ["", "0", "-1", "x", "NaN", "inf", "1e300", "5s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
