//! The terminal view of the debugger.

mod app;
mod draw;
mod help;
mod host;
mod keys;
mod layout;
mod panels;
mod progress;
mod prompt;
mod theme;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, rc::Rc};

use anyhow::Result;
use ratatui::buffer::Buffer;

use arcadian_desk::step::stepping::Stepping;

use crate::{
    files::Verdict,
    terminal::{self, color, events::Input},
};
use app::{App, Flow};
use host::Host;
use progress::{Base, Running};
use theme::Theme;

/// Runs the view until the user quits or a signal ends it.
pub fn run(mut stepping: Stepping, name: &str) -> Result<Verdict> {
    let theme = Theme { colors: !color::no_color() };
    let running = Running { name: name.to_owned(), language: stepping.program().language(), theme };
    let host = Rc::new(RefCell::new(Host::enter(running)?));
    let interrupt_host = Rc::clone(&host);
    stepping
        .session
        .debugger_mut()
        .interrupt_when(move |state| interrupt_host.borrow_mut().is_interrupted(state));
    let title = stepping.title.clone();
    let mut app = App::new(stepping, name, theme);
    app.show_title(&title);
    let signal = View { app, host }.run()?;
    signal.into_iter().for_each(terminal::die);
    Ok(Verdict::Holds)
}

struct View {
    app: App,
    host: Rc<RefCell<Host>>,
}

impl View {
    /// Handles input until the user quits, or returns the signal that ends the process.
    fn run(mut self) -> Result<Option<i32>> {
        loop {
            self.show()?;
            let Some(input) = self.host.borrow_mut().next() else { continue };
            let flow = match input {
                Input::Key(key) => {
                    self.host.borrow_mut().start_interval();
                    self.app.key(&key)
                }
                Input::Paste(text) => {
                    self.app.paste(&text);
                    Flow::Stay
                }
                Input::Release(_) | Input::Resize => Flow::Stay,
                Input::Suspend => Flow::Suspend,
                Input::End(signal) => return Ok(Some(signal)),
                Input::Error(error) => return Err(host::unreadable(error)),
            };
            match flow {
                Flow::Stay => {}
                Flow::Quit => return Ok(None),
                Flow::Suspend => self.host.borrow_mut().suspend()?,
                Flow::Redraw => self.host.borrow_mut().forget(),
            }
        }
    }

    /// Draws the screen, unless more input is available that would change it.
    fn show(&mut self) -> Result<()> {
        let mut host = self.host.borrow_mut();
        if host.is_busy() {
            return Ok(());
        }
        let mut buffer = Buffer::empty(Host::size());
        let parts = draw::draw_base(&self.app, buffer.area, &mut buffer);
        host.set_base(Base { buffer: buffer.clone(), parts });
        let cursor = draw::draw_over(&self.app, buffer.area, &mut buffer);
        host.paint(buffer, cursor)
    }
}
