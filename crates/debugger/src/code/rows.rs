//! Code as rows: disassembled from memory, with the labels and comments of the source.

use arcadian_cpu::Core;
use arcadian_machine::Machine;

use super::Source;
use crate::debuggee::{Row, Spot};

/// No instruction is longer.
const LONGEST: u16 = 4;

pub(super) fn around<C: Core>(
    machine: &Machine<C>,
    source: &Source,
    around: Spot,
    before: usize,
    behind: usize,
) -> Vec<Row> {
    let here = around.0 as u16;
    let mut rows = Vec::new();
    let mut address = first(machine, source, here, before);
    let mut left = usize::MAX;
    while left > 0 {
        if address == here {
            left = behind + 1;
        }
        let row = row(machine, source, address);
        let next = address.wrapping_add(row.bytes.len() as u16);
        rows.push(row);
        left -= 1;
        if next < address {
            break;
        }
        address = next;
    }
    rows
}

/// Where to begin so that `before` rows, or a few less, lead to `here`.
fn first<C: Core>(machine: &Machine<C>, source: &Source, here: u16, before: usize) -> u16 {
    // From far before it a wrong beginning has most probably come into step.
    const FAR: u16 = 8;
    let before = u16::try_from(before).unwrap_or(u16::MAX / LONGEST);
    let farthest = here.saturating_sub(before.saturating_add(FAR).saturating_mul(LONGEST));
    let chain = |start: u16| {
        let step =
            |address: &u16| address.checked_add(size(machine, source, *address)).filter(|next| *next <= here);
        let starts: Vec<u16> = std::iter::successors(Some(start), step).collect();
        (starts.last() == Some(&here)).then_some(starts)
    };
    let mut begins = (farthest..here).filter(|address| !source.is_inside(*address));
    let starts = begins.find_map(chain).unwrap_or_else(|| vec![here]);
    starts.iter().rev().nth(before.into()).or(starts.first()).copied().unwrap_or(here)
}

fn size<C: Core>(machine: &Machine<C>, source: &Source, address: u16) -> u16 {
    let length = piece(machine, source, address).0.len() as u16;
    length.min(u16::MAX - address).max(1)
}

/// The bytes of a row, and its instruction if it is one.
fn piece<C: Core>(
    machine: &Machine<C>,
    source: &Source,
    address: u16,
) -> (Vec<u8>, Option<arcadian_isa::Instruction>) {
    let bytes = |count: u16| (0..count).map(|n| machine.peek(address.wrapping_add(n))).collect::<Vec<_>>();
    if let Some((size, false)) = source.piece(address) {
        return (bytes((size as u16).clamp(1, 8)), None);
    }
    match C::PROCESSOR.decode(&bytes(LONGEST)) {
        Ok(instruction) => (bytes(instruction.length().into()), Some(instruction)),
        Err(_) => (bytes(1), None),
    }
}

fn row<C: Core>(machine: &Machine<C>, source: &Source, address: u16) -> Row {
    let (bytes, instruction) = piece(machine, source, address);
    let text = match instruction {
        Some(instruction) => {
            let text = instruction.at(address).with(&|address| source.name(address)).to_string();
            match text.split_once(' ') {
                Some((mnemonic, operands)) => format!("{mnemonic:4} {operands}"),
                None => text,
            }
        }
        None => bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" "),
    };
    Row {
        spot: Spot(address.into()),
        bytes,
        labels: source.labels(address).map(str::to_owned).collect(),
        statement: Some(0..text.chars().count()),
        text,
        comment: source.comment(address).to_owned(),
    }
}
