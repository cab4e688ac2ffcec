//! Conditions on a partial match: each gives the matches that satisfy it, with what it binds and assumes.

use super::{Assume, linear::Sum, sdcc, state::State, unify};
use crate::{
    condition::Condition,
    formats::sdcc::INDEX,
    registers::{self, PAIRS},
    value::{Value, grouped, number},
};

/// Whether a condition can be tested: what it needs is bound. If `generates`, it can also bind what it selects from.
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

/// Returns the matches that satisfy the condition.
pub(super) fn satisfy(condition: &Condition, state: &State) -> Vec<State> {
    let text = |value: &Value| state.bound.evaluate(value);
    let texts = |list: &[Value]| list.iter().map(text).collect::<Option<Vec<String>>>().unwrap_or_default();
    let when = |holds: bool| if holds { vec![state.clone()] } else { Vec::new() };
    let binds = matches!(
        condition,
        Condition::Among(..) | Condition::Pair(..) | Condition::All(_) | Condition::Any(_)
    );
    if !binds && condition.values().into_iter().any(|value| text(value).is_none()) {
        // A number without a value, such as a quotient by zero, satisfies nothing.
        return Vec::new();
    }
    match condition {
        Condition::Always => when(true),
        Condition::Never | Condition::Unknown(_) => when(false),
        Condition::All(list) => list.iter().fold(when(true), |states, condition| {
            states.iter().flat_map(|state| satisfy(condition, state)).collect()
        }),
        Condition::Any(list) => any(list, state),
        Condition::Dead(list) => dead(&texts(list), state).into_iter().collect(),
        Condition::EffectsDead => {
            let mut state = State { is_without_effect: true, ..state.clone() };
            // What the code does not set is the same anyway.
            state.dead.extend(registers::all_places());
            vec![state]
        }
        Condition::DeadAt(label, list) => dead_at(text(label), &texts(list), state).into_iter().collect(),
        Condition::FirstDead(name, list) => {
            let bind = |text: &String| dead(std::slice::from_ref(text), &state.binding(name, text.clone()));
            texts(list).iter().filter_map(bind).collect()
        }
        Condition::Among(value, list) => among(value, &texts(list), state),
        Condition::NoneOf(value, list) => {
            let value = text(value).unwrap_or_default();
            let state = Some(state.clone());
            let differ = |state: Option<State>, other: &String| differ(&value, other, &state?);
            texts(list).iter().fold(state, differ).into_iter().collect()
        }
        Condition::Distinct(list) => distinct(&texts(list), state).into_iter().collect(),
        Condition::Unrelated(list) => when(sdcc::are_unrelated(&texts(list))),
        Condition::Assignable(list) => when(sdcc::is_assignable(&texts(list))),
        Condition::NotContained(list) => when(sdcc::none_contains_another(&texts(list))),
        Condition::Literals(list) => when(texts(list).iter().all(|text| is_expression(text))),
        Condition::Pair(pair, high, low) => pairs([pair, high, low], state),
        Condition::Bind(name, value) => bind(name, text(value), state),
        Condition::Between(low, value, high) if low == high => {
            equal(value, &Value::text(low.to_string()), state)
        }
        Condition::Between(low, value, high) => between(*low, text(value), *high, state),
        Condition::Equal(left, right) => equal(left, right, state),
        Condition::NotEqual(left, right) => {
            let (left, right) = (text(left).unwrap_or_default(), text(right).unwrap_or_default());
            differ(&left, &right, state).into_iter().collect()
        }
        Condition::True(value) => when(text(value).is_some_and(|text| !text.is_empty())),
        Condition::False(value) => when(text(value).is_some_and(|text| text.is_empty())),
        Condition::NotVolatile(list) => {
            let mut state = state.clone();
            state.not_volatile.extend(texts(list).into_iter().filter(|text| text.starts_with('(')));
            vec![state]
        }
        Condition::References(label, count) => {
            let label = text(label).filter(|label| is_name(label));
            let assume = label.map(|label| Assume::References { label, count: *count });
            assume.map(|assume| state.assuming(assume)).into_iter().collect()
        }
        Condition::Returns(label) => ends(text(label), "ret", state.clone()),
        Condition::Jumps(label, target) => {
            let to = unify::name(target);
            ends(text(label), &format!("jp {to}"), state.binding(target, to))
        }
        Condition::Keeps(function, list) => {
            let what = parts(&texts(list));
            vec![state.assuming(Assume::Keeps { function: function.clone(), what })]
        }
        Condition::Ignores(function, list) => {
            let what = parts(&texts(list));
            vec![state.assuming(Assume::Ignores { function: function.clone(), what })]
        }
    }
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
        state.dead.extend(registers::places(name)?);
    }
    Some(state)
}

fn dead_at(label: Option<String>, names: &[String], state: &State) -> Option<State> {
    let places: Option<Vec<Vec<&str>>> = names.iter().map(|name| registers::places(name)).collect();
    let what = places?.concat().into_iter().map(str::to_owned).collect();
    let label = label.filter(|label| is_name(label))?;
    Some(state.assuming(Assume::DeadAt { label, what }))
}

