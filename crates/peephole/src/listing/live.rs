//! Liveness: which registers, flags and cells matter before each item of a function.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use arcadian_asm::fragment::Term;
use arcadian_isa::{Control, Row};
use arcadian_parallel::{cancellation::is_cancelled, flow::Resources};

use crate::listing::{
    functions::{Data, Function},
    item::{Body, Code, Item},
    library::Library,
    matching::falls_through,
    operands::Text,
    state::{Convention, Effects, State},
};

/// Facts about all functions that the analysis uses.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub(crate) state: State,
    convention: Convention,
    addresses: HashMap<String, u16>,
    /// The resources that are live at the entries of the functions of the new version, by name.
    entries: HashMap<String, Resources>,
    pub(crate) library: Library,
}

/// The part that counts of what calls and returns may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    All,
    /// None: only what the function itself uses.
    None,
}

impl Analysis {
    /// `name` returns our name for the compiler's.
    pub(crate) fn new(
        processor: arcadian_isa::Processor,
        convention: Convention,
        name: &mut dyn FnMut(&str) -> String,
    ) -> Analysis {
        let addresses = convention.cells().into_iter().map(|(cell, address)| (name(cell), address)).collect();
        Analysis {
            state: State::new(processor, &convention),
            convention,
            addresses,
            entries: HashMap::new(),
            library: Library::default(),
        }
    }

    /// Returns the address of a cell and a number, if that is what the terms are.
    fn address(&self, terms: &[Term], names: &[String]) -> Option<u16> {
        let cell = |number: &usize| self.addresses.get(names.get(*number)?).copied();
        match terms {
            [Term::Number(number)] => u16::try_from(*number).ok(),
            [Term::Parameter(number)] => cell(number),
            [Term::Parameter(number), Term::Number(offset), Term::Add] => {
                cell(number)?.checked_add(u16::try_from(*offset).ok()?)
            }
            _ => None,
        }
    }

    /// Returns what matters after a return or another jump to a computed address.
    pub(crate) fn at_return(&self, row: &Row, is_void: bool) -> Resources {
        // The return from an interrupt goes to any code.
        if matches!(row.mnemonic, "RETI" | "RETN" | "RTI") {
            return self.state.all();
        }
        // Another jump to a computed address can be a call as well.
        let is_return = row.mnemonic.starts_with('R');
        let is_dead = |name: &str| self.convention.is_dead_at_return(name, is_void && is_return);
        let returned = self.state.all() & !self.state.named(is_dead);
        if is_return { returned } else { returned | self.at_call("_") }
    }

    fn at_call(&self, callee: &str) -> Resources {
        self.state.all() & !self.state.named(|name| self.convention.is_dead_at_call(callee, name))
    }

    /// Returns what matters at a place outside of a function, by its name.
    pub(crate) fn outside(&self, target: Option<&String>) -> Resources {
        let known = |target: &String| self.entries.get(target).copied().unwrap_or(self.state.all());
        target.map_or(self.state.all(), |target| self.at_call(target) & known(target))
    }

    pub(crate) fn add_library(&mut self, mut library: Library) {
        library.add_effects(|code| self.effects(code));
        self.library = library;
    }

    /// Finds what is live at the entries of functions, so that it is known where they are called.
    pub(crate) fn add_functions(&mut self, functions: &[Function], in_data: &HashSet<String>) {
        for function in functions.iter().take_while(|_| !is_cancelled()) {
            let live = live(function, &entries(function, in_data), self, Passed::All);
            let known = live.first().copied().unwrap_or(self.state.all());
            self.entries.insert(function.name.clone(), known);
        }
    }

    fn effects(&self, code: &Code) -> Vec<Effects> {
        let effects = |step| self.state.effects(step, |terms| self.address(terms, &code.names));
        code.steps.iter().map(effects).collect()
    }
}

/// Returns what is live before each item of a function, and at its end.
pub(crate) fn live(
    function: &Function,
    entries: &[usize],
    analysis: &Analysis,
    passed: Passed,
) -> Vec<Resources> {
    let all = analysis.state.all();
    let effects: Vec<Vec<Effects>> = function
        .items
        .iter()
        .map(|item| item.code().map_or(Vec::new(), |code| analysis.effects(code)))
        .collect();
    let mut live = vec![0; function.items.len()];
    live.push(if passed == Passed::All { all } else { 0 });
    let mut has_changed = true;
    while has_changed && !is_cancelled() {
        has_changed = false;
        let computed =
            entries.iter().fold(0, |any, position| any | live.get(*position).copied().unwrap_or(all));
        for number in (0..function.items.len()).rev() {
            let before = before(function, number, &live, computed, &effects, analysis, passed);
            has_changed |= live[number] != before;
            live[number] = before;
        }
    }
    live
}

pub(crate) fn names_in_data(data: &[Data]) -> HashSet<String> {
    data.iter().flat_map(|data| &data.lines).flat_map(Text::names).cloned().collect()
}

/// Returns the labels of a function that data, which uses these names, or other files use.
pub(crate) fn labels_in_data(function: &Function, in_data: &HashSet<String>) -> BTreeSet<String> {
    let used = function.labels.keys().filter(|name| in_data.contains(*name)).cloned();
    used.chain(function.public.iter().cloned()).collect()
}

