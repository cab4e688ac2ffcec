//! A time limit that sets a flag.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// A running time limit. Dropping it stops the clock.
pub struct Deadline {
    is_expired: Arc<AtomicBool>,
    /// Closing the channel ends the thread that waits.
    _running: Option<Sender<()>>,
}

impl Deadline {
    /// Starts a time limit. Without a limit the flag is never set.
    pub fn after(limit: Option<Duration>) -> Self {
        let is_expired = Arc::new(AtomicBool::new(false));
        let running = limit.map(|limit| {
            let (running, stopped) = mpsc::channel();
            let flag = Arc::clone(&is_expired);
            thread::spawn(move || {
                if stopped.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    flag.store(true, Ordering::Relaxed);
                }
            });
            running
        });
        Deadline { is_expired, _running: running }
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
