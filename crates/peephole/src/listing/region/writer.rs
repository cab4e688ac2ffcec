//! Writes the code of a region for a comparison.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_isa::Control;

use super::Side;
use crate::listing::{
    cuts::{falls_through, local_target},
    functions::Function,
    item::Code,
    library::{Library, Routine},
    names::renamed,
};

/// How the positions of one version are written.
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

    /// Returns the number of the line of an item.
    pub(super) fn line(&self, at: usize) -> usize {
        self.function.items.get(at).map_or(0, |item| item.line)
    }

    pub(super) fn own(&self, at: usize) -> String {
        format!("{}_{at}", self.prefix)
    }

    /// Returns the name of a position to which code jumps.
    fn place(&self, at: usize) -> String {
        self.ends.get(&at).cloned().unwrap_or_else(|| self.own(at))
    }

    /// Returns the routine with a name if its code is known.
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
