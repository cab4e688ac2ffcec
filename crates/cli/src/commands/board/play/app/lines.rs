//! The lines around the board: title, players, status, question or typed move, message, keys.

use super::{App, Machine, Question};
use crate::commands::board::play::{heading, keys, player};

impl App {
    /// Returns the routines of the last move with their numbers from 1.
    fn numbered_routines(&self) -> String {
        let runs = self.setup.machine.iter().flat_map(Machine::runs);
        let names = (1..).zip(runs).map(|(number, run)| format!("{number} {}", run.routine));
        names.collect::<Vec<_>>().join("  ")
    }

    /// Returns the message, after it what the machine code of the last move cost.
    pub fn text(&self) -> String {
        let machine = self.setup.machine.as_ref().filter(|_| !self.message.is_error);
        let costs = machine.and_then(Machine::costs);
        let message = Some(self.message.text.clone()).filter(|text| !text.is_empty());
        message.into_iter().chain(costs).collect::<Vec<_>>().join(" ")
    }

    pub fn title(&self) -> String {
        let on = self.setup.machine.as_ref().map(|machine| format!(", on the {}", machine.processor()));
        heading(self.game()) + &on.unwrap_or_default()
    }

    /// Returns the keys that are shown in the last row.
    pub fn footer(&self) -> String {
        match &self.question {
            Some(Question::Quit) => "y leave  ~w write first  any other key stays".to_owned(),
            Some(Question::New) if self.is_unsaved() => {
                "y start anew, this one is lost  ~w write first  ~any other key continues".to_owned()
            }
            Some(Question::New) => "y start a new game  ~any other key continues".to_owned(),
            Some(Question::Continue) if self.records.is_on() => {
                "y continue here  ~any other key stays".to_owned()
            }
            Some(Question::Continue) => "y continue here  ~w write first  any other key stays".to_owned(),
            Some(Question::Replace(_)) => "y replace the file  ~any other key cancels".to_owned(),
            Some(Question::Write(_)) => "Enter write  Esc cancel".to_owned(),
            Some(Question::Debug) => "1 to 9 step through this routine  ~any other key continues".to_owned(),
            None if self.shows_help => "any key closes the help".to_owned(),
            None if self.is_stepping => keys::stepping_footer(self.game().start().kind(), self.has_machine()),
            None if self.is_programs_turn() => "Enter move now  ~u take back  q quit  ? help".to_owned(),
            None => keys::footer(self.game().start().kind(), self.has_machine()),
        }
    }

    /// Returns the text of the question, or the typed move, or nothing.
    pub fn input(&self) -> Option<String> {
        match &self.question {
            Some(Question::Quit) => Some("Leave without writing the game? ".to_owned()),
            Some(Question::New) => Some("Start a new game? ".to_owned()),
            Some(Question::Continue) => {
                let moves = if self.later_moves() == 1 { "move" } else { "moves" };
                Some(format!("Continue here without the {} later {moves}? ", self.later_moves()))
            }
            Some(Question::Write(name)) => Some(format!("File for the record: {name}")),
            Some(Question::Replace(path)) => {
                Some(format!("Replace {}? ", arcadian_files::escape::path(path)))
            }
            Some(Question::Debug) => Some(format!("Step through: {}? ", self.numbered_routines())),
            None => (!self.typed.is_empty()).then(|| format!("Move: {}", self.typed)),
        }
    }

    /// Returns the status, after the number of the move and of all moves while stepping.
    pub fn status(&self) -> String {
        let game = self.game();
        let place = match self.is_stepping {
            true => format!("{}/{}: ", game.at(), game.steps().len()),
            false => String::new(),
        };
        place + &game.status()
    }

    pub fn players(&self) -> Vec<String> {
        let kind = self.game().start().kind();
        let both = arcadian_games::Side::BOTH.into_iter();
        match kind.sides.len() {
            1 => Vec::new(),
            _ => both
                .map(|side| format!("{}: {}", kind.side(side), player(self.game().player(side))))
                .collect(),
        }
    }
}
