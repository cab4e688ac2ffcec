//! Keys for the command line and for an overlay.

use crossterm::event::{KeyCode, KeyEvent};

use super::{App, Flow, Message};
use crate::terminal::stepping::{
    keys::Question,
    layout::Panel,
    prompt::{self, Typed},
};

impl App {
    /// Handles a key for the command line.
    pub(super) fn edit_command_line(&mut self, key: &KeyEvent) -> Flow {
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
