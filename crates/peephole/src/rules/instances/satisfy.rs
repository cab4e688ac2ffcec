//! Conditions on a partial match: each gives the matches that satisfy it, with what it binds and assumes.
//!
//! Source of the facts about SDCC: `src/SDCCpeeph.c`, `operandsNotRelated`, `operandBaseName` and `notSimilar`; `src/z80/peep.c`,
//! `z80canAssign`.

use super::{
    Assume,
    state::{State, Sum, TOO_LARGE, UNKNOWN_TEXT, is_same, known, unmarked},
    unify,
};
use crate::rules::{
    rule::Condition,
    term::{NoNumber, Operator, Term, Unary},
    text::Text,
    value::{self, PAIRS, Value},
};

/// Returns whether a condition can be tested: what it needs is bound. If `generates`, it can also bind what it selects from.
pub(super) fn is_ready(condition: &Condition, state: &State, generates: bool) -> bool {
    let bound = |value: &Value| state.bound.has_all(value);
    match condition {
        Condition::Among(value, list) => list.iter().all(bound) && (generates || bound(value)),
        Condition::Pair(pair, high, low) => {
            generates || [pair, high, low].iter().any(|value| bound(value) && **value != Value::text(""))
        }
        Condition::All(list) | Condition::Any(list) => {
            list.iter().all(|condition| is_ready(condition, state, generates))
        }
        condition => condition.values().into_iter().all(bound),
    }
}

pub(super) fn satisfy(condition: &Condition, state: &State) -> Vec<State> {
    use Condition as C;
    let texts = Texts(state);
    match lacks_value(condition, &texts) {
        Some(NoNumber::None) => return Vec::new(),
        Some(NoNumber::TooLarge) => return vec![state.undecided(TOO_LARGE)],
        Some(NoNumber::Unknown) => return vec![state.undecided(UNKNOWN_TEXT)],
        None => {}
    }
    match condition {
        C::Always | C::Perhaps => texts.when(true),
        C::Never | C::Unknown(_) => texts.when(false),
        C::All(list) => all(list, state),
        C::Any(list) => any(list, state),
        C::Dead(list) => dead(&texts.shown(list), state).into_iter().collect(),
        C::EffectsDead => vec![effects_dead(state)],
        C::DeadAt(label, list) => {
            dead_at(texts.label(label), &texts.shown(list), state).into_iter().collect()
        }
        C::FirstDead(name, list) => first_dead(name, &texts.shown(list), state),
        C::Among(value, list) => among(value, &texts.all(list), state),
        C::NoneOf(value, list) => none_of(&texts.known(value), &texts.all(list), state),
        C::Distinct(list) => distinct(&texts.all(list), state),
        C::Signed(list) => signed(&texts.all(list), state),
        C::Unrelated(list) => texts.when(are_unrelated(&texts.shown(list))),
        C::Assignable(list) => texts.when(is_assignable(&texts.shown(list))),
        C::NotContained(list) => texts.when(none_contains_another(&texts.all(list))),
        C::Literals(list) => texts.when(texts.all(list).iter().all(|text| text.term().is_some())),
        C::Pair(pair, high, low) => pairs([pair, high, low], state),
        C::Bind(name, value) => bind(name, texts.one(value), state),
        C::Between(low, value, high) => between(*low, value, *high, state),
        C::Equal(left, right) => equal(&texts.known(left), &texts.known(right), state),
        C::NotEqual(left, right) => {
            differ(&texts.known(left), &texts.known(right), state).into_iter().collect()
        }
        C::True(value) => texts.when(!texts.known(value).is_empty()),
        C::False(value) => texts.when(texts.known(value).is_empty()),
        C::NotVolatile(list) => vec![not_volatile(&texts.all(list), state)],
        C::References(label, count) => references(texts.label(label), *count, state),
        C::Returns(label) => ends(texts.label(label), "ret", state.clone()),
        C::Jumps(label, target) => jumps(texts.label(label), target, state),
        C::Keeps(function, list) => {
            vec![
                state.assuming(Assume::Keeps { function: function.clone(), what: parts(&texts.shown(list)) }),
            ]
        }
        C::Ignores(function, list) => {
            vec![
                state.assuming(Assume::Ignores {
                    function: function.clone(),
                    what: parts(&texts.shown(list)),
                }),
            ]
        }
    }
}

