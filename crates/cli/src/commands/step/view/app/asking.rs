//! The command line, and what lies over everything else.

use crossterm::event::{KeyCode, KeyEvent};

use super::{App, Flow, Message};
use crate::commands::step::view::{
    keys::Question,
    layout::Panel,
    prompt::{self, Typed},
};

impl App {
    /// Takes a key for the command line.
    pub(super) fn type_key(&mut self, key: &KeyEvent) -> Flow {
        let Some(prompt) = &mut self.prompt else { return Flow::Stay };
        match prompt.key(key, &self.history) {
            Typed::Edited => {}
            Typed::Cancelled => self.prompt = None,
            Typed::Complete => self.complete(),
            Typed::Entered => {
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
                self.look_at(line);
                Flow::Stay
            }
        }
    }

    /// Completes the word before the cursor as far as it is clear, or says what it could be.
    fn complete(&mut self) {
        let Some(prompt) = &mut self.prompt else { return };
        // Completion knows commands; an answer is the rest of one.
        let before = match prompt.question.command {
            Some("") => String::new(),
            command => format!("{} ", command.unwrap_or("print")),
        };
        let line = before.clone() + &prompt.line;
        let found = self.session.complete(&line, before.len() + prompt.cursor);
        let start = found.start.saturating_sub(before.len());
        let begun = prompt.line.get(start..prompt.cursor).unwrap_or("").chars().count();
        match found.words.as_slice() {
            [] => {}
            [word] => prompt.replace(start, &format!("{word} ")),
            words => {
                let common = prompt::common(words);
                if common.chars().count() > begun {
                    prompt.replace(start, &common);
                }
                self.say(&words.join("  "));
            }
        }
    }

    /// Lets the memory panel look somewhere.
    fn look_at(&mut self, place: &str) {
        match self.session.debugger().evaluate(place) {
            Ok(_) => {
                self.memory = place.to_owned();
                self.scrolled[Panel::Memory as usize] = 0;
                self.focus = Panel::Memory;
            }
            Err(error) => self.message = Message { text: error.to_string(), failed: true },
        }
    }

    /// Scrolls what lies over everything, or takes it away; whether the key is used up.
    pub(super) fn turn_overlay(&mut self, key: &KeyEvent) -> bool {
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
