//! Conditions on a partial match: each gives the matches that satisfy it, with what it binds and assumes.

use super::{
    Assume,
    linear::Sum,
    sdcc,
    spelling::{is_expression, is_name, is_same, unmarked},
    state::State,
    unify,
};
use crate::{
    condition::Condition,
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
    use Condition as C;
    let texts = Texts(state);
    if lacks_value(condition, &texts) {
        return Vec::new();
    }
    match condition {
        C::Always => texts.when(true),
        C::Never | C::Unknown(_) => texts.when(false),
        C::All(list) => all(list, state),
        C::Any(list) => any(list, state),
        C::Dead(list) => dead(&texts.all(list), state).into_iter().collect(),
        C::EffectsDead => vec![effects_dead(state)],
        C::DeadAt(label, list) => dead_at(texts.one(label), &texts.all(list), state).into_iter().collect(),
        C::FirstDead(name, list) => first_dead(name, &texts.all(list), state),
        C::Among(value, list) => among(value, &texts.all(list), state),
        C::NoneOf(value, list) => none_of(&texts.known(value), &texts.all(list), state),
        C::Distinct(list) => distinct(&texts.all(list), state).into_iter().collect(),
        C::Unrelated(list) => texts.when(sdcc::are_unrelated(&texts.all(list))),
        C::Assignable(list) => texts.when(sdcc::is_assignable(&texts.all(list))),
        C::NotContained(list) => texts.when(sdcc::none_contains_another(&texts.all(list))),
        C::Literals(list) => texts.when(texts.all(list).iter().all(|text| is_expression(text))),
        C::Pair(pair, high, low) => pairs([pair, high, low], state),
        C::Bind(name, value) => bind(name, texts.one(value), state),
        C::Between(low, value, high) => between(*low, value, *high, state),
        C::Equal(left, right) => equal(left, right, state),
        C::NotEqual(left, right) => {
            differ(&texts.known(left), &texts.known(right), state).into_iter().collect()
        }
        C::True(value) => texts.when(!texts.known(value).is_empty()),
        C::False(value) => texts.when(texts.known(value).is_empty()),
        C::NotVolatile(list) => vec![not_volatile(&texts.all(list), state)],
        C::References(label, count) => references(texts.one(label), *count, state),
        C::Returns(label) => ends(texts.one(label), "ret", state.clone()),
        C::Jumps(label, target) => jumps(texts.one(label), target, state),
        C::Keeps(function, list) => {
            vec![state.assuming(Assume::Keeps { function: function.clone(), what: parts(&texts.all(list)) })]
        }
        C::Ignores(function, list) => {
            vec![
                state.assuming(Assume::Ignores { function: function.clone(), what: parts(&texts.all(list)) }),
            ]
        }
    }
}

/// The texts of values in a match.
struct Texts<'s>(&'s State);

impl Texts<'_> {
    fn one(&self, value: &Value) -> Option<String> {
        self.0.bound.evaluate(value)
    }

    /// Returns the text of a value that has one.
    fn known(&self, value: &Value) -> String {
        self.one(value).unwrap_or_default()
    }

    fn all(&self, list: &[Value]) -> Vec<String> {
        list.iter().map(|value| self.one(value)).collect::<Option<_>>().unwrap_or_default()
    }

    /// Returns the match if a condition holds.
    fn when(&self, holds: bool) -> Vec<State> {
        if holds { vec![self.0.clone()] } else { Vec::new() }
    }
}

/// Whether a condition that binds nothing has a value without a text: a number such as a quotient by zero satisfies nothing.
fn lacks_value(condition: &Condition, texts: &Texts) -> bool {
    let binds = matches!(
        condition,
        Condition::Among(..) | Condition::Pair(..) | Condition::All(_) | Condition::Any(_)
    );
    !binds && condition.values().into_iter().any(|value| texts.one(value).is_none())
}

fn all(list: &[Condition], state: &State) -> Vec<State> {
    list.iter().fold(vec![state.clone()], |states, condition| {
        states.iter().flat_map(|state| satisfy(condition, state)).collect()
    })
}

fn effects_dead(state: &State) -> State {
    let mut state = State { is_without_effect: true, ..state.clone() };
    // What the code does not set is the same anyway.
    state.dead.extend(registers::all_places());
    state
}

fn first_dead(name: &str, texts: &[String], state: &State) -> Vec<State> {
    let bind = |text: &String| dead(std::slice::from_ref(text), &state.binding(name, text.clone()));
    texts.iter().filter_map(bind).collect()
}

fn none_of(value: &str, others: &[String], state: &State) -> Vec<State> {
    let differ = |state: Option<State>, other: &String| differ(value, other, &state?);
    others.iter().fold(Some(state.clone()), differ).into_iter().collect()
}

fn not_volatile(operands: &[String], state: &State) -> State {
    let mut state = state.clone();
    state.not_volatile.extend(operands.iter().filter(|text| text.starts_with('(')).cloned());
    state
}

fn references(label: Option<String>, count: i64, state: &State) -> Vec<State> {
    let label = label.filter(|label| is_name(label));
    let assume = label.map(|label| Assume::References { label, count });
    assume.map(|assume| state.assuming(assume)).into_iter().collect()
}

fn jumps(label: Option<String>, target: &str, state: &State) -> Vec<State> {
    let to = unify::name(target);
    ends(label, &format!("jp {to}"), state.binding(target, to))
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

fn between(low: i64, value: &Value, high: i64, state: &State) -> Vec<State> {
    if low == high {
        return equal(value, &Value::text(low.to_string()), state);
    }
    let Some(text) = state.bound.evaluate(value) else { return Vec::new() };
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
