//! Writes the code of a routine of a library in place of a call or a jump.

use std::collections::{BTreeMap, HashMap};

use arcadian_isa::Control;

use super::{Side, writer::Writer};
use crate::listing::{item::Code, library::Routine, names::renamed};

impl Writer<'_> {
    /// Writes the code of a routine instead of a call or a jump.
    pub(super) fn write_routine(&self, at: usize, code: &Code, routine: Routine, side: &mut Side) {
        let line = self.line(at);
        let is_call = code.control == Control::Call;
        let after = format!("{}_after", self.own(at));
        let mut push = |text: &str| side.push(text, line);
        if code.is_conditional {
            push(&self.entry(at, code, &after));
        }
        let [down, up] = self.return_address(is_call);
        push(down);
        for text in self.body(at, routine).source.lines() {
            // A routine that is jumped to returns for the code.
            let condition = returns_if(text).filter(|_| is_call);
            match condition {
                Some("") => push(&format!("\t{} {after}_back\n", self.jump)),
                Some(condition) => push(&format!("\t{} {condition},{after}_back\n", self.jump)),
                None => push(&format!("{text}\n")),
            }
        }
        if is_call {
            push(&format!("{after}_back:\n{up}"));
        }
        if is_call || code.is_conditional {
            push(&format!("{after}:\n"));
        }
    }

    /// Returns the code of a routine.
    fn body(&self, at: usize, routine: Routine) -> Side {
        let inner = Writer {
            function: routine.source,
            library: None,
            prefix: self.own(at),
            ends: BTreeMap::new(),
            shared: HashMap::new(),
            inside: routine.inside(),
            start: routine.start,
            jump: self.jump,
        };
        inner.side()
    }

    /// Returns the jump of which the condition decides between the routine and what follows.
    fn entry(&self, at: usize, code: &Code, after: &str) -> String {
        let begin = format!("{}_begin", self.own(at));
        let target = |word: &str| code.target.as_deref() == Some(word);
        let source =
            renamed(&code.source, &mut |word| if target(word) { begin.clone() } else { word.to_owned() });
        format!("{}\t{} {after}\n{begin}:\n", source.replacen("call ", "jp ", 1), self.jump)
    }

    /// Returns the code that moves the stack pointer over a return address and back. On the 6502 a routine does not see where
    /// the stack is.
    fn return_address(&self, is_call: bool) -> [&'static str; 2] {
        if is_call && self.jump == "JP" { ["\tDEC SP\n\tDEC SP\n", "\tINC SP\n\tINC SP\n"] } else { ["", ""] }
    }
}

/// Returns the condition of a return, which is empty if there is none.
fn returns_if(text: &str) -> Option<&str> {
    let (mnemonic, condition) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    ["RET", "RTS"].iter().any(|name| name.eq_ignore_ascii_case(mnemonic)).then(|| condition.trim())
}
