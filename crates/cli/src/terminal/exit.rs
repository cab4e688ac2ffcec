//! Exit by a signal.

/// Ends the process with the signal's default action, so that the shell sees the signal.
#[cfg(unix)]
pub fn die(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
pub fn die(_signal: i32) {}