struct Texts<'s>(&'s State);

impl Texts<'_> {
    fn one(&self, value: &Value) -> Option<Text> {
        self.0.bound.evaluate(value).ok()
    }

    /// Returns the text of a value that has one.
    fn known(&self, value: &Value) -> Text {
        self.one(value).unwrap_or_default()
    }

    fn all(&self, list: &[Value]) -> Vec<Text> {
        list.iter().map(|value| self.one(value)).collect::<Option<_>>().unwrap_or_default()
    }

    /// Returns the texts as the assembler has them.
    fn shown(&self, list: &[Value]) -> Vec<String> {
        self.all(list).iter().map(Text::to_string).collect()
    }

    fn label(&self, value: &Value) -> Option<String> {
        match self.one(value)?.term()? {
            Term::Name(name) => Some(name.to_string()),
            _ => None,
        }
    }

    /// Returns the match if a condition holds.
    fn when(&self, holds: bool) -> Vec<State> {
        if holds { vec![self.0.clone()] } else { Vec::new() }
    }
}

/// Returns why a value of a condition that binds nothing has no text: a number such as a quotient by zero satisfies nothing.
fn lacks_value(condition: &Condition, texts: &Texts) -> Option<NoNumber> {
    let binds = matches!(
        condition,
        Condition::Among(..) | Condition::Pair(..) | Condition::All(_) | Condition::Any(_)
    );
    let values = if binds { Vec::new() } else { condition.values() };
    values.into_iter().find_map(|value| texts.0.bound.evaluate(value).err())
}

fn all(list: &[Condition], state: &State) -> Vec<State> {
    list.iter().fold(vec![state.clone()], |states, condition| {
        states.iter().flat_map(|state| satisfy(condition, state)).collect()
    })
}

fn effects_dead(state: &State) -> State {
    let mut state = State { is_without_effect: true, ..state.clone() };
    // What the code does not set is the same anyway.
    state.dead.extend(value::all_places());
    state
}

fn first_dead(name: &str, texts: &[String], state: &State) -> Vec<State> {
    let bind = |text: &String| dead(std::slice::from_ref(text), &state.binding(name, text.as_str()));
    texts.iter().filter_map(bind).collect()
}

fn none_of(value: &Text, others: &[Text], state: &State) -> Vec<State> {
    let differ = |states: Vec<State>, other: &Text| {
        states.iter().flat_map(|state| distinct(&[value.clone(), other.clone()], state)).collect()
    };
    others.iter().fold(vec![state.clone()], differ)
}

fn not_volatile(operands: &[Text], state: &State) -> State {
    let mut state = state.clone();
    state.not_volatile.extend(operands.iter().filter(|text| text.starts_with('(')).cloned());
    state
}

fn references(label: Option<String>, count: i64, state: &State) -> Vec<State> {
    let assume = label.map(|label| Assume::References { label, count });
    assume.map(|assume| state.assuming(assume)).into_iter().collect()
}

fn jumps(label: Option<String>, target: &str, state: &State) -> Vec<State> {
    let to = unify::name(target);
    ends(label, &format!("jp {to}"), state.binding(target, to.clone()))
}

/// Returns the matches of the alternatives. One that assumes nothing stands for all.
fn any(list: &[Condition], state: &State) -> Vec<State> {
    let states: Vec<State> = list.iter().flat_map(|condition| satisfy(condition, state)).collect();
    let free = |other: &&State| other.dead == state.dead && other.assumes == state.assumes;
    match states.iter().find(free) {
        Some(state) => vec![state.clone()],
        None => states,
    }
}

fn dead(names: &[String], state: &State) -> Option<State> {
    let mut state = state.clone();
    for name in names {
        state.dead.extend(value::places(name)?);
    }
    Some(state)
}

fn dead_at(label: Option<String>, names: &[String], state: &State) -> Option<State> {
    let places: Option<Vec<Vec<&str>>> = names.iter().map(|name| value::places(name)).collect();
    let what = places?.concat().into_iter().map(str::to_owned).collect();
    Some(state.assuming(Assume::DeadAt { label: label?, what }))
}

