//! The report of code that was found.

use arcadian_asm::Line;
use arcadian_proof::Routine;

use crate::{cost::Cost, sheet::Cycles};

/// Proven code that is cheaper than the given code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The complete sheet.
    pub sheet: String,
    /// Its cost.
    pub cost: Cost,
    /// The minimum and maximum of its cycles.
    pub cycles: (u64, u64),
    /// The instructions, the return included, as text.
    pub instructions: Vec<String>,
}

impl Found {
    /// Returns the report of a proven sheet.
    pub(crate) fn of_sheet(complete: &Routine, cycles: Cycles) -> Self {
        let instructions = complete.assembly.lines.iter().filter(|line| line.row.is_some());
        Found {
            sheet: complete.assembly.sheet_text(),
            cost: Cost { bytes: complete.size() as u32, cycles: cycles.1 as u32 },
            cycles,
            instructions: instructions.map(source).collect(),
        }
    }
}

/// Returns an instruction without the label before it and the comment after it.
fn source(line: &Line) -> String {
    let code = if line.comment.is_empty() {
        &*line.text
    } else {
        line.text.rsplit_once(&*line.comment).map_or(&*line.text, |(code, _)| code)
    };
    let text = code.split_once(": ").map_or(code, |(_, text)| text);
    text.trim().trim_end_matches(';').trim().to_owned()
}
