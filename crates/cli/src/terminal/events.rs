//! One queue for all input events: keys, resizing and signals. Taking over the terminal, its screen and its colors, and restoring it in
//! every case, also after a panic.
//!
//! The terminal and the signals each have a thread that blocks on them, so that the receiver can wait for both with a timeout.

use std::{
    io::{self, Write},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::Result;
use arcadian_play::keeper::Stroke;
use arcadian_screen::{blocks::Depth, palette::Scale};
use clap::ValueEnum;
use crossterm::{
    cursor::{Hide, Show},
    event::{
        self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
        KeyCode, KeyEvent, KeyEventKind, KeyModifiers, KeyboardEnhancementFlags, MouseEvent, MouseEventKind,
        PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
    },
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{
    backend::{Backend, CrosstermBackend},
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::charset::Charset;

#[derive(Debug)]
pub enum Input {
    /// A key was pressed or repeats.
    Key(KeyEvent),
    Release(KeyEvent),
    Paste(String),
    /// The mouse points at a column and a row, counted from 0, with a button down; or no button is down.
    Point(Option<(u16, u16)>),
    Resize,
    /// A signal that ends the process.
    End(i32),
    /// A signal that suspends it.
    Suspend,
    /// The terminal can no longer be read.
    Error(io::Error),
}

pub struct Events(Receiver<Input>);

impl Events {
    /// Starts to listen. The queue starts with `typed`, the keys that were typed earlier.
    pub fn listen(typed: Vec<KeyEvent>) -> io::Result<Self> {
        let (sender, receiver) = channel();
        for key in typed {
            let _ = sender.send(Input::Key(key));
        }
        signals::listen(sender.clone())?;
        thread::Builder::new().name("keys".to_owned()).spawn(move || read(&sender))?;
        Ok(Self(receiver))
    }

    /// Waits for the next event; returns `None` after the timeout.
    pub fn wait(&self, timeout: Option<Duration>) -> Option<Input> {
        let received = match timeout {
            Some(timeout) => self.0.recv_timeout(timeout),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(input) => Some(input),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Input::Error(io::Error::other("the input thread has stopped")))
            }
        }
    }
}

fn read(sender: &Sender<Input>) {
    loop {
        let input = match event::read() {
            Ok(Event::Key(key)) if key.kind == KeyEventKind::Release => Input::Release(key),
            Ok(Event::Key(key)) => Input::Key(key),
            Ok(Event::Paste(text)) => Input::Paste(text),
            Ok(Event::Resize(..)) => Input::Resize,
            Ok(Event::Mouse(mouse)) => match pointed(&mouse) {
                Some(place) => Input::Point(place),
                None => continue,
            },
            Ok(_) => continue,
            Err(error) => {
                let _ = sender.send(Input::Error(error));
                return;
            }
        };
        if sender.send(input).is_err() {
            return;
        }
    }
}

/// Returns where the mouse points, or `None` for an event that does not change it.
fn pointed(mouse: &MouseEvent) -> Option<Option<(u16, u16)>> {
    match mouse.kind {
        MouseEventKind::Down(_) | MouseEventKind::Drag(_) => Some(Some((mouse.column, mouse.row))),
        MouseEventKind::Up(_) => Some(None),
        _ => None,
    }
}

#[cfg(unix)]
mod signals {
    use super::{super::deadline::take_signals, Input, Sender, io, thread};
    use signal_hook::{
        consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
        iterator::Signals,
    };

    pub(super) fn listen(sender: Sender<Input>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
        take_signals();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let input = match signal {
                    SIGTSTP => Input::Suspend,
                    SIGCONT => Input::Resize,
                    _ => Input::End(signal),
                };
                if sender.send(input).is_err() {
                    return;
                }
            }
        })?;
        Ok(())
    }
}

#[cfg(not(unix))]
mod signals {
    use super::{Input, Sender, io};

    pub(super) fn listen(_sender: Sender<Input>) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a key ends the session at a question.
pub fn is_interrupt(event: &KeyEvent) -> bool {
    event.modifiers.contains(KeyModifiers::CONTROL) && matches!(event.code, KeyCode::Char('c' | 'C'))
}

/// Returns the input of a key at a question, or `None` for an unused key.
pub fn stroke(event: &KeyEvent) -> Option<Stroke> {
    let is_plain = (event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT)).is_empty();
    match event.code {
        KeyCode::Esc => Some(Stroke::Escape),
        KeyCode::Enter => Some(Stroke::Enter),
        KeyCode::Backspace | KeyCode::Delete => Some(Stroke::Erase),
        KeyCode::Char(character) if is_plain => Some(Stroke::Character(character)),
        _ => None,
    }
}