/// Returns the names of registers and flags, and memory operands as they are.
fn parts(names: &[String]) -> Vec<String> {
    let part = |name: &String| match value::places(name) {
        Some(places) => places.into_iter().map(str::to_owned).collect(),
        None => vec![name.clone()],
    };
    names.iter().flat_map(part).collect()
}

/// A constant that is one of some others has the value of each in turn.
fn among(value: &Value, list: &[Text], state: &State) -> Vec<State> {
    let text = match state.bound.evaluate(value) {
        Ok(text) => text,
        Err(NoNumber::TooLarge) => return vec![state.undecided(TOO_LARGE)],
        Err(NoNumber::Unknown) => return vec![state.undecided(UNKNOWN_TEXT)],
        Err(NoNumber::None) => {
            let Value::Variable(name) = value else { return Vec::new() };
            return list.iter().map(|item| state.binding(name, item.to_ascii_lowercase())).collect();
        }
    };
    if list.iter().any(|item| is_same(item, &text)) {
        return vec![state.clone()];
    }
    let (text, marked) = unmarked(&text);
    let others = list.iter().map(unmarked).filter(|(_, other)| *other == marked);
    others.flat_map(|(item, _)| equal(&text, &item, state)).collect()
}

/// Texts differ, not values: `5` is not `0x05`, and a name can have the value. So a number excludes no value of a constant.
fn distinct(texts: &[Text], state: &State) -> Vec<State> {
    let is_twice = |(index, text): (usize, &Text)| texts.iter().skip(index + 1).any(|other| other == text);
    if texts.iter().enumerate().any(is_twice) {
        return Vec::new();
    }
    let is_computed = |text: &Text| matches!(unmarked(text).0.term(), Some(Term::Binary(..)));
    let is_number = |text: &Text| known(&unmarked(text).0).is_some();
    if texts.iter().any(is_computed) && texts.iter().any(is_number) {
        return vec![state.undecided("it compares the text of a computed number")];
    }
    vec![state.clone()]
}

/// Returns the matches in which each constant is a number from 0, and those in which it is negative.
fn signed(texts: &[Text], state: &State) -> Vec<State> {
    texts.iter().fold(vec![state.clone()], |states, text| match text.term() {
        Some(Term::Name(name)) => states.iter().flat_map(|state| both_signs(&name, state)).collect(),
        _ => states,
    })
}

fn both_signs(name: &str, state: &State) -> Vec<State> {
    let mut state = state.clone();
    if !state.signed.insert(name.to_owned()) {
        return vec![state];
    }
    let constant = Term::name(name);
    let magnitude = Assume::Between { low: 1, value: constant.clone(), high: 0x8000 };
    let Ok(negative) = Term::unary(Unary::Minus, constant) else { return vec![state] };
    let negative: Vec<State> = state.substituted(name, &negative);
    let negative = negative.into_iter().map(|state| state.assuming(magnitude.clone()));
    std::iter::once(state).chain(negative).collect()
}

fn differ(left: &Text, right: &Text, state: &State) -> Option<State> {
    if is_same(left, right) {
        return None;
    }
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let terms = left.term().zip(right.term()).filter(|_| left_marked == right_marked);
    let Some((left, right)) = terms else { return Some(state.clone()) };
    let assume = Assume::Differ(left, right);
    match assume.is_true() {
        Some(true) => Some(state.clone()),
        Some(false) => None,
        None => Some(state.assuming(assume)),
    }
}

fn pairs([pair, high, low]: [&Value; 3], state: &State) -> Vec<State> {
    let one = |(name, [high_name, low_name]): &(&str, [&str; 2])| {
        let state = fits(pair, name, state)?;
        let state = fits(high, high_name, &state)?;
        fits(low, low_name, &state)
    };
    PAIRS.iter().filter_map(one).collect()
}

