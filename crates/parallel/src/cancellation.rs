//! Cancellation of a verification that takes too long.
//!
//! The library reads no clock. The caller sets a flag, from another thread or between calls, and [`cancellable`] gives
//! up soon after. What was computed up to then is discarded, so a result is never taken for a complete one.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The flag was set before the verification was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the verification was cancelled")]
pub struct Cancelled;

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Runs something on this thread that asks [`is_cancelled`] itself whether the flag is set, and knows what its result is worth then.
/// Once set, a flag must stay set.
pub fn interruptible<R>(flag: &Arc<AtomicBool>, run: impl FnOnce() -> R) -> R {
    let _restored = Restore(FLAG.replace(Some(Arc::clone(flag))));
    run()
}

/// Runs a verification on this thread until it is complete or the flag is set, or not at all if that is set already. Once set, a
/// flag must stay set.
///
/// ```
/// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
/// use arcadian_parallel::cancellation::{Cancelled, cancellable};
///
/// let flag = Arc::new(AtomicBool::new(false));
/// assert_eq!(cancellable(&flag, || 7), Ok(7));
/// flag.store(true, Ordering::Relaxed);
/// assert_eq!(cancellable(&flag, || 7), Err(Cancelled));
/// ```
pub fn cancellable<R>(flag: &Arc<AtomicBool>, verify: impl FnOnce() -> R) -> Result<R, Cancelled> {
    // A caller may have much left to do when its time is over.
    if flag.load(Ordering::Relaxed) {
        return Err(Cancelled);
    }
    let result = interruptible(flag, verify);
    if flag.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(result) }
}

/// Returns whether the verification on this thread has been cancelled, so that its result no longer matters.
pub fn is_cancelled() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

/// Puts the flag of an outer call back.
struct Restore(Option<Arc<AtomicBool>>);

impl Drop for Restore {
    fn drop(&mut self) {
        FLAG.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_begun_after_a_cancellation() {
        let flag = Arc::new(AtomicBool::new(true));
        assert_eq!(cancellable(&flag, || panic!("begun")), Err::<(), _>(Cancelled));
    }
}
