//! The state of the view, its command line, and its changes by keys.

use std::cell::Cell;

use arcadian_debugger::{Debuggee, Location, command::Reply, step::stepping::Stepping};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    keys::{self, Action},
    layout::{self, Theme},
    prompt::Prompt,
};
use crate::terminal::stepping::{
    keys::Question,
    layout::Panel,
    prompt::{self, KeyEffect},
};

/// The action of the view after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Stay,
    Quit,
    Suspend,
    Redraw,
}

/// The state of the view.
pub struct App {
    pub stepping: Stepping,
    /// The name of the program.
    pub name: String,
    pub theme: Theme,
    pub focus: Panel,
    /// The location of the cursor; `None` for the program counter.
    pub cursor: Option<Location>,
    /// The location in the top row of the code panel when it was last drawn.
    pub top: Cell<Option<Location>>,
    /// The last program counter before the routine returned.
    pub last: Cell<Location>,
    /// The scroll offset of each panel in lines.
    pub scrolled: [isize; Panel::COUNT],
    /// The height of the focused panel in rows.
    pub page: Cell<usize>,
    /// The maximum scroll offset of the focused panel.
    pub most: Cell<usize>,
    /// The address expression of the memory panel, as typed.
    pub memory: String,
    pub prompt: Option<Prompt>,
    pub history: Vec<String>,
    pub message: Message,
    pub overlay: Option<Overlay>,
}

/// The last message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    pub text: String,
    pub failed: bool,
}

/// A text box over the panels.
#[derive(Clone, Debug)]
pub struct Overlay {
    pub title: String,
    pub lines: Vec<String>,
    pub scrolled: usize,
}

/// The maximum height of a message in lines. Longer replies are shown in an overlay.
pub const MESSAGE_LINES: usize = 4;

impl App {
    /// Creates the view of a program at its start.
    pub fn new(mut stepping: Stepping, name: &str, theme: Theme) -> Self {
        stepping.session.repeat_on_empty(true);
        let last = Cell::new(stepping.program().location());
        let address = stepping.figures.as_ref().and_then(|figures| figures.address());
        let memory = address.map_or("PC".to_owned(), |address| format!("{address:04X}"));
        let message = Message { text: "? shows all keys".to_owned(), failed: false };
        App {
            stepping,
            name: name.to_owned(),
            theme,
            focus: Panel::Code,
            cursor: None,
            top: Cell::new(None),
            last,
            scrolled: [0; Panel::COUNT],
            page: Cell::new(1),
            most: Cell::new(0),
            memory,
            prompt: None,
            history: Vec::new(),
            message,
            overlay: None,
        }
    }

    /// Shows the title of the program as a message.
    pub fn show_title(&mut self, title: &str) {
        let lines = title.lines().chain(["? shows all keys"]);
        self.say(&lines.collect::<Vec<_>>().join("\n"));
    }

    pub fn program(&self) -> &dyn Debuggee {
        self.stepping.program()
    }

    /// Returns the panels for the program.
    pub fn panels(&self) -> Vec<Panel> {
        let has_boards = self.stepping.figures.as_ref().is_some_and(|figures| !figures.is_empty());
        let panels = layout::panels_of(self.stepping.kind()).iter().copied();
        panels.filter(|panel| *panel != Panel::Board || has_boards).collect()
    }

    /// Returns the location of the cursor.
    pub fn at(&self) -> Location {
        self.cursor.unwrap_or_else(|| self.program().location())
    }

    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent) -> Flow {
        if self.prompt.is_some() {
            return self.edit_command_line(key);
        }
        if self.overlay.is_some() && self.scroll_overlay(key) {
            return Flow::Stay;
        }
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.say("q quits the debugger");
            return Flow::Stay;
        }
        match keys::action(key, self.stepping.kind()) {
            Some(action) => self.act(action),
            None => Flow::Stay,
        }
    }

    /// Inserts pasted text into the command line, if it is open.
    pub fn paste(&mut self, text: &str) {
        if let Some(prompt) = &mut self.prompt {
            prompt.insert(text);
        }
    }

    fn act(&mut self, action: Action) -> Flow {
        match action {
            Action::Run(command) => return self.execute(command),
            Action::Ask(question) => self.prompt = Some(Prompt::new(question)),
            Action::Toggle => return self.execute(&self.stepping.toggle(self.at())),
            Action::ToCursor => return self.execute(&format!("until {}", self.location_name(self.at()))),
            Action::Move(lines) => self.scroll(lines),
            Action::Page(pages) => self.scroll(pages * self.page.get().max(1) as isize),
            Action::Focus(by) => self.focus(by),
            Action::Home => (self.cursor, self.focus) = (None, Panel::Code),
            Action::Help => {
                let lines = keys::lines(self.stepping.kind());
                self.overlay = Some(Overlay { title: "Help".to_owned(), lines, scrolled: 0 });
            }
            Action::Redraw => return Flow::Redraw,
            Action::Suspend => return Flow::Suspend,
            Action::Quit => return Flow::Quit,
        }
        Flow::Stay
    }

    fn focus(&mut self, by: isize) {
        let panels = self.panels();
        let now = panels.iter().position(|panel| *panel == self.focus).unwrap_or(0);
        let next = now.checked_add_signed(by).unwrap_or(panels.len() - 1) % panels.len();
        self.focus = panels[next];
    }

    fn scroll(&mut self, lines: isize) {
        let scrolled = &mut self.scrolled[self.focus as usize];
        match self.focus {
            Panel::Code => self.move_cursor(lines),
            // Addresses wrap around.
            Panel::Memory => *scrolled = scrolled.wrapping_add(lines),
            // Output scrolls upward from its end.
            Panel::Output => *scrolled = (*scrolled - lines).clamp(0, self.most.get() as isize),
            _ => *scrolled = (*scrolled + lines).clamp(0, self.most.get() as isize),
        }
    }

    /// Moves the cursor by rows of code, up to the first or last row.
    fn move_cursor(&mut self, rows: isize) {
        let (here, count) = (self.at(), rows.unsigned_abs());
        let (before, after) = if rows < 0 { (count, 0) } else { (0, count) };
        let is_source = |location: Location| self.program().source_line(location).is_some();
        let shown = self.program().rows(here, before, after);
        let mut inside =
            shown.iter().map(|row| row.location).filter(|location| !is_source(here) || is_source(*location));
        self.cursor = if rows < 0 { inside.next() } else { inside.next_back() }.or(self.cursor);
    }

    fn say(&mut self, text: &str) {
        self.message = Message { text: text.to_owned(), failed: false };
    }
}

