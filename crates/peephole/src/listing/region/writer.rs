//! Writes the code of a region for a comparison, with the routines that it calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_isa::Control;

use super::Side;
use crate::listing::{
    functions::Function,
    item::Code,
    library::{Library, Routine},
    matching::{falls_through, local_target},
    operands::renamed,
};

/// Writer of the positions of one version.
pub(super) struct Writer<'a> {
    pub(super) function: &'a Function,
    /// The routines whose code is written instead of a call.
    pub(super) library: Option<&'a Library>,
    /// The beginning of the names of its own labels.
    pub(super) prefix: String,
    /// The names of the ends, by position.
    pub(super) ends: BTreeMap<usize, String>,
    /// The names of labels that both versions have.
    pub(super) shared: HashMap<String, String>,
    pub(super) inside: BTreeSet<usize>,
    pub(super) start: usize,
    pub(super) jump: &'static str,
}

impl<'a> Writer<'a> {
    /// Writes the code: the start first, and jumps where the next instruction is elsewhere.
    pub(super) fn side(&self) -> Side {
        let mut side = Side { source: String::new(), lines: Vec::new() };
        let mut order: Vec<usize> = self.inside.range(self.start..).copied().collect();
        order.extend(self.inside.range(..self.start));
        let targets: BTreeSet<usize> = order.iter().filter_map(|at| self.target(*at)).collect();
        let mut follows: Option<usize> = if order.is_empty() { Some(self.start) } else { None };
        for at in order {
            if let Some(expected) = follows.filter(|expected| *expected != at) {
                side.push(&format!("\t{} {}\n", self.jump, self.place(expected)), 0);
            }
            if !self.ends.contains_key(&at) && (targets.contains(&at) || follows != Some(at)) {
                side.push(&format!("{}:\n", self.own(at)), 0);
            }
            if let Some(code) = self.code(at) {
                follows = self.write(at, code, &mut side);
            }
        }
        if let Some(expected) = follows {
            side.push(&format!("\t{} {}\n", self.jump, self.place(expected)), 0);
        }
        side
    }

    /// Writes an item. Returns the position that follows it.
    fn write(&self, at: usize, code: &Code, side: &mut Side) -> Option<usize> {
        let line = self.line(at);
        if let Some(routine) = code.target.as_ref().and_then(|target| self.known(target)) {
            self.write_routine(at, code, routine, side);
        } else {
            let source = renamed(&code.source, &mut |word| self.word(word, code));
            source.lines().for_each(|text| side.push(&format!("{text}\n"), line));
        }
        falls_through(code).then_some(at + 1)
    }

    fn code(&self, at: usize) -> Option<&Code> {
        self.function.items.get(at)?.code()
    }

    pub(super) fn line(&self, at: usize) -> usize {
        self.function.items.get(at).map_or(0, |item| item.line)
    }

    pub(super) fn own(&self, at: usize) -> String {
        format!("{}_{at}", self.prefix)
    }

    fn place(&self, at: usize) -> String {
        self.ends.get(&at).cloned().unwrap_or_else(|| self.own(at))
    }

    pub(super) fn known(&self, name: &str) -> Option<Routine<'a>> {
        if self.function.labels.contains_key(name) {
            return None;
        }
        self.library.and_then(|library| library.routine(name))
    }

    fn target(&self, at: usize) -> Option<usize> {
        local_target(self.function, self.code(at)?)
    }

    fn word(&self, word: &str, code: &Code) -> String {
        let Some(position) = self.function.labels.get(word) else { return word.to_owned() };
        if code.target.as_deref() == Some(word) && code.control == Control::Branch {
            return self.place(*position);
        }
        self.shared.get(word).cloned().unwrap_or_else(|| format!("{}_{word}", self.prefix))
    }
}

impl Side {
    /// Adds lines that are from one line of the file; 0 if from none.
    pub(super) fn push(&mut self, lines: &str, number: usize) {
        self.source.push_str(lines);
        self.lines.extend(lines.lines().map(|_| number));
    }
}

impl Writer<'_> {
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
