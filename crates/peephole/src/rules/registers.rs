//! The registers and flags of the processors, and their names in the formats.

/// Register pairs of the Z80 with their high and low registers.
pub(crate) const PAIRS: [(&str, [&str; 2]); 5] = [
    ("bc", ["b", "c"]),
    ("de", ["d", "e"]),
    ("hl", ["h", "l"]),
    ("ix", ["ixh", "ixl"]),
    ("iy", ["iyh", "iyl"]),
];

/// Registers of eight bits, and SP: the places that a rule can name, with the names of the comparison.
const PLACES: [(&str, &str); 20] = [
    ("a", "A"),
    ("b", "B"),
    ("c", "C"),
    ("d", "D"),
    ("e", "E"),
    ("h", "H"),
    ("l", "L"),
    ("ixh", "IXH"),
    ("ixl", "IXL"),
    ("iyh", "IYH"),
    ("iyl", "IYL"),
    ("sp", "SP"),
    ("f", "F"),
    ("sf", "F.S"),
    ("zf", "F.Z"),
    ("hf", "F.HF"),
    ("pf", "F.PV"),
    ("vf", "F.PV"),
    ("nf", "F.N"),
    ("cf", "F.CY"),
];

/// Returns the high and the low register of a pair.
pub(crate) fn halves(pair: &str) -> Option<[&'static str; 2]> {
    PAIRS.iter().find(|(name, _)| name.eq_ignore_ascii_case(pair)).map(|(_, halves)| *halves)
}

/// Whether this is a register of eight bits.
pub(crate) fn is_byte(name: &str) -> bool {
    PLACES.iter().take_while(|(other, _)| *other != "sp").any(|(other, _)| other.eq_ignore_ascii_case(name))
}

/// Returns the parts of the state that a register, pair or flag is, in the names of the comparison.
pub(crate) fn places(name: &str) -> Option<Vec<&'static str>> {
    let one =
        |name: &str| PLACES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|found| found.1);
    let both = |[high, low]: [&str; 2]| Some(vec![one(high)?, one(low)?]);
    match halves(name) {
        Some(names) => both(names),
        None if name.eq_ignore_ascii_case("af") => both(["a", "f"]),
        None => one(name).map(|place| vec![place]),
    }
}

/// Returns all parts of the state that a rule can name.
pub(crate) fn all_places() -> impl Iterator<Item = &'static str> {
    PLACES.iter().map(|(_, place)| *place)
}

/// Returns the condition of a jump, call or return; empty if it has none.
pub(crate) fn condition_of<'a>(mnemonic: &str, operand: &'a str) -> &'a str {
    let jumps = ["jp", "jr", "call", "ret"].iter().any(|jump| jump.eq_ignore_ascii_case(mnemonic));
    let is_condition = ["nz", "z", "nc", "c", "po", "pe", "p", "m"].contains(&operand);
    if jumps && is_condition { operand } else { "" }
}
