//! Ctrl-C, and exit by a signal.

use std::{
    io,
    sync::{Arc, atomic::AtomicBool},
};

/// Makes the first Ctrl-C set the flag, and the second one end the process.
#[cfg(unix)]
pub fn listen_for_interrupt(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::{consts::SIGINT, flag};
    flag::register_conditional_default(SIGINT, Arc::clone(interrupted))?;
    flag::register(SIGINT, Arc::clone(interrupted)).map(drop)
}

#[cfg(not(unix))]
pub fn listen_for_interrupt(_interrupted: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Ends the process by SIGINT, so that a shell also stops its script.
pub fn end_interrupted() {
    #[cfg(unix)]
    die(signal_hook::consts::SIGINT);
}

/// Ends the process with the signal's default action, so that the shell sees the signal.
#[cfg(unix)]
pub fn die(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
pub fn die(_signal: i32) {}
