//! The search for the matches of a rule: its lines are matched one by one, and a condition is tested as soon as its variables are
//! bound.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use super::{
    Assume, Corpus, Entry, Instance, Instances, Options, Outcome,
    satisfy::{equal, is_ready, satisfy},
    state::{Assembly, Bindings, NoSource, Source, State, TOO_LARGE},
    unify::{self, Unifier},
};
use crate::rules::{
    rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, Template},
    term::{Term, Unary},
    text::{Text, is_name},
    value::{CPU, Value},
};

/// The greatest number of partial matches.
const MOST_MATCHES: usize = 50_000;

/// The greatest length of a line, so that no recursion is too deep.
const LONGEST: usize = 500;

/// The greatest number of repetitions that is tried for a line.
const MOST_REPEATED: usize = 16;

/// The flags of the Z80: all of them are `F`.
const FLAGS: [&str; 6] = ["F.S", "F.Z", "F.HF", "F.PV", "F.N", "F.CY"];

/// The reason that a rule is not decided if its time is over.
const TIME_IS_OVER: &str = "the time is over";

pub(super) fn run(rule: &Rule, options: &Options) -> Outcome {
    if let Some(routine) = other_routine(rule) {
        return Outcome::NotDecided(format!(
            "it depends on the routine {routine}, which the rule does not define"
        ));
    }
    if rule.before.iter().any(is_long) {
        return Outcome::NotDecided(format!("a line is longer than {LONGEST} characters"));
    }
    let corpus = Corpus::of(options.processor, rule.format);
    let unifier = Unifier { processor: options.processor, format: rule.format, corpus };
    let mut search = Search {
        rule,
        options,
        unifier,
        assembly: Assembly::new(options.processor, rule.format),
        ways: HashMap::new(),
        found: Instances::default(),
        seen: HashSet::new(),
        matches: 0,
        failed: None,
        undecided: None,
        holds: vec![None; rule.conditions.len()],
    };
    let cpu = options.processor.to_string().to_ascii_lowercase();
    for state in with_plain_numbers(rule, State::default().binding(CPU, cpu)) {
        search.line(0, state, &parts(rule));
    }
    if options.is_cancelled() {
        return Outcome::NotDecided(TIME_IS_OVER.to_owned());
    }
    let never = search.never();
    let Search { found, failed, undecided, .. } = search;
    if let Some(reason) = undecided {
        return Outcome::NotDecided(reason);
    }
    if !found.list.is_empty() {
        return Outcome::Instances(found);
    }
    match failed.or(found.limited) {
        Some(reason) => Outcome::NotDecided(reason),
        None => Outcome::NeverMatches(never),
    }
}

struct Search<'a> {
    rule: &'a Rule,
    options: &'a Options<'a>,
    unifier: Unifier<'static>,
    assembly: Assembly,
    ways: HashMap<(usize, Bindings), Rc<Vec<Bindings>>>,
    found: Instances,
    seen: HashSet<Instance>,
    matches: usize,
    /// The reason that a match became no instance.
    failed: Option<String>,
    /// The reason that it is not known whether something is an instance.
    undecided: Option<String>,
    /// Whether each condition of the rule has held, if it was tested.
    holds: Vec<Option<bool>>,
}

/// A condition, or a part of one, with the number of the condition.
type Pending<'a> = (usize, &'a Condition);

/// The instructions with a number that is a part of the opcode, and the greatest one.
const NUMBERED: [(&str, u8); 5] = [("bit ", 7), ("set ", 7), ("res ", 7), ("im ", 2), ("rst ", 56)];

/// Returns a state for each number of such an instruction that a line before it has as a constant.
fn with_plain_numbers(rule: &Rule, start: State) -> Vec<State> {
    let templates = rule.before.iter().filter_map(|line| match &line.kind {
        LineKind::Code(template) => Some(template),
        _ => None,
    });
    let (mut states, mut seen) = (vec![start], HashSet::new());
    for template in templates {
        if let [Piece::Text(mnemonic), Piece::Variable(name), ..] = &template.0[..]
            && let Some((_, most)) = NUMBERED.iter().find(|(known, _)| mnemonic.eq_ignore_ascii_case(known))
            && seen.contains(name.as_str())
            && states[0].bound.get(name).is_none()
        {
            let bound = |state: &State| {
                (0..=*most).map(|number| state.binding(name, number.to_string())).collect::<Vec<_>>()
            };
            states = states.iter().flat_map(bound).collect();
        }
        seen.extend(template.variables());
    }
    states
}