/// Returns the match in which the value is this register. `%0` and the empty text are any register.
fn fits(value: &Value, register: &str, state: &State) -> Option<State> {
    match (value, state.bound.evaluate(value)) {
        (Value::Variable(name), Err(_)) if name == "%0" => Some(state.clone()),
        (Value::Variable(name), Err(_)) => Some(state.binding(name, register)),
        (_, Ok(text)) if text.is_empty() || text.eq_ignore_ascii_case(&Text::from(register)) => {
            Some(state.clone())
        }
        _ => None,
    }
}

fn bind(name: &str, text: Option<Text>, state: &State) -> Vec<State> {
    let Some(text) = text else { return Vec::new() };
    match state.bound.get(name) {
        Some(bound) => equal(bound, &text, state),
        None => vec![state.binding(name, text)],
    }
}

fn between(low: i64, value: &Value, high: i64, state: &State) -> Vec<State> {
    let Ok(text) = state.bound.evaluate(value) else { return Vec::new() };
    if text.term().is_some_and(|term| term.may_divide_negative()) {
        return vec![state.undecided("it divides a number that can be negative")];
    }
    if low == high {
        return equal(&text, &Text::from(low.to_string()), state);
    }
    let Some(value) = text.term() else { return Vec::new() };
    let assume = Assume::between(low, &value, high);
    match assume.is_true_among(&state.assumes) {
        // A constant may be a byte or an offset elsewhere, which is what the range is about.
        None => vec![state.assuming(assume)],
        Some(true) => vec![state.clone()],
        Some(false) => Vec::new(),
    }
}

/// Returns the matches in which two texts are the same, as numbers if they are numbers.
pub(super) fn equal(left: &Text, right: &Text, state: &State) -> Vec<State> {
    if is_same(left, right) {
        return vec![state.clone()];
    }
    let Some((left, right)) = left.term().zip(right.term()) else { return Vec::new() };
    match (&left, &right) {
        (Term::Binary(operator, sides), other) | (other, Term::Binary(operator, sides))
            if operator.is_relation() =>
        {
            return match other.number() {
                Some(-1) => related(*operator, &sides[0], &sides[1], state),
                Some(0) => related(operator.opposite(), &sides[0], &sides[1], state),
                Some(_) => Vec::new(),
                None => vec![state.undecided("it compares the results of comparisons")],
            };
        }
        _ => {}
    }
    let Ok(sum) = Sum::difference(&left, &right) else { return vec![state.undecided(TOO_LARGE)] };
    match (sum.as_number(), sum.solved()) {
        (Some(0), _) => vec![state.clone()],
        (Some(_), _) => Vec::new(),
        (None, Ok(Some((name, value)))) => state.substituted(&name, &value),
        (None, Ok(None)) => vec![state.assuming(Assume::Equal(left, right))],
        (None, Err(_)) => vec![state.undecided(TOO_LARGE)],
    }
}

/// Returns the matches in which a relation holds. Constants are numbers from 0 to 65535; only a number of which this is known, too, can be
/// compared by its 16 bits.
fn related(relation: Operator, left: &Term, right: &Term, state: &State) -> Vec<State> {
    const LEAST: i64 = 0;
    const GREATEST: i64 = 0xFFFF;
    let between = |low, value: &Term, high| Assume::Between { low, value: value.clone(), high };
    let one_less = |number: i64| number.saturating_sub(1);
    let assume = match (relation, left, right) {
        (Operator::Equal, ..) => return equal(&left.clone().into(), &right.clone().into(), state),
        (Operator::Different, ..) => {
            return differ(&left.clone().into(), &right.clone().into(), state).into_iter().collect();
        }
        (Operator::GreaterOrEqual, term, Term::Number(number))
        | (Operator::LessOrEqual, Term::Number(number), term) => between(*number, term, GREATEST),
        (Operator::Greater, term, Term::Number(number)) | (Operator::Less, Term::Number(number), term) => {
            between(number.saturating_add(1), term, GREATEST)
        }
        (Operator::LessOrEqual, term, Term::Number(number))
        | (Operator::GreaterOrEqual, Term::Number(number), term) => between(LEAST, term, *number),
        (Operator::Less, term, Term::Number(number)) | (Operator::Greater, Term::Number(number), term) => {
            between(LEAST, term, one_less(*number))
        }
        _ => return vec![state.undecided("it compares two numbers that are not known")],
    };
    let Assume::Between { value, .. } = &assume else { return Vec::new() };
    match assume.is_true() {
        Some(true) => vec![state.clone()],
        Some(false) => Vec::new(),
        None if value.is_word() => vec![state.assuming(assume)],
        None => vec![state.undecided("it compares a number that can be negative or greater than 65535")],
    }
}

