//! Execution of commands.

use arcadian_debugger::{Location, command::Reply, debugger::Cause};

use super::{App, Flow, MESSAGE_LINES, Message, Overlay};
use crate::commands::step::view::snapshot::Snapshot;

impl App {
    /// Executes a command and shows its reply.
    pub fn execute(&mut self, line: &str) -> Flow {
        let before = Snapshot::of(self.program(), self.figures.as_deref());
        let reply = self.session.execute(line);
        if reply.quit {
            return Flow::Quit;
        }
        if let Some(report) = &reply.moved {
            self.cursor = None;
            if report.from != report.to {
                self.past.before = before;
            }
        }
        self.show(line, reply);
        Flow::Stay
    }

    fn show(&mut self, line: &str, reply: Reply) {
        let text = match &reply.moved {
            Some(report) => self.stop_message(&report.cause),
            None => reply.text,
        };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.len() > MESSAGE_LINES {
            self.message = Message::default();
            self.overlay = Some(Overlay { title: line.to_owned(), lines, scrolled: 0 });
        } else {
            self.message = Message { text, failed: reply.failed };
        }
    }

    /// Returns the message after a move: why it stopped, and the oracle's verdict. The panels show the rest.
    fn stop_message(&self, cause: &Cause) -> String {
        let cause = Some(cause.to_string()).filter(|cause| !cause.is_empty());
        let verdict = self.figures.as_ref().and_then(|figures| figures.verdict(self.program()));
        let lines: Vec<String> = cause.into_iter().chain(verdict).collect();
        lines.join(": ")
    }

    /// Returns the command that sets or deletes a breakpoint at the cursor.
    pub(super) fn toggle(&self) -> String {
        let location = self.at();
        match self.breakpoint(location) {
            Some(stop) => format!("delete {}", stop.id),
            None => format!("break {}", self.location_name(location)),
        }
    }

    pub(super) fn location_name(&self, location: Location) -> String {
        self.program().location_name(location)
    }
}
