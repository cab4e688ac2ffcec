//! `step` in the terminal.

mod app;
mod draw;
mod help;
mod host;
mod keys;
mod layout;
mod panels;
mod progress;
mod prompt;
mod snapshot;
mod theme;

#[cfg(test)]
mod tests;

use std::{cell::RefCell, rc::Rc};

use anyhow::Result;
use arcadian_debugger::command::Session;
use ratatui::buffer::Buffer;

use arcadian_desk::step::figure::Figures;

use crate::{
    files::Verdict,
    terminal::{self, color, events::Input},
};
use app::{App, Flow};
use host::Host;
use progress::{Base, Running};
use theme::Theme;

/// Shows a program until one leaves.
pub fn run(mut session: Session, figure: Option<Rc<Figures>>, name: &str, title: &str) -> Result<Verdict> {
    let theme = Theme { colours: !color::no_color() };
    let running = Running { name: name.to_owned(), language: session.program().language(), theme };
    let host = Rc::new(RefCell::new(Host::enter(running)?));
    let asked = Rc::clone(&host);
    session.debugger_mut().interrupt_when(move |state| asked.borrow_mut().is_interrupted(state));
    let mut app = App::new(session, figure, name, theme);
    app.greet(title);
    let signal = View { app, host }.run()?;
    signal.into_iter().for_each(terminal::die);
    Ok(Verdict::Holds)
}

struct View {
    app: App,
    host: Rc<RefCell<Host>>,
}

impl View {
    /// Until one leaves, or a signal comes.
    fn run(mut self) -> Result<Option<i32>> {
        loop {
            self.show()?;
            let Some(input) = self.host.borrow_mut().next() else { continue };
            let flow = match input {
                Input::Key(key) => {
                    self.host.borrow_mut().begin();
                    self.app.key(&key)
                }
                Input::Paste(text) => {
                    self.app.paste(&text);
                    Flow::Stay
                }
                Input::Release(_) | Input::Resize => Flow::Stay,
                Input::Suspend => Flow::Suspend,
                Input::End(signal) => return Ok(Some(signal)),
                Input::Lost(error) => return Err(host::lost(error)),
            };
            match flow {
                Flow::Stay => {}
                Flow::Leave => return Ok(None),
                Flow::Suspend => self.host.borrow_mut().suspend()?,
                Flow::Redraw => self.host.borrow_mut().forget(),
            }
        }
    }

    /// Draws, unless more has happened that will change what there is to draw.
    fn show(&mut self) -> Result<()> {
        let mut host = self.host.borrow_mut();
        if host.is_busy() {
            return Ok(());
        }
        let mut buffer = Buffer::empty(Host::size());
        let parts = draw::draw_base(&self.app, buffer.area, &mut buffer);
        host.keep(Base { buffer: buffer.clone(), parts });
        let cursor = draw::draw_over(&self.app, buffer.area, &mut buffer);
        host.paint(buffer, cursor)
    }
}
