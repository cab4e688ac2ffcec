//! The constants of a counterexample, which has numbers of 16 bits: the conditions of a rule are about exact ones.

use arcadian_compare::Counterexample;
use arcadian_peephole::rules::Instance;

/// The greatest number of constants that are tried with both signs.
const MOST: usize = 8;

/// Whether the conditions of an instance hold exactly for the constants of a counterexample, each with or without its sign. A constant that
/// does not matter can be any.
pub fn can_be(instance: &Instance, counterexample: &Counterexample) -> bool {
    let constants: Vec<(&str, u16)> = counterexample
        .entry
        .iter()
        .filter(|value| value.is_constant)
        .map(|value| (value.name.as_str(), value.value))
        .collect();
    if constants.len() > MOST {
        return true;
    }
    (0..1_usize << constants.len()).any(|signs| {
        let of = |name: &str| {
            let at = constants.iter().position(|(other, _)| other.eq_ignore_ascii_case(name))?;
            let value = constants[at].1;
            Some(if signs >> at & 1 == 0 { i64::from(value) } else { i64::from(value as i16) })
        };
        instance.requires.iter().all(|assume| assume.holds(&of) != Some(false))
    })
}
