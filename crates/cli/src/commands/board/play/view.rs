//! The game on the screen of the terminal.

use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::buffer::Buffer;

use super::{
    Setup,
    app::{App, Flow},
    draw,
    records::Records,
};
use crate::{
    files::{ExitStatus, output},
    terminal::{
        self, Screen, Terminal, color,
        events::{Events, Input},
    },
};

/// The time between two looks at the program's answer.
const INTERVAL: Duration = Duration::from_millis(30);

/// Plays until the user leaves or a signal ends the process. The record is written however the game ends.
pub fn play(setup: Setup, records: Records) -> Result<ExitStatus> {
    let mut app = App::new(setup, records, !color::no_color());
    let ended = session(&mut app);
    // Who leaves was asked about the game; a signal or an error does not ask.
    let rescued = if matches!(ended, Ok(None)) { None } else { app.rescue() };
    rescued.iter().for_each(|message| output::note(message));
    let finished = app.finish();
    if let Err(error) = &finished
        && !matches!(ended, Ok(None))
    {
        output::note(&format!("error: {error:#}"));
    }
    ended?.into_iter().for_each(terminal::die);
    finished?;
    Ok(ExitStatus::Holds)
}

/// Handles input until the user leaves, or returns the signal that ends the process.
fn session(app: &mut App) -> Result<Option<i32>> {
    let mut terminal = Terminal::enter().context("cannot use the terminal")?;
    terminal.request_mouse().context("cannot use the terminal")?;
    let mut events = Events::listen(Vec::new())?;
    let mut screen = Screen::default();
    let mut is_pressed = false;
    loop {
        app.think()?;
        let mut buffer = Buffer::empty(Screen::size());
        let cursor = draw::draw(app, &mut buffer);
        screen.paint(&mut terminal, buffer, cursor)?;
        let Some(input) = events.wait(app.is_thinking().then_some(INTERVAL)) else { continue };
        let flow = match input {
            Input::Key(key) => app.key(&key),
            Input::Paste(text) => app.paste(&text),
            Input::Point(place) => {
                // Moving with the button down is not another click.
                let was_pressed = std::mem::replace(&mut is_pressed, place.is_some());
                place.filter(|_| !was_pressed).map_or(Flow::Stay, |place| app.click(Screen::size(), place))
            }
            Input::Release(_) | Input::Resize => Flow::Stay,
            Input::Suspend => Flow::Suspend,
            Input::End(signal) => return Ok(Some(signal)),
            Input::Error(error) => return Err(error).context("cannot read from the terminal"),
        };
        match flow {
            Flow::Stay => {}
            Flow::Quit => return Ok(None),
            Flow::Redraw => screen.forget(),
            Flow::Debug(number) => {
                let (stepping, name) = app.stepping(number)?;
                let left = terminal::stepping::within(terminal, events, stepping, name)?;
                if left.signal.is_some() {
                    return Ok(left.signal);
                }
                (terminal, events) = (left.terminal, left.events);
                screen.forget();
            }
            Flow::Suspend => {
                terminal.suspend().context("cannot use the terminal")?;
                screen.forget();
            }
        }
    }
}