/// The code at a label is added to both sides, where only a jump reaches it.
fn ends(label: Option<String>, code: &str, mut state: State) -> Vec<State> {
    let Some(label) = label else { return Vec::new() };
    if state.after.is_empty() {
        state.after.push("\tjp NEXT\n".to_owned());
    }
    state.after.push(format!("{label}:\n\t{code}\n"));
    vec![state]
}

/// Returns whether no two operands are the same, or parts of the same register pair, or both memory.
pub(super) fn are_unrelated(operands: &[String]) -> bool {
    operands.iter().enumerate().all(|(index, operand)| {
        // SDCC compares the base of one operand with the operand that comes before it.
        operands.iter().take(index).all(|other| are_two_unrelated(base(operand), other))
    })
}

fn are_two_unrelated(base_name: &str, other: &str) -> bool {
    let both_memory = base_name.contains('(') && other.contains('(');
    !both_memory && base_name != base(other)
}

/// Returns the pair that an operand belongs to. Memory that a pair addresses counts as the pair.
fn base(operand: &str) -> &str {
    match operand {
        "d" | "e" | "(de)" => "de",
        "b" | "c" | "(bc)" => "bc",
        "h" | "l" | "(hl)" => "hl",
        "a" => "af",
        _ if operand.contains("iy") => "iy",
        _ if operand.contains("ix") => "ix",
        _ => operand,
    }
}

/// Returns whether no operand is a part of another one.
pub(super) fn none_contains_another(operands: &[Text]) -> bool {
    operands.iter().enumerate().all(|(index, operand)| {
        operands.iter().skip(index + 1).all(|other| !operand.contains(other) && !other.contains(operand))
    })
}

/// Returns whether an instruction loads the first operand from the second. Of three, one is an index register.
pub(super) fn is_assignable(operands: &[String]) -> bool {
    let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
    match operands[..] {
        [to, _, "ix" | "iy"] => is_register(to),
        [_, "ix" | "iy", from] => is_register(from) || is_constant(from),
        [to, from] => is_load(to, from),
        _ => false,
    }
}

fn is_load(to: &str, from: &str) -> bool {
    // An address with a name, `(_x)`, has no mark, and SDCC does not take it.
    let memory = |operand: &str| operand.starts_with("(#");
    match (to, from) {
        _ if is_register(to) && is_register(from) => true,
        _ if is_half(to) && is_register(from) => from <= "e",
        _ if is_half(from) && is_register(to) => to <= "e",
        _ if is_half(to) && is_half(from) => to.get(..2) == from.get(..2),
        _ if is_register(to) || is_half(to) => {
            is_constant(from)
                || from == "(hl)" && is_register(to)
                || to == "a" && (is_indirect(from) || memory(from))
        }
        ("(hl)", from) => is_register(from) || is_constant(from),
        ("(bc)" | "(de)", from) => from == "a",
        ("sp", "hl" | "ix" | "iy") => true,
        _ if is_pair(to) => is_constant(from) || memory(from),
        _ if memory(to) => from == "a" || is_pair(from) || from == "sp",
        _ => false,
    }
}

fn is_register(operand: &str) -> bool {
    ["a", "b", "c", "d", "e", "h", "l"].contains(&operand)
}

fn is_half(operand: &str) -> bool {
    ["ixh", "ixl", "iyh", "iyl"].contains(&operand)
}

fn is_pair(operand: &str) -> bool {
    ["bc", "de", "hl", "ix", "iy"].contains(&operand)
}

fn is_indirect(operand: &str) -> bool {
    ["(bc)", "(de)", "(hl)"].contains(&operand)
}

/// Returns whether the operand is an immediate value, which SDCC marks with `#`.
fn is_constant(operand: &str) -> bool {
    operand.starts_with('#')
}
