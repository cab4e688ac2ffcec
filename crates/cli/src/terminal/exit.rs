//! Ctrl-C, exit by a signal, and work that no signal cuts off.

#[cfg(not(unix))]
pub use elsewhere::{before_end, die, end_interrupted, listen_for_interrupt, take_signals, uninterrupted};
#[cfg(unix)]
pub use unix::{before_end, die, end_interrupted, listen_for_interrupt, take_signals, uninterrupted};

#[cfg(unix)]
mod unix {
    use std::{
        fs, io,
        sync::{
            Arc, LazyLock,
            atomic::{AtomicBool, Ordering},
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

    /// Does some work. A signal that ends the process waits until the work is done.
    pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
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

    /// Lets a function save what there is before a signal ends the process.
    pub fn before_end(save: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new(ENDINGS.iter().map(|ending| ending.signal))?;
        take_signals();
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                save();
                die(signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// Makes the first Ctrl-C set the flag, and the second one end the process.
    pub fn listen_for_interrupt(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
        flag::register(SIGINT, Arc::clone(interrupted))?;
        match ENDINGS.iter().find(|ending| ending.signal == SIGINT) {
            Some(ending) => {
                ending.is_immediate.store(false, Ordering::SeqCst);
                flag::register(SIGINT, Arc::clone(&ending.is_immediate)).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Ends the process by SIGINT, so that a shell also stops its script.
    pub fn end_interrupted() {
        die(SIGINT);
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
