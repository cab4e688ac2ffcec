//! ACME: conditions on names that are defined further down.
//!
//! ACME reads a source again if a value was missing, and keeps the names of the time before: `!ifdef` then finds a name that is defined
//! below. Here a condition has the answer of the first time. Where the other answer would change bytes, the source is refused.

use crate::flow::{Contest, Dependent};

use crate::fault::Fault;
use crate::passes::Engine;
use crate::syntax::scan::At;
use crate::syntax::token::Token;

impl Engine<'_> {
    /// Notes a condition on a name that nothing above defines, but something below, if ACME reads the source again.
    pub(crate) fn contest(&mut self, record: usize, name: &Token<'_>, dependent: Dependent) {
        let keeps_names = self.table.lexis.braces && self.symbols.pass() > 1;
        if !keeps_names || self.is_name_defined(name.text) {
            return;
        }
        if !self.candidates(name.text).iter().any(|full| self.symbols.was_defined(full)) {
            return;
        }
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        let contest = Contest {
            name: name.text.to_owned(),
            record,
            span: name.span(),
            blocks: match dependent {
                Dependent::Block => blocks + 1,
                Dependent::Statement | Dependent::Others => usize::MAX,
                Dependent::File => 0,
            },
            frames,
            before: self.so_far(),
            has_others: dependent == Dependent::Others,
        };
        self.pass.contests.push(contest);
    }

    /// Notes that the innermost condition has another branch.
    pub(crate) fn contest_others(&mut self) {
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        for contest in &mut self.pass.contests {
            contest.has_others |= (contest.blocks, contest.frames) == (blocks, frames);
        }
    }

    /// Reports conditions whose statements are read, if the other answer would change bytes.
    pub(crate) fn settle_contests(&mut self) {
        if self.pass.contests.is_empty() {
            return;
        }
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        let is_open = |contest: &Contest| {
            frames > contest.frames || frames == contest.frames && blocks >= contest.blocks
        };
        let (open, over) =
            std::mem::take(&mut self.pass.contests).into_iter().partition::<Vec<_>, _>(is_open);
        self.pass.contests = open;
        let now = self.so_far();
        for contest in over.into_iter().filter(|contest| contest.has_others || contest.before != now) {
            let hint = format!("define `{}` above, or place nothing that depends on it", contest.name);
            self.report(contest.record, At::new(Fault::DefinedBelow(contest.name), contest.span).hint(hint));
        }
    }

    fn so_far(&self) -> (usize, i64) {
        (self.pass.items.len(), self.segments.location())
    }
}