/// Returns the positions that code may continue at by their addresses: labels that are used other than by a jump, jumps in tables,
/// and what comes after the data that a called routine reads at its return address.
pub(crate) fn entries(function: &Function, in_data: &HashSet<String>) -> Vec<usize> {
    let in_data = labels_in_data(function, in_data);
    let addresses: HashSet<&String> = function.items.iter().flat_map(addresses).collect();
    let is_address = |name: &String| addresses.contains(name) || in_data.contains(name);
    let labels = function.labels.iter().filter(|(name, _)| is_address(name)).map(|(_, position)| *position);
    let tables = jump_tables(function).into_values().flatten();
    let mut entries: Vec<usize> = labels.chain(tables).chain(after_inline_data(function)).collect();
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// Returns the names that an item uses, but not that of the place to which it jumps.
fn addresses(item: &Item) -> impl Iterator<Item = &String> {
    let target = item.code().and_then(|code| code.target.as_ref());
    item.names().into_iter().filter(move |name| Some(*name) != target)
}

/// Returns the positions after data that execution seems to run into.
fn after_inline_data(function: &Function) -> Vec<usize> {
    let is_data = |at: usize| function.items.get(at).is_some_and(|item| item.code().is_none());
    let runs_on = |at: &usize| function.items[*at].code().is_some_and(falls_through) && is_data(at + 1);
    let last = function.items.len();
    let end = |at: usize| (at + 1..last).find(|at| !is_data(*at)).unwrap_or(last);
    (0..last).filter(runs_on).map(end).collect()
}

/// Returns the tables of jumps by their labels: jumps one after another, from a label whose address code uses.
pub(crate) fn jump_tables(function: &Function) -> BTreeMap<String, Range<usize>> {
    let code = function.items.iter().filter(|item| item.code().is_some());
    let addresses: HashSet<&String> = code.flat_map(addresses).collect();
    let positions: HashSet<usize> = function.labels.values().copied().collect();
    let is_jump = |at: &usize| {
        let code = function.items.get(*at).and_then(Item::code);
        code.is_some_and(|code| code.control == Control::Branch && !code.is_conditional)
    };
    let table = |(name, start): (&String, &usize)| {
        if !is_jump(start) || !addresses.contains(name) {
            return None;
        }
        let is_in_table = |at: &usize| is_jump(at) && !positions.contains(at);
        let end = (start + 1..).take_while(is_in_table).last().unwrap_or(*start);
        Some((name.clone(), *start..end + 1))
    };
    function.labels.iter().filter_map(table).collect()
}

fn before(
    function: &Function,
    number: usize,
    live: &[Resources],
    computed: Resources,
    effects: &[Vec<Effects>],
    analysis: &Analysis,
    passed: Passed,
) -> Resources {
    let all = analysis.state.all();
    let Body::Code(code) = &function.items[number].body else { return all };
    let next = live[number + 1];
    let Some((row, last)) = code.steps.last().map(|step| step.row).zip(effects[number].last()) else {
        return all;
    };
    let falls = if code.is_conditional { next } else { 0 };
    let local =
        code.target.as_ref().and_then(|target| function.labels.get(target)).map(|position| live[*position]);
    let filter = if passed == Passed::All { all } else { 0 };
    let outside = || analysis.outside(code.target.as_ref()) & filter;
    let routine = |after| analysis.library.live_before(code.target.as_ref()?, after);
    let after_last = match code.control {
        Control::Ordinary => last.live_before(next),
        Control::Branch => last.live_before(local.unwrap_or_else(outside) | falls),
        Control::Call => match routine(next) {
            Some(before) => last.uses | before | falls,
            None => last.uses | outside() | falls,
        },
        Control::Computed => {
            // A jump to an address on the stack or in a register returns, or continues in the function.
            last.uses | analysis.at_return(row, function.is_void) & filter | computed | falls
        }
        Control::Restart(_) | Control::Wait => filter | falls,
    };
    let earlier = effects[number].split_last().map_or(&[][..], |(_, earlier)| earlier);
    earlier.iter().rev().fold(after_last, |live, effects| effects.live_before(live))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{
        assembled::Assembled, compiler::Compiler, functions::read, operands::Names, statement::statements,
    };

    /// Returns which of these registers and flags are live before each instruction.
    fn live_of(compiler: Compiler, text: &str, among: &[&str]) -> Vec<String> {
        let mut names = Names::new(compiler.processor());
        let convention = Convention::of(compiler);
        let analysis = Analysis::new(compiler.processor(), convention, &mut |name| names.name(name));
        let statements = statements(compiler.syntax(), text);
        let listing = read(compiler, text, &statements, &Assembled::default(), &mut names);
        let live = live(&listing.functions[0], &[], &analysis, Passed::None);
        let named = |live: &Resources| {
            let found = analysis.state.registers(*live);
            let found: Vec<String> =
                found.into_iter().filter(|name| among.contains(&name.as_str())).collect();
            found.join(" ")
        };
        live.iter().map(named).collect()
    }

    #[test]
    fn what_instructions_use() {
        let flags = ["A", "X", "Y", "N", "Z", "C", "V"];
        let text = ".proc _f: near\n lda _n\n ldx _n+1\n cpx #$00\n bne L1\n cmp _m\nL1: beq L2\n inc _n\nL2: rts\n.endproc\n";
        let expected = ["", "A", "A X", "A Z", "A", "Z", "", "", ""];
        assert_eq!(live_of(Compiler::Cc65, text, &flags), expected);
    }
}
