//! The effect of turns and reflections on bytes, derived from the layouts.

use arcadian_board::tactix::{Layout, Symmetry, Table, table_1, table_2};

use super::Figure;

/// Formats Tables 1 and 2, then the rules of every figure.
pub fn tables() -> String {
    let table = |title: &str, table: Table| {
        format!("{title}\n\n  bit      0  1  2  3  4  5  6  7\n  goes to  {}\n\n", numbers(&table, "  "))
    };
    let first = table("Table 1, from figure 2: either byte, reflected about the vertical axis", table_1());
    let second = table("Table 2, from figure 3: every byte, reflected about the diagonal LL-UR", table_2());
    let figures = Figure::ALL.map(|figure| format!("{}\n\n{}", figure.title(), rules(figure.layout())));
    first + &second + &figures.join("\n")
}

fn numbers(table: &[u32], between: &str) -> String {
    table.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// A set of bits that move between bytes by the same rule.
struct Rule {
    bits: Vec<u32>,
    to: Vec<u32>,
    bytes: Vec<(u32, u32)>,
}

fn rules(layout: &Layout) -> String {
    let symmetries = Symmetry::ALL.into_iter().filter(|symmetry| *symmetry != Symmetry::Identity);
    let lines: String = symmetries.flat_map(|symmetry| lines(symmetry, &derive(layout, symmetry))).collect();
    match copies(layout) {
        0 => lines,
        _ => lines + "  The copies of the center are fixed.\n",
    }
}

fn lines(symmetry: Symmetry, rules: &[Rule]) -> Vec<String> {
    let name = symmetry.to_string();
    let line = |(nth, rule): (usize, &Rule)| {
        let name = if nth == 0 { &name } else { "" };
        let arrows: Vec<String> = rule.bytes.iter().map(|(from, to)| format!("{from}→{to}")).collect();
        let bits = numbers(&rule.bits, "");
        format!("  {name:<17}  {:<19}  bits {bits:<8}  {}\n", arrows.join(" "), inside(rule))
    };
    rules.iter().enumerate().map(line).collect()
}

/// Derives the rules of a symmetry. Bits with copies are omitted: they belong to the center, which is fixed.
fn derive(layout: &Layout, symmetry: Symmetry) -> Vec<Rule> {
    let copies = copies(layout);
    let mut rules: Vec<Rule> = Vec::new();
    for byte in 0..layout.byte_count() as u32 {
        for target in 0..layout.byte_count() as u32 {
            let pairs = layout.map(symmetry).pairs().iter();
            let pairs =
                pairs.filter(|pair| (pair.0 / 8, pair.1 / 8) == (byte, target) && copies >> pair.0 & 1 == 0);
            let (bits, to): (Vec<u32>, Vec<u32>) = pairs.map(|pair| (pair.0 % 8, pair.1 % 8)).unzip();
            match rules.iter_mut().find(|rule| rule.bits == bits && rule.to == to) {
                _ if bits.is_empty() => {}
                Some(rule) => rule.bytes.push((byte + 1, target + 1)),
                None => rules.push(Rule { bits, to, bytes: vec![(byte + 1, target + 1)] }),
            }
        }
    }
    rules
}

fn copies(layout: &Layout) -> u64 {
    let squares = (0..layout.size()).flat_map(|row| (0..layout.size()).map(move |column| (row, column)));
    let bits = squares.map(|(row, column)| layout.bits(row, column));
    bits.filter(|bits| bits.count_ones() > 1).fold(0, |copies, bits| copies | bits)
}

/// Describes the movement of bits within a byte.
fn inside(rule: &Rule) -> String {
    let pairs = || rule.bits.iter().copied().zip(rule.to.iter().copied());
    let follows = |table: Table| pairs().all(|(from, to)| table[from as usize] == to);
    let left = pairs().next().map_or(0, |(from, to)| (8 + to - from) % 8);
    if pairs().all(|(from, to)| from == to) {
        "unchanged".to_owned()
    } else if pairs().all(|(from, to)| (from + left) % 8 == to) {
        format!("left {left}")
    } else if rule.bits.len() > 4 && follows(table_1()) {
        "Table 1".to_owned()
    } else if rule.bits.len() > 4 && follows(table_2()) {
        "Table 2".to_owned()
    } else if pairs().all(|(from, to)| pairs().any(|other| other == (to, from))) {
        let exchanged: Vec<String> =
            pairs().filter(|(from, to)| from < to).map(|(from, to)| format!("{from}↔{to}")).collect();
        exchanged.join(" ")
    } else {
        let moved: Vec<String> = pairs().map(|(from, to)| format!("{from}→{to}")).collect();
        moved.join(" ")
    }
}
