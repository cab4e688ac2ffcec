//! What is found out about a part.

use arcadian_compare::{
    Reason,
    cycles::{Answer, Question, Time, Way, measure},
    placed::Program,
};

use crate::cycles::{code::Code, part::Part};

/// The cycles of a part.
#[derive(Clone)]
pub struct Finding<'a> {
    /// The source or the binary.
    pub code: &'a dyn Code,
    pub part: &'a Part,
    /// Its cycles, or why they are not known.
    pub result: Result<Answer, Reason>,
}

/// Whether a part takes the stated cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does, which is proven.
    Holds,
    /// It does not.
    Fails,
    /// None are stated.
    Measured,
    /// It is not known.
    Undecided,
}

impl Verdict {
    /// Returns the word of the report.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "FAILS",
            Verdict::Measured => "",
            Verdict::Undecided => "undecided",
        }
    }

    /// Whether nothing is wrong or unknown.
    pub const fn is_right(self) -> bool {
        matches!(self, Verdict::Holds | Verdict::Measured)
    }
}

impl<'a> Finding<'a> {
    /// Measures a part. The thread's formulas are reset.
    pub fn of(code: &'a dyn Code, part: &'a Part) -> Self {
        let byte = |address| code.byte_at(address);
        let line = |address| code.row_at(address).map_or(0, |row| row.number);
        let program = Program { processor: code.processor(), byte: &byte, line: &line };
        let mut question = Question::new(program, part.start);
        question.ends = part.end.iter().map(|(_, address)| *address).collect();
        question.requires.clone_from(&part.requires);
        question.constants = part.constants(code);
        question.budget = part.stated.map(|stated| stated.most);
        Finding { code, part, result: measure(&question) }
    }

    /// Returns a finding without a result.
    pub fn unknown(code: &'a dyn Code, part: &'a Part, reason: Reason) -> Self {
        Finding { code, part, result: Err(reason) }
    }

    /// Returns whether the part takes the stated cycles.
    pub fn verdict(&self) -> Verdict {
        let Ok(Answer { time, .. }) = &self.result else { return Verdict::Undecided };
        match (self.part.stated, time) {
            (_, Time::Over(_)) => Verdict::Fails,
            (None, Time::Within { .. }) => Verdict::Measured,
            (Some(stated), Time::Within { least, most, .. })
                if stated.is_met_by(least.cycles, most.cycles) =>
            {
                Verdict::Holds
            }
            (Some(_), Time::Within { .. }) => Verdict::Fails,
        }
    }

    /// Returns the ways that take other cycles than are stated.
    pub fn wrong(&self) -> Vec<&Way> {
        let (Ok(Answer { time, .. }), Some(stated)) = (&self.result, self.part.stated) else {
            return Vec::new();
        };
        match time {
            Time::Over(way) => vec![way],
            Time::Within { least, most, .. } => {
                let is_least_wrong = !stated.is_budget && least.cycles != stated.least;
                let is_most_wrong =
                    most.cycles > stated.most || !stated.is_budget && most.cycles != stated.most;
                let wrong = [(is_least_wrong, &**least), (is_most_wrong, &**most)];
                wrong.into_iter().filter_map(|(is_wrong, way)| is_wrong.then_some(way)).collect()
            }
        }
    }

    /// Returns the way with the most cycles that is known.
    pub fn worst(&self) -> Option<&Way> {
        match &self.result.as_ref().ok()?.time {
            Time::Within { most, .. } => Some(most),
            Time::Over(way) => Some(way),
        }
    }
}
