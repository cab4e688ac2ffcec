//! For which operands a rule is refuted, or holds only under a condition.

use std::collections::BTreeSet;

use arcadian_peephole::rules::Instance;

/// The operands for which a rule is worse than for all others: those of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The variable of the rule.
    pub variable: String,
    /// What it is in the worse instances.
    pub operands: BTreeSet<String>,
    /// Whether it is a number in all others.
    pub is_number_otherwise: bool,
    /// The number of the other instances.
    pub others: usize,
}

/// The word for constants and labels.
const CONSTANT: &str = "a number";

/// The number of operands that are all written.
const MOST_WRITTEN: usize = 4;

/// Returns the variable whose operands tell the worse instances from the others; of several, the one with the fewest operands.
pub fn of(worse: &[&Instance], others: &[&Instance]) -> Option<Scope> {
    let names: BTreeSet<&str> =
        worse.iter().flat_map(|instance| &instance.bindings).map(|(name, _)| name.as_str()).collect();
    let scopes = names.into_iter().filter_map(|name| {
        let (operands, proven) = (operands(name, worse)?, operands(name, others)?);
        let is_told = !proven.is_empty() && operands.is_disjoint(&proven);
        is_told.then(|| Scope {
            variable: name.to_owned(),
            operands,
            is_number_otherwise: proven.iter().all(|operand| operand == CONSTANT),
            others: others.len(),
        })
    });
    scopes.min_by_key(|scope| scope.operands.len())
}

/// Returns what a variable is in these instances, if all of them have it.
fn operands(name: &str, instances: &[&Instance]) -> Option<BTreeSet<String>> {
    let operand = |instance: &&Instance| {
        let (_, text) = instance.bindings.iter().find(|(other, _)| other == name)?;
        Some(if is_constant(text) { CONSTANT.to_owned() } else { text.clone() })
    };
    instances.iter().map(operand).collect()
}

/// Whether an operand is made of numbers, and of names, which are in capital letters.
fn is_constant(text: &str) -> bool {
    let bare = text.trim_start_matches(['#', '-']);
    let is_other = |c: char| c.is_ascii_lowercase() || matches!(c, '(' | '\'');
    bare.starts_with(|c: char| c.is_ascii_digit()) || !bare.is_empty() && !bare.contains(is_other)
}

impl Scope {
    /// Returns it in words: `if %1 is (N1) or h`, `unless %1 is a number`.
    pub fn text(&self) -> String {
        let Scope { variable, operands, .. } = self;
        if self.is_number_otherwise {
            return format!("unless {variable} is {CONSTANT}");
        }
        let written: Vec<&str> = operands.iter().take(MOST_WRITTEN).map(String::as_str).collect();
        let more = operands.len() - written.len();
        let end = if more > 0 { format!("one of {more} more") } else { String::new() };
        let all: Vec<&str> = written.into_iter().chain((more > 0).then_some(end.as_str())).collect();
        match &all[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("if {variable} is {} or {last}", first.join(", "))
            }
            all => format!("if {variable} is {}", all.concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(operand: &str) -> Instance {
        let bindings = vec![("%1".to_owned(), operand.to_owned()), ("%2".to_owned(), "a".to_owned())];
        Instance { bindings, ..Instance::default() }
    }

    #[test]
    fn operands_that_tell_refuted_instances_from_the_others() {
        let cases: [(&[&str], &[&str], Option<&str>); 7] = [
            (&["h"], &["b", "N1"], Some("if %1 is h")),
            (&["h", "(N1)"], &["b", "#N1"], Some("if %1 is (N1) or h")),
            (&["h", "b"], &["N1", "N1+1", "5"], Some("unless %1 is a number")),
            (&["N1"], &["h"], Some("if %1 is a number")),
            (&["b", "c", "d", "e", "h", "l"], &["a"], Some("if %1 is b, c, d, e or one of 2 more")),
            (&["h"], &["h", "b"], None),
            (&["h"], &[], None),
        ];
        for (refuted, others, expected) in cases {
            let all =
                [refuted, others].map(|texts| texts.iter().map(|text| instance(text)).collect::<Vec<_>>());
            let [refuted, others] = all.each_ref().map(|all| all.iter().collect::<Vec<_>>());
            assert_eq!(of(&refuted, &others).map(|scope| scope.text()).as_deref(), expected);
        }
    }
}
