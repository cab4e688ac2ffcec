//! The terminal view of the debugger.

mod app;
mod draw;
mod keys;
mod layout;
mod panels;
mod prompt;
mod view_terminal;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, rc::Rc};

use anyhow::{Context, Result};
use ratatui::buffer::Buffer;

use arcadian_debugger::step::stepping::Stepping;

use crate::{
    files::ExitStatus,
    terminal::{
        self, Charset, Screen, Terminal,
        events::{Events, Input},
    },
};
use app::{App, Flow};
use layout::Theme;
use view_terminal::ViewTerminal;
use view_terminal::{Base, RunningProgram};

/// Runs the view until the user quits or a signal ends it.
pub fn run(stepping: Stepping, name: &str) -> Result<ExitStatus> {
    let terminal = Terminal::enter(Charset::of_environment()).context("cannot use the terminal")?;
    let left = within(terminal, Events::listen(Vec::new())?, stepping, name)?;
    drop(left.terminal);
    left.signal.into_iter().for_each(terminal::die);
    Ok(ExitStatus::Holds)
}

/// The terminal, the input and the signal when the view is closed.
pub struct ViewEnd {
    /// The terminal, whose screen must be drawn again.
    pub terminal: Terminal,
    /// The input.
    pub events: Events,
    /// The signal that ended the view.
    pub signal: Option<i32>,
}

/// Runs the view in a terminal that is taken over, until the user quits or a signal ends it.
pub fn within(terminal: Terminal, events: Events, mut stepping: Stepping, name: &str) -> Result<ViewEnd> {
    let theme = Theme { colors: !super::no_color(), charset: Charset::of_environment() };
    let running = RunningProgram { name: name.to_owned(), language: stepping.program().language(), theme };
    let terminal = Rc::new(RefCell::new(ViewTerminal::new(terminal, events, running)));
    let interrupt_terminal = Rc::clone(&terminal);
    stepping
        .session
        .debugger_mut()
        .interrupt_when(move |state| interrupt_terminal.borrow_mut().is_interrupted(state));
    let title = stepping.title.clone();
    let mut app = App::new(stepping, name, theme);
    app.show_title(&title);
    // The view and its debugger are dropped when it ends.
    let signal = View { app, terminal: Rc::clone(&terminal) }.run()?;
    let (terminal, events) =
        Rc::into_inner(terminal).context("the terminal is still in use")?.into_inner().close();
    Ok(ViewEnd { terminal, events, signal })
}

struct View {
    app: App,
    terminal: Rc<RefCell<ViewTerminal>>,
}

impl View {
    /// Handles input until the user quits, or returns the signal that ends the process.
    fn run(mut self) -> Result<Option<i32>> {
        loop {
            self.show()?;
            let Some(input) = self.terminal.borrow_mut().next() else { continue };
            let flow = match input {
                Input::Key(key) => {
                    self.terminal.borrow_mut().start_interval();
                    self.app.key(&key)
                }
                Input::Paste(text) => {
                    self.app.paste(&text);
                    Flow::Stay
                }
                Input::Release(_) | Input::Point(_) => Flow::Stay,
                // A terminal that was smaller for a moment has lost text, even if the size is the one of before.
                Input::Resize => Flow::Redraw,
                Input::Suspend => Flow::Suspend,
                Input::End(signal) => return Ok(Some(signal)),
                Input::Error(error) => return Err(view_terminal::unreadable(error)),
            };
            match flow {
                Flow::Stay => {}
                Flow::Quit => return Ok(None),
                Flow::Suspend => self.terminal.borrow_mut().suspend()?,
                Flow::Redraw => self.terminal.borrow_mut().forget(),
            }
        }
    }

    /// Draws the screen, unless more input is available that would change it.
    fn show(&mut self) -> Result<()> {
        let mut terminal = self.terminal.borrow_mut();
        if terminal.is_busy() {
            return Ok(());
        }
        let mut buffer = Buffer::empty(Screen::size());
        let parts = draw::draw_base(&self.app, buffer.area, &mut buffer);
        terminal.set_base(Base { buffer: buffer.clone(), parts });
        let cursor = draw::draw_over(&self.app, buffer.area, &mut buffer);
        terminal.paint(buffer, cursor)
    }
}