/// Returns the names of registers and flags, and memory operands as they are.
fn parts(names: &[String]) -> Vec<String> {
    let part = |name: &String| match registers::places(name) {
        Some(places) => places.into_iter().map(str::to_owned).collect(),
        None => vec![name.clone()],
    };
    names.iter().flat_map(part).collect()
}

/// A constant that is one of some others has the value of each in turn.
fn among(value: &Value, list: &[String], state: &State) -> Vec<State> {
    let Some(text) = state.bound.evaluate(value) else {
        let Value::Variable(name) = value else { return Vec::new() };
        return list.iter().map(|item| state.binding(name, item.to_ascii_lowercase())).collect();
    };
    if list.iter().any(|item| is_same(item, &text)) {
        return vec![state.clone()];
    }
    let (text, marked) = unmarked(&text);
    let others = list.iter().map(|item| unmarked(item)).filter(|(_, other)| *other == marked);
    others.flat_map(|(item, _)| equal(&Value::text(text), &Value::text(item), state)).collect()
}

/// Returns an operand without SDCC's mark of immediate values, and whether it has one.
fn unmarked(text: &str) -> (&str, bool) {
    text.strip_prefix('#').map_or((text, false), |text| (text, true))
}

fn is_same(left: &str, right: &str) -> bool {
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let same_number = || number(left).is_some_and(|left| number(right) == Some(left));
    left_marked == right_marked && (left.eq_ignore_ascii_case(right) || same_number())
}

fn distinct(texts: &[String], state: &State) -> Option<State> {
    let mut state = state.clone();
    for (index, text) in texts.iter().enumerate() {
        for other in texts.iter().skip(index + 1) {
            if text == other {
                return None;
            }
            // Texts of two names can differ while the values are equal. A number means its value.
            if number(unmarked(text).0).is_some() || number(unmarked(other).0).is_some() {
                state = differ(text, other, &state)?;
            }
        }
    }
    Some(state)
}

fn differ(left: &str, right: &str, state: &State) -> Option<State> {
    if is_same(left, right) {
        return None;
    }
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let are_numbers = number(left).is_some() && number(right).is_some();
    let assumes = left_marked == right_marked && is_expression(left) && is_expression(right) && !are_numbers;
    Some(if assumes {
        state.assuming(Assume::Differ(left.to_owned(), right.to_owned()))
    } else {
        state.clone()
    })
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
        (Value::Variable(name), None) if name == "%0" => Some(state.clone()),
        (Value::Variable(name), None) => Some(state.binding(name, register.to_owned())),
        (_, Some(text)) if text.is_empty() || text.eq_ignore_ascii_case(register) => Some(state.clone()),
        _ => None,
    }
}

fn bind(name: &str, text: Option<String>, state: &State) -> Vec<State> {
    let Some(text) = text else { return Vec::new() };
    let text = if is_expression(&text) { grouped(&text) } else { text };
    match state.bound.get(name) {
        Some(_) => equal(&Value::Variable(name.to_owned()), &Value::Text(text), state),
        None => vec![state.binding(name, text)],
    }
}

fn between(low: i64, text: Option<String>, high: i64, state: &State) -> Vec<State> {
    let Some(text) = text else { return Vec::new() };
    match number(&text) {
        Some(number) if (low..=high).contains(&number) => vec![state.clone()],
        None if is_expression(&text) => vec![state.assuming(Assume::Between { low, value: text, high })],
        _ => Vec::new(),
    }
}

fn equal(left: &Value, right: &Value, state: &State) -> Vec<State> {
    let texts = (state.bound.evaluate(left), state.bound.evaluate(right));
    let (Some(left_text), Some(right_text)) = texts else { return Vec::new() };
    if is_same(&left_text, &right_text) {
        return vec![state.clone()];
    }
    if !is_expression(&left_text) || !is_expression(&right_text) {
        return Vec::new();
    }
    let sum = Sum::of(left, &state.bound).and_then(|left| left.plus(&Sum::of(right, &state.bound)?, -1));
    let Some(sum) = sum else { return Vec::new() };
    match (sum.as_number(), sum.solved()) {
        (Some(number), _) => {
            if number == 0 {
                vec![state.clone()]
            } else {
                Vec::new()
            }
        }
        (None, Some((name, value))) => vec![state.substituted(&name, &value)],
        (None, None) => vec![state.assuming(Assume::Equal(left_text, right_text))],
    }
}

/// The code at a label is added to both sides, where only a jump reaches it.
fn ends(label: Option<String>, code: &str, mut state: State) -> Vec<State> {
    let Some(label) = label.filter(|label| is_name(label)) else { return Vec::new() };
    if state.after.is_empty() {
        state.after.push("\tjp NEXT\n".to_owned());
    }
    state.after.push(format!("{label}:\n\t{code}\n"));
    vec![state]
}

/// Whether this is the name of a constant or label that a variable stands for.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether this is a number, or made of numbers and names of constants.
fn is_expression(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut count = 0;
    let all = words.inspect(|_| count += 1).all(|word| is_name(word) || number(word).is_some());
    all && count > 0 && !text.starts_with('(') && !text.contains(['\'', '.', '@', '#', INDEX])
}
