//! The terminal while one plays, and how it gets its old state back whatever happens.

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
        DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
        PushKeyboardEnhancementFlags,
    },
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// Whether the terminal has to be restored. Static, because a panic hook has nothing else to go by.
static CHANGED: AtomicBool = AtomicBool::new(false);
/// Whether key releases were asked for.
static ENHANCED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal says that it can show lines only.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A terminal in raw mode, on its alternate screen, without a cursor; restored when dropped.
pub struct Terminal(());

impl Terminal {
    /// Takes the terminal over.
    pub fn enter() -> io::Result<Self> {
        restore_before_a_panic_is_shown();
        CHANGED.store(true, Ordering::SeqCst);
        let terminal = Terminal(());
        take_over()?;
        Ok(terminal)
    }

    /// Asks a terminal that speaks the kitty keyboard protocol to tell when keys are let go.
    pub fn ask_for_releases(&mut self) -> io::Result<()> {
        ENHANCED.store(true, Ordering::SeqCst);
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
            | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
        execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))
    }

    /// Writes what changes the picture, in one piece that terminals show at once (synchronized output).
    pub fn show(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(format!("\x1b[?2026h{text}\x1b[?2026l").as_bytes())?;
        out.flush()
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when the process goes on.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        CHANGED.store(true, Ordering::SeqCst);
        take_over()?;
        if ENHANCED.load(Ordering::SeqCst) { self.ask_for_releases() } else { Ok(()) }
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

/// Gives the terminal back. A terminal that is gone has no state left, so errors mean nothing here.
fn restore() {
    if !CHANGED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    if ENHANCED.load(Ordering::SeqCst) {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    let _ = out.write_all(b"\x1b[?2026l\x1b[0m");
    let _ = execute!(out, DisableBracketedPaste, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// A panic's message would be lost on the alternate screen.
fn restore_before_a_panic_is_shown() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let show = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            show(info);
        }));
    });
}
