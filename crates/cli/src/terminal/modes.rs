//! Taking over the terminal, and restoring it in every case, also after a panic.

use std::{
    io::{self, Write},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use crossterm::{
    cursor::{Hide, Show},
    event::{
        DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
        KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    },
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// Whether the terminal must be restored. Static, because the panic hook has no other access to the state.
static IS_TAKEN_OVER: AtomicBool = AtomicBool::new(false);
/// Whether key release events were requested.
static REPORTS_RELEASES: AtomicBool = AtomicBool::new(false);
/// Whether mouse events were requested.
static REPORTS_MOUSE: AtomicBool = AtomicBool::new(false);

/// Returns whether the terminal cannot move the cursor (`TERM=dumb`).
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The terminal in raw mode on the alternate screen, with a hidden cursor; restored when dropped.
pub struct Terminal(());

impl Terminal {
    /// Takes over the terminal.
    pub fn enter() -> io::Result<Self> {
        install_panic_hook();
        IS_TAKEN_OVER.store(true, Ordering::SeqCst);
        let terminal = Terminal(());
        take_over()?;
        Ok(terminal)
    }

    /// Requests key release events by the kitty keyboard protocol.
    pub fn request_releases(&mut self) -> io::Result<()> {
        REPORTS_RELEASES.store(true, Ordering::SeqCst);
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
            | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
        execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))
    }

    /// Requests mouse events. The terminal then selects no text with the mouse.
    pub fn request_mouse(&mut self) -> io::Result<()> {
        REPORTS_MOUSE.store(true, Ordering::SeqCst);
        execute!(io::stdout(), EnableMouseCapture)
    }

    /// Writes text as one synchronized update, so that the terminal shows it without tearing.
    pub fn show(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(format!("\x1b[?2026h{text}\x1b[?2026l").as_bytes())?;
        out.flush()
    }

    /// Restores the terminal, stops the process, and takes over the terminal again when the process continues.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        IS_TAKEN_OVER.store(true, Ordering::SeqCst);
        take_over()?;
        if REPORTS_MOUSE.load(Ordering::SeqCst) {
            self.request_mouse()?;
        }
        if REPORTS_RELEASES.load(Ordering::SeqCst) { self.request_releases() } else { Ok(()) }
    }

    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste)
}

/// Restores the terminal. Ignores errors: a closed terminal has no state to restore.
fn restore() {
    if !IS_TAKEN_OVER.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    if REPORTS_RELEASES.load(Ordering::SeqCst) {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    if REPORTS_MOUSE.load(Ordering::SeqCst) {
        let _ = execute!(out, DisableMouseCapture);
    }
    let _ = out.write_all(b"\x1b[?2026l\x1b[0m");
    let _ = execute!(out, DisableBracketedPaste, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// Installs a panic hook that restores the terminal first, because the alternate screen would discard the message.
fn install_panic_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let show = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            show(info);
        }));
    });
}