fn parts(rule: &Rule) -> Vec<Pending<'_>> {
    let all = rule.conditions.iter().enumerate();
    all.flat_map(|(number, all)| all.parts().into_iter().map(move |part| (number, part))).collect()
}

impl<'a> Search<'a> {
    /// Returns why the rule never matches: the first condition that never holds.
    fn never(&self) -> String {
        let processor = self.options.processor;
        let condition = self.holds.iter().position(|holds| *holds == Some(false));
        match condition.and_then(|number| self.rule.written.get(number)) {
            Some(condition) => {
                format!("no code of the {processor} that matches its pattern meets {condition}")
            }
            None => format!("no code of the {processor} matches its pattern"),
        }
    }

    /// Returns the matches of these that satisfy a condition.
    fn satisfying(&mut self, (number, condition): Pending, states: &[State]) -> Vec<State> {
        let found: Vec<State> = states.iter().flat_map(|state| satisfy(condition, state)).collect();
        if let (Some(holds), false) = (self.holds.get_mut(number), states.is_empty()) {
            *holds = Some(!found.is_empty() || *holds == Some(true));
        }
        found
    }

    /// Matches the lines from this one on.
    fn line(&mut self, index: usize, state: State, pending: &[Pending<'a>]) {
        if self.is_full() {
            return;
        }
        self.matches += 1;
        let (ready, pending): (Vec<_>, Vec<_>) =
            pending.iter().partition(|(_, found)| is_ready(found, &state, false));
        let states = ready.into_iter().fold(vec![state], |states, part| self.satisfying(part, &states));
        for state in states {
            if self.is_undecided(&state) {
                return;
            }
            if index == self.rule.before.len() {
                self.generate(state, &pending);
                continue;
            }
            for state in self.matched(index, &state) {
                self.line(index + 1, state, &pending);
            }
        }
    }

    fn matched(&mut self, index: usize, state: &State) -> Vec<State> {
        let Some(line) = self.rule.before.get(index) else { return Vec::new() };
        match &line.kind {
            LineKind::Block(_) => vec![state.clone()],
            LineKind::Label(template) => vec![labeled(template, state)],
            LineKind::Code(template) => self.code(index, template, state),
            LineKind::Repeated(count, template) => {
                self.limit(format!("a line is repeated 1 to {MOST_REPEATED} times"));
                let times = (1..=MOST_REPEATED).map(|times| state.binding(count, times.to_string()));
                times.flat_map(|state| self.code(index, template, &state)).collect()
            }
        }
    }

    fn code(&mut self, index: usize, template: &Template, state: &State) -> Vec<State> {
        let bound = |more| State { bound: state.bound.and(more), ..state.clone() };
        self.ways(index, template, state).iter().map(bound).collect()
    }

    /// Returns what each matching instruction binds. It depends only on the bound variables of the line, and is kept.
    fn ways(&mut self, index: usize, template: &Template, state: &State) -> Rc<Vec<Bindings>> {
        let key = (index, state.bound.only(template.variables()));
        if let Some(ways) = self.ways.get(&key) {
            return Rc::clone(ways);
        }
        let known = &key.1;
        let mut found = Vec::new();
        for text in self.unifier.corpus.texts(mnemonic(template, known).as_deref()) {
            if self.options.is_cancelled() {
                break;
            }
            self.unifier.unify(template, text, known, &mut found);
        }
        let ways = Rc::new(found.into_iter().map(|bound| bound.added_to(known)).collect());
        self.ways.insert(key, Rc::clone(&ways));
        ways
    }

    /// Tests the conditions that bind what the pattern does not, in an order in which each has what it needs.
    fn generate(&mut self, state: State, pending: &[Pending<'a>]) {
        if self.is_undecided(&state) || self.is_full() {
            return;
        }
        self.matches += 1;
        if pending.is_empty() {
            return self.repeat(&state);
        }
        let next = [false, true].iter().find_map(|generates| {
            pending.iter().position(|(_, condition)| is_ready(condition, &state, *generates))
        });
        let Some(next) = next else {
            self.fail("a condition has a variable that nothing binds".to_owned());
            return;
        };
        let mut rest = pending.to_vec();
        let condition = rest.remove(next);
        for state in self.satisfying(condition, &[state]) {
            self.generate(state, &rest);
        }
    }

    /// Tries each number of times of a line of the new code that is repeated as often as a constant says.
    fn repeat(&mut self, state: &State) {
        let counts = self.rule.after.iter().filter_map(|line| match &line.kind {
            LineKind::Repeated(count, _) => Some(count),
            _ => None,
        });
        let unknown = counts.filter_map(|count| state.bound.get(count)).find(|text| text.plain().is_none());
        let Some(count) = unknown else {
            self.instance(state);
            return self.sums(state).iter().for_each(|state| self.instance(state));
        };
        let text = |times: i64| Text::from(times.to_string());
        let most = MOST_REPEATED as i64;
        let states = (0..=most).flat_map(|times| equal(count, &text(times), state)).collect::<Vec<_>>();
        let greatest = state.assumes.iter().filter_map(|assume| match assume {
            Assume::Between { value, high, .. } if Some(value) == count.term().as_ref() => Some(*high),
            _ => None,
        });
        if greatest.min().is_none_or(|high| high > most) {
            self.limit(format!("a line is repeated 0 to {MOST_REPEATED} times"));
        }
        for state in states {
            if !self.is_undecided(&state) {
                self.repeat(&state);
            }
        }
    }

    /// Returns the matches in which a constant is a sum, of which an operator of the new code takes only a part: the compilers rewrite texts.
    fn sums(&self, state: &State) -> Vec<State> {
        if !matches!(self.rule.format, Format::Sdcc | Format::Copt) {
            return Vec::new();
        }
        let after = self.rule.after.iter().filter_map(|line| match &line.kind {
            LineKind::Code(template) | LineKind::Repeated(_, template) => Some(template),
            LineKind::Label(_) | LineKind::Block(_) => None,
        });
        let found = after.flat_map(Template::beside_operators).filter_map(|name| state.constant(name));
        let conditions = self.rule.conditions.iter().flat_map(Condition::parts);
        let of_numbers = conditions.filter(|condition| condition.takes_numbers());
        let variables = of_numbers.flat_map(Condition::values).flat_map(Value::variables);
        let numbers: BTreeSet<_> = variables.filter_map(|name| state.constant(name)).collect();
        let sums: BTreeSet<_> = found.filter(|constant| !numbers.contains(constant)).collect();
        sums.iter().map(|constant| state.with_sum(constant)).collect()
    }

    fn instance(&mut self, state: &State) {
        let old = self.assembly.source(&self.rule.before, state);
        let new = self.assembly.source(&self.rule.after, state);
        let (old, new) = match (old, new) {
            (Ok(old), Ok(new)) => (old, new),
            (Err(NoSource::Unbound(name)), _) | (_, Err(NoSource::Unbound(name))) => {
                return self.fail(format!("nothing binds the variable {name}"));
            }
            (Err(NoSource::TooLarge), _) | (_, Err(NoSource::TooLarge)) => {
                self.undecided.get_or_insert(TOO_LARGE.to_owned());
                return;
            }
            (Err(NoSource::Unwritable(text)), _) => {
                return self.fail(format!("the code to replace does not assemble: `{text}`"));
            }
            (_, Err(NoSource::Unwritable(text))) => {
                self.found.not_assembled += 1;
                return self.fail(format!("the new code does not assemble: `{text}`"));
            }
        };
        if state.is_without_effect && self.assembly.has_effect(&old.text) {
            return;
        }
        if let Some(fault) = self.assembly.fault(&old.text) {
            return self.fail(format!("the code to replace does not assemble: {fault}"));
        }
        if let Some(fault) = self.assembly.fault(&new.text) {
            self.found.not_assembled += 1;
            return self.fail(format!("the new code does not assemble: {fault}"));
        }
        let Some(entries) = self.entries(&old, state) else { return self.too_many_jumps() };
        let ranges = self.ranges(&old, &new);
        let mut not_volatile: Vec<String> =
            state.not_volatile.iter().map(|operand| operand.to_string().replace('#', "")).collect();
        not_volatile.sort();
        not_volatile.dedup();
        let mut requires = state.assumes.clone();
        for range in ranges {
            if !requires.contains(&range) {
                requires.push(range);
            }
        }
        let instance = Instance {
            old: old.text,
            new: new.text,
            dead: dead(state),
            reach: self.rule.format.reach(),
            not_volatile,
            requires,
            entries,
            bindings: Vec::new(),
        };
        // Other bindings do not make it another instance.
        if self.seen.contains(&instance) {
            return;
        }
        if self.found.list.len() == self.options.most {
            return self.limit(format!("there are more than {} instances", self.options.most));
        }
        self.seen.insert(instance.clone());
        self.found.list.push(Instance { bindings: state.bound.operands(), ..instance });
    }

    /// Returns the labels to which other code can jump; `None` if the code has more jumps to a label than a condition says.
    fn entries(&self, old: &Source, state: &State) -> Option<Vec<Entry>> {
        let others = |label: &str| {
            let stated = state.assumes.iter().find_map(|assume| match assume {
                Assume::References { label: other, count } if other == label => Some(*count),
                _ => None,
            });
            stated.map(|count| count - old.references(label))
        };
        let mut labels = state.assumes.iter().filter_map(|assume| match assume {
            Assume::References { label, .. } => Some(label),
            _ => None,
        });
        if labels.any(|label| others(label).is_some_and(|others| others < 0)) {
            return None;
        }
        let written = self.rule.before.iter().filter_map(label);
        let entry = |(label, written): (&String, String)| {
            let others = others(label);
            let entry = Entry { label: label.clone(), written, is_stated: others.is_some() };
            (others != Some(0)).then_some(entry)
        };
        Some(old.labels.iter().zip(written).filter_map(entry).collect())
    }

    fn too_many_jumps(&mut self) {
        let counts = |condition: &Condition| {
            condition.parts().iter().any(|part| matches!(part, Condition::References(..)))
        };
        let counting =
            self.rule.conditions.iter().zip(&mut self.holds).find(|(condition, _)| counts(condition));
        if let Some((_, holds)) = counting {
            *holds = Some(false);
        }
    }

    /// Returns the ranges of computed numbers that the code to replace has where only bytes and offsets fit. The comparison knows those of
    /// constants that stand alone, but not that a number elsewhere has the range of the offset that it is, too.
    fn ranges(&mut self, old: &Source, new: &Source) -> Vec<Assume> {
        let offset = |value: &Term| Assume::Between { low: -128, value: value.clone(), high: 127 };
        let is_used = |name: &str| {
            let numbers = [old, new].into_iter().flat_map(|source| &source.numbers).map(|(_, term)| term);
            let offsets = [old, new].into_iter().flat_map(|source| &source.offsets);
            let computed = offsets.filter(|term| !matches!(term, Term::Name(_)));
            numbers.chain(computed).any(|term| term.names().contains(name))
        };
        let alone = [old, new].into_iter().flat_map(|source| &source.offsets);
        let mut alone: Vec<&Term> =
            alone.filter(|term| matches!(term, Term::Name(name) if is_used(name))).collect();
        alone.sort_unstable();
        alone.dedup();
        let is_computed = |term: &&Term| matches!(term, Term::Unary(..) | Term::Binary(..));
        let mut ranges: Vec<Assume> = alone.into_iter().map(offset).collect();
        ranges.extend(old.offsets.iter().filter(is_computed).map(offset));
        let bytes = self.assembly.bytes(old);
        // Names that the rule has itself, as `_name+1`, are addresses.
        let is_constant = |term: &&Term| is_computed(term) && term.names().into_iter().all(is_name);
        for value in old.numbers.iter().map(|(_, term)| term).filter(is_constant) {
            // SDCC writes negative bytes, too.
            let is_negative =
                self.rule.format == Format::Sdcc && matches!(value, Term::Unary(Unary::Minus, _));
            let (low, high) = match bytes.contains(&value) {
                true if is_negative => (-0x80, 0),
                true => (0, 0xFF),
                false => (-0x8000, 0xFFFF),
            };
            let range = Assume::between(low, value, high);
            ranges.extend(Some(range).filter(|range| range.is_true().is_none()));
        }
        ranges
    }

    fn is_undecided(&mut self, state: &State) -> bool {
        if let Some(reason) = state.undecided {
            self.undecided.get_or_insert(reason.to_owned());
        }
        self.undecided.is_some()
    }

    fn is_full(&mut self) -> bool {
        if self.matches >= MOST_MATCHES {
            self.limit(format!("there are more than {MOST_MATCHES} partial matches"));
        }
        self.matches >= MOST_MATCHES
            || self.options.is_cancelled()
            || self.found.limited.is_some() && self.found.list.len() == self.options.most
    }

    fn limit(&mut self, reason: String) {
        self.found.limited.get_or_insert(reason);
    }

    fn fail(&mut self, reason: String) {
        self.failed.get_or_insert(reason);
    }
}

/// Returns the match in which the variables of a label are names.
fn labeled(template: &Template, state: &State) -> State {
    template.variables().fold(state.clone(), |state, name| match state.bound.get(name) {
        Some(_) => state,
        None => state.binding(name, unify::name(name)),
    })
}

fn mnemonic(template: &Template, bound: &Bindings) -> Option<String> {
    let mut start = String::new();
    for piece in &template.0 {
        match piece {
            Piece::Text(text) => start.push_str(text),
            Piece::Variable(name) => start.push_str(&bound.get(name)?.to_string()),
            Piece::Regex(..) | Piece::Value(_) => return None,
        }
        if let Some((mnemonic, _)) = start.split_once(' ') {
            return Some(mnemonic.to_ascii_lowercase());
        }
    }
    Some(start.to_ascii_lowercase())
}

fn dead(state: &State) -> Vec<String> {
    let all_flags = state.dead.contains("F") || FLAGS.iter().all(|flag| state.dead.contains(flag));
    let kept = state.dead.iter().filter(|name| **name != "F" && !(all_flags && FLAGS.contains(name)));
    kept.copied().chain(all_flags.then_some("F")).map(str::to_owned).collect()
}

/// Returns a routine that only one side calls or jumps to, and whose name the rule has: what it does is not in the rule.
fn other_routine(rule: &Rule) -> Option<String> {
    let labels: Vec<String> = rule.before.iter().chain(&rule.after).filter_map(label).collect();
    let called = |lines: &[PatternLine]| {
        let names = lines.iter().filter_map(routine);
        names.filter(|name| !labels.contains(name)).collect::<Vec<_>>()
    };
    let (before, after) = (called(&rule.before), called(&rule.after));
    let missing = |of: &[String], from: &[String]| of.iter().find(|name| !from.contains(name)).cloned();
    missing(&before, &after).or_else(|| missing(&after, &before))
}

fn routine(line: &PatternLine) -> Option<String> {
    let LineKind::Code(template) = &line.kind else { return None };
    let text: String = template.0.iter().map(shown).collect();
    let (mnemonic, operands) = text.split_once(' ')?;
    let target = operands.rsplit(',').next()?;
    // The target of a jump is often a label that a part of the name tells from others.
    let is_routine = match mnemonic {
        "call" | "jsr" | "rst" => !template.variables().any(|name| name == target),
        "jp" | "jr" | "jmp" => target.starts_with(['_', '.', 'l']) && template.variables().next().is_none(),
        _ => false,
    };
    let number = unify::plain_number(target).map(|number| number.to_string());
    is_routine.then(|| number.unwrap_or_else(|| target.to_owned()))
}

fn label(line: &PatternLine) -> Option<String> {
    let LineKind::Label(template) = &line.kind else { return None };
    Some(template.0.iter().map(shown).collect())
}

fn is_long(line: &PatternLine) -> bool {
    let (LineKind::Label(template) | LineKind::Code(template) | LineKind::Repeated(_, template)) = &line.kind
    else {
        return false;
    };
    template.0.iter().map(|piece| shown(piece).chars().count() + 1).sum::<usize>() > LONGEST
}

fn shown(piece: &Piece) -> &str {
    match piece {
        Piece::Text(text) | Piece::Variable(text) => text,
        Piece::Regex(regex) => &regex.expression,
        Piece::Value(_) => "",
    }
}
