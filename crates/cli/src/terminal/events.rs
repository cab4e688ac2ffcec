//! One queue for all input events: keys, resizing and signals.
//!
//! The terminal and the signals each have a thread that blocks on them, so that the receiver can wait for both with a timeout.

use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

use arcadian_play::question::Stroke;
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
};

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
    use super::{super::exit::take_signals, Input, Sender, io, thread};
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
}