impl App {
    /// Executes a command and shows its reply.
    pub fn execute(&mut self, line: &str) -> Flow {
        let reply = self.stepping.execute(line);
        if reply.quit {
            return Flow::Quit;
        }
        if reply.moved.is_some() {
            self.cursor = None;
        }
        self.show(line, reply);
        Flow::Stay
    }

    fn show(&mut self, line: &str, reply: Reply) {
        let text = match &reply.moved {
            Some(report) if !reply.is_trace => self.stepping.stop_message(&report.cause),
            _ => reply.text,
        };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.len() > MESSAGE_LINES {
            self.message = Message::default();
            self.overlay = Some(Overlay { title: line.to_owned(), lines, scrolled: 0 });
        } else {
            self.message = Message { text, failed: reply.failed };
        }
    }

    pub(super) fn location_name(&self, location: Location) -> String {
        self.program().location_name(location)
    }
}

impl App {
    /// Handles a key for the command line.
    pub(super) fn edit_command_line(&mut self, key: &KeyEvent) -> Flow {
        let Some(prompt) = &mut self.prompt else { return Flow::Stay };
        match prompt.key(key, &self.history) {
            KeyEffect::Edited => {}
            KeyEffect::Cancelled => self.prompt = None,
            KeyEffect::Complete => self.complete(),
            KeyEffect::Entered => {
                let line = prompt.line.trim().to_owned();
                let question = prompt.question;
                self.prompt = None;
                return self.answer(question, &line);
            }
        }
        Flow::Stay
    }

    fn answer(&mut self, question: Question, line: &str) -> Flow {
        if line.is_empty() {
            return Flow::Stay;
        }
        match question.command {
            Some("") => {
                prompt::remember(&mut self.history, line);
                self.execute(line)
            }
            Some(command) => self.execute(&format!("{command} {line}")),
            None => {
                self.set_memory_address(line);
                Flow::Stay
            }
        }
    }

    /// Completes the word before the cursor up to the common prefix of all candidates, and lists several candidates.
    fn complete(&mut self) {
        let Some(prompt) = &mut self.prompt else { return };
        // Completion works on whole commands; a prompt has only the rest of one.
        let before = match prompt.question.command {
            Some("") => String::new(),
            command => format!("{} ", command.unwrap_or("print")),
        };
        let line = before.clone() + &prompt.line;
        let found = self.stepping.session.complete(&line, before.len() + prompt.cursor);
        let start = found.start.saturating_sub(before.len());
        let typed = prompt.line.get(start..prompt.cursor).unwrap_or("").chars().count();
        match found.words.as_slice() {
            [] => {}
            [word] => prompt.replace(start, &format!("{word} ")),
            words => {
                let common = prompt::common_prefix(words);
                if common.chars().count() > typed {
                    prompt.replace(start, &common);
                }
                self.say(&words.join("  "));
            }
        }
    }

    /// Sets the address of the memory panel to an expression.
    fn set_memory_address(&mut self, expression: &str) {
        match self.stepping.session.debugger().evaluate(expression) {
            Ok(_) => {
                self.memory = expression.to_owned();
                self.scrolled[Panel::Memory as usize] = 0;
                self.focus = Panel::Memory;
            }
            Err(error) => self.message = Message { text: error.to_string(), failed: true },
        }
    }

    /// Scrolls or closes the overlay. Returns whether the key was consumed.
    pub(super) fn scroll_overlay(&mut self, key: &KeyEvent) -> bool {
        let Some(overlay) = &mut self.overlay else { return false };
        let page = self.page.get().max(1);
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => overlay.scrolled += 1,
            KeyCode::Up => overlay.scrolled = overlay.scrolled.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => overlay.scrolled += page,
            KeyCode::PageUp => overlay.scrolled = overlay.scrolled.saturating_sub(page),
            KeyCode::Home => overlay.scrolled = 0,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => self.overlay = None,
            _ => {
                self.overlay = None;
                return false;
            }
        }
        if let Some(overlay) = &mut self.overlay {
            overlay.scrolled = overlay.scrolled.min(self.most.get());
        }
        true
    }
}
