//! A time limit that sets a flag, as Ctrl-C and a lack of memory do.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{files::output, memory};

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
        let is_expired = Arc::new(AtomicBool::new(false));
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