/// Whether the terminal must be restored. Static, because the panic hook has no other access to the state.
static IS_TAKEN_OVER: AtomicBool = AtomicBool::new(false);
static REPORTS_RELEASES: AtomicBool = AtomicBool::new(false);
static REPORTS_MOUSE: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode on the alternate screen, with a hidden cursor; restored when dropped. All that is shown is in its
/// characters.
pub struct Terminal(Charset);

impl Terminal {
    pub fn enter(charset: Charset) -> io::Result<Self> {
        install_panic_hook();
        IS_TAKEN_OVER.store(true, Ordering::SeqCst);
        let terminal = Terminal(charset);
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
        let text = self.0.cells(text);
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

/// A record of the cells that the terminal shows.
#[derive(Debug, Default)]
pub struct Screen(Buffer);

impl Screen {
    pub fn size() -> Rect {
        let (width, height) = crossterm::terminal::size().unwrap_or((80, 24));
        Rect::new(0, 0, width, height)
    }

    /// Discards the record of the screen, so that the next [`Screen::paint`] redraws everything.
    pub fn forget(&mut self) {
        self.0 = Buffer::empty(Rect::ZERO);
    }

    /// Writes the differences to the current screen.
    pub fn paint(&mut self, terminal: &mut Terminal, next: Buffer, cursor: Option<Position>) -> Result<()> {
        let mut bytes = Vec::new();
        if self.0.area != next.area {
            bytes.extend_from_slice(b"\x1b[2J");
            self.0 = Buffer::empty(next.area);
        }
        CrosstermBackend::new(&mut bytes).draw(self.0.diff(&next).into_iter())?;
        let mut text = with_eight_colors(&String::from_utf8_lossy(&bytes));
        text += &match cursor {
            Some(Position { x, y }) => format!("\x1b[{};{}H\x1b[?25h", y + 1, x + 1),
            None => "\x1b[?25l".to_owned(),
        };
        terminal.show(&text)?;
        self.0 = next;
        Ok(())
    }
}

/// Replaces the 256-color sequences that crossterm writes by SGR 30 to 37 (ECMA-48), which every terminal supports. The text
/// itself contains no escape characters.
fn with_eight_colors(text: &str) -> String {
    (0..8).fold(text.to_owned(), |text, color| {
        let text = text.replace(&format!("\x1b[38;5;{color};"), &format!("\x1b[3{color};"));
        text.replace(&format!("\x1b[38;5;{color}m"), &format!("\x1b[3{color}m"))
    })
}

/// The brightness of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Palette {
    /// As in MAME: white is EEEEEE
    #[default]
    Mame,
    /// White is FFFFFF
    Full,
}

impl From<Palette> for Scale {
    fn from(palette: Palette) -> Self {
        match palette {
            Palette::Mame => Scale::Mame,
            Palette::Full => Scale::Full,
        }
    }
}

/// Returns the color depth for block characters.
pub fn depth() -> Depth {
    let colors = std::env::var("COLORTERM").unwrap_or_default();
    let term = std::env::var("TERM").unwrap_or_default();
    if super::no_color() || term == "dumb" {
        Depth::None
    } else if ["truecolor", "24bit"].contains(&colors.as_str()) || term.ends_with("-direct") {
        Depth::TrueColor
    } else {
        Depth::Ansi16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_do_not_answer_questions() {
        let stroke = |modifiers, code| stroke(&KeyEvent::new(code, modifiers));
        assert_eq!(stroke(KeyModifiers::CONTROL, KeyCode::Char('c')), None);
        assert_eq!(stroke(KeyModifiers::NONE, KeyCode::Char('s')), Some(Stroke::Character('s')));
        assert_eq!(stroke(KeyModifiers::NONE, KeyCode::Esc), Some(Stroke::Escape));
    }

    #[test]
    fn eight_colors_for_every_terminal() {
        let text = "\x1b[38;5;6;49mA\x1b[38;5;1mB 38;5;2m\x1b[38;5;16m";
        assert_eq!(with_eight_colors(text), "\x1b[36;49mA\x1b[31mB 38;5;2m\x1b[38;5;16m");
    }
}
