//! Execution of commands.

use arcadian_debugger::{Location, command::Reply};

use super::{App, Flow, MESSAGE_LINES, Message, Overlay};

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
            Some(report) => self.stepping.stop_message(&report.cause),
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

    pub(super) fn location_name(&self, location: Location) -> String {
        self.program().location_name(location)
    }
}
