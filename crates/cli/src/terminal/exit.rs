//! Ending because of a signal.

/// Dies of a signal as if it had not been caught, so that the shell knows.
#[cfg(unix)]
pub fn die(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
pub fn die(_signal: i32) {}
