//! Routines of a compiler's library, from its sources: where their code is known, a call of one need not be a call of something
//! unknown.

use std::collections::{BTreeSet, HashMap};

use arcadian_isa::{Control, Form, Row};
use arcadian_parallel::flow::Resources;

use crate::listing::{
    compiler::Compiler,
    functions::{Function, alias},
    item::{Body, Code, Item},
    matching::{local_target, successors},
    operands::Names,
    state::Effects,
    statement::{Kind, statements, with_single_blanks},
};

/// The sources of a library. Each is one piece of code, because routines run into those after them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    sources: Vec<Function>,
    /// The starts of routines: the source and the position in it.
    routines: HashMap<String, (usize, usize)>,
    aliases: HashMap<String, String>,
    /// The effects of the instructions of each source.
    effects: Vec<Vec<Vec<Effects>>>,
}

/// A routine whose code is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Routine<'a> {
    pub(crate) source: &'a Function,
    pub(crate) start: usize,
}

impl Library {
    /// Adds a source. What cannot be read in it is not known.
    pub(crate) fn add(&mut self, compiler: Compiler, text: &str, names: &mut Names) {
        let mut source = Function::default();
        let mut scope = "";
        for statement in statements(compiler.syntax(), text) {
            match statement.kind {
                Kind::Label(label) | Kind::Begin(label) => {
                    let is_local = label.starts_with('@');
                    scope = if is_local { scope } else { label };
                    let name = names.name(&scoped(label, scope));
                    source.labels.insert(name.clone(), source.items.len());
                    if !is_local {
                        self.routines.entry(name).or_insert((self.sources.len(), source.items.len()));
                    }
                }
                Kind::Code | Kind::Data => {
                    source.items.push(Item::scoped(compiler, &statement, &mut |name| {
                        names.name(&scoped(name, scope))
                    }));
                }
                Kind::Constant => {
                    let text = with_single_blanks(statement.text);
                    let alias =
                        alias(compiler, &text).map(|(name, label)| (names.name(name), names.name(label)));
                    self.aliases.extend(alias);
                }
                _ => {}
            }
        }
        source.name_distances();
        self.sources.push(source);
    }

    pub(crate) fn add_effects(&mut self, effects: impl Fn(&Code) -> Vec<Effects>) {
        let of_item = |item: &Item| item.code().map_or(Vec::new(), &effects);
        self.effects = self.sources.iter().map(|source| source.items.iter().map(of_item).collect()).collect();
    }

    /// Returns what is live before a routine, if this is live after it; `None` if its code is not known.
    pub(crate) fn live_before(&self, name: &str, after: Resources) -> Option<Resources> {
        let (number, start) = self.place(name)?;
        let (source, effects) = (self.sources.get(number)?, self.effects.get(number)?);
        let inside = Routine { source, start }.inside();
        let mut live: HashMap<usize, Resources> = HashMap::new();
        loop {
            let mut has_changed = false;
            for at in inside.iter().rev() {
                let code = source.items.get(*at)?.code()?;
                let next = successors(source, *at);
                let falls = next.iter().fold(0, |any, next| any | live.get(next).copied().unwrap_or(0));
                let is_return =
                    code.steps.last().is_some_and(|step| matches!(step.row.mnemonic, "RET" | "RTS"));
                let end = match code.control {
                    Control::Ordinary => falls,
                    Control::Branch if local_target(source, code).is_some() => falls,
                    Control::Computed if is_return => falls | after,
                    _ => return None,
                };
                let before =
                    effects.get(*at)?.iter().rev().fold(end, |live, effects| effects.live_before(live));
                has_changed |= live.insert(*at, before) != Some(before);
            }
            if !has_changed {
                return live.get(&start).copied();
            }
        }
    }

    fn place(&self, name: &str) -> Option<(usize, usize)> {
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.routines.get(name).copied()
    }

    /// Returns a routine if its code can stand in the place of a call.
    pub(crate) fn routine(&self, name: &str) -> Option<Routine<'_>> {
        let (source, start) = self.place(name)?;
        let routine = Routine { source: self.sources.get(source)?, start };
        routine.is_simple().then_some(routine)
    }
}

/// Returns the name of a label that belongs to the label before it.
fn scoped(name: &str, scope: &str) -> String {
    if name.starts_with('@') { format!("{scope}{name}") } else { name.to_owned() }
}

impl Routine<'_> {
    /// Returns the row of its return.
    pub(crate) fn back(&self) -> Option<&'static Row> {
        let inside = self.inside();
        let mut codes = inside.iter().filter_map(|at| self.source.items.get(*at)?.code());
        let back = codes.find(|code| code.control == Control::Computed)?;
        back.steps.last().map(|step| step.row)
    }

    /// Returns the positions that it executes.
    pub(crate) fn inside(&self) -> BTreeSet<usize> {
        let mut inside = BTreeSet::new();
        let mut open = vec![self.start];
        while let Some(at) = open.pop() {
            if inside.insert(at) {
                open.extend(successors(self.source, at));
            }
        }
        inside
    }

    /// Returns whether it pulls from the stack only what it has pushed itself, and returns at its end.
    fn is_simple(&self) -> bool {
        let inside = self.inside();
        inside.iter().all(|at| self.source.items.get(*at).is_some_and(|item| self.is_allowed(item)))
            && self.depths().is_some()
    }

    fn is_allowed(&self, item: &Item) -> bool {
        let Body::Code(code) = &item.body else { return false };
        let uses_stack = code.steps.iter().any(|step| uses_stack(step.row));
        let is_return = matches!(code.control, Control::Computed)
            && code.steps.last().is_some_and(|step| matches!(step.row.mnemonic, "RET" | "RTS"));
        let is_jump = local_target(self.source, code).is_some();
        !uses_stack && (matches!(code.control, Control::Ordinary) || is_return || is_jump)
    }

    /// Returns the bytes pushed before each item, unless a pull could get more than was pushed or a return finds something pushed.
    fn depths(&self) -> Option<HashMap<usize, i32>> {
        let mut depths = HashMap::from([(self.start, 0)]);
        let mut open = vec![self.start];
        while let Some(at) = open.pop() {
            let code = self.source.items.get(at)?.code()?;
            let depth = *depths.get(&at)?;
            if code.control == Control::Computed && depth != 0 {
                return None;
            }
            let change: i32 = code.steps.iter().map(|step| change(step.row.mnemonic)).sum();
            let after = depth + change;
            if after < 0 {
                return None;
            }
            for next in successors(self.source, at) {
                match depths.insert(next, after) {
                    None => open.push(next),
                    Some(known) if known != after => return None,
                    Some(_) => {}
                }
            }
        }
        Some(depths)
    }
}

/// Returns whether an instruction sets the stack pointer or accesses the word on the stack. The zero page cell `sp` of cc65 is something
/// else.
fn uses_stack(row: &Row) -> bool {
    let is_first = |name: &str| row.forms().next() == Some(Form::Name(name));
    let is_load = row.mnemonic == "LD" && is_first("SP");
    matches!(row.mnemonic, "TXS" | "TSX") || is_load || row.forms().any(|form| form == Form::AtName("SP"))
}

/// Returns the number of words, on the 6502 bytes, that an instruction pushes.
fn change(mnemonic: &str) -> i32 {
    match mnemonic {
        "PUSH" | "PHA" | "PHP" => 1,
        "POP" | "PLA" | "PLP" => -1,
        _ => 0,
    }
}
