//! Panics as errors, so that a fault in one answer does not end the server.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the result of some work, or the message of its panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
    })
}
