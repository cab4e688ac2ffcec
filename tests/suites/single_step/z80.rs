//! Checking a case for the Z80.

use arcadian_cpu::registers::{A, B, C, D, E, F, H, L};
use arcadian_cpu::z80::{After, Refresh, flag};
use arcadian_cpu::{Core, Z80};
use serde::Deserialize;

use super::{Case, Edition, Fault, Outcome};
use crate::suites::{Access, Recorder};

/// The fault was shown by a transistor-level simulation. After a prefix, SCF and CCF take X and Y from the bitwise OR of A and F,
/// because the prefix clears Q. If the previous instruction set flags, the data take them from A alone.
pub(super) const EDITION: Edition = Edition {
    skipped: &[],
    faults: &[Fault {
        opcodes: &["dd 37", "dd 3f", "fd 37", "fd 3f"],
        cases: 885,
        reason: "X and Y of SCF and CCF as if DD and FD did not clear Q",
    }],
};

#[derive(Clone, Deserialize)]
pub(super) struct State {
    pc: u16,
    sp: u16,
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    h: u8,
    l: u8,
    i: u8,
    r: u8,
    wz: u16,
    ix: u16,
    iy: u16,
    af_: u16,
    bc_: u16,
    de_: u16,
    hl_: u16,
    im: u8,
    q: u8,
    p: u8,
    ei: u8,
    iff1: u8,
    iff2: u8,
    ram: Vec<(u16, u8)>,
}

/// Returns the initial state. `p` and `ei` describe the previous instruction; they have no effect on this one and are
/// ignored.
fn before(state: &State) -> Z80 {
    let mut cpu =
        Z80 { wz: state.wz, ix: state.ix, iy: state.iy, i: state.i, im: state.im, ..Z80::default() };
    let main =
        [(A, state.a), (B, state.b), (C, state.c), (D, state.d), (E, state.e), (F, state.f), (H, state.h)];
    for (register, value) in main.into_iter().chain([(L, state.l)]) {
        cpu.r[register] = value;
    }
    for (register, word) in [(B, state.bc_), (D, state.de_), (H, state.hl_)] {
        [cpu.alternate[register], cpu.alternate[register + 1]] = word.to_be_bytes();
    }
    [cpu.alternate[A], cpu.alternate[F]] = state.af_.to_be_bytes();
    (cpu.r.pc, cpu.r.sp) = (state.pc, state.sp);
    cpu.refresh = Refresh::new(state.r);
    cpu.q = state.q != 0;
    (cpu.iff1, cpu.iff2) = (state.iff1 != 0, state.iff2 != 0);
    cpu
}

/// Returns the final state, with the internal state that the instruction leaves for the next one.
fn after(state: &State, halted: bool) -> Z80 {
    let after = match (state.ei, state.p) {
        _ if halted => After::Halt,
        (0, 0) => After::Nothing,
        (_, 0) => After::Ei,
        _ => After::LoadFromIr,
    };
    Z80 { after, ..before(state) }
}

/// Returns the bus accesses in order. Their values are in `ram` and `ports`.
fn accesses(case: &Case<State>) -> Vec<(char, u16)> {
    let pins = |pins: &str| match pins {
        "r-m-" => Some('r'),
        "-wm-" => Some('w'),
        "r--i" => Some('i'),
        "-w-i" => Some('o'),
        _ => None,
    };
    case.cycles.iter().filter_map(|(address, _, state)| Some((pins(state)?, (*address)?))).collect()
}

fn kind_and_address(access: &Access) -> (char, u16) {
    match *access {
        Access::Read(address, _) => ('r', address),
        Access::Write(address, _) => ('w', address),
        Access::Input(address, _) => ('i', address),
        Access::Output(address, _) => ('o', address),
    }
}

/// Returns the state with the fault of `EDITION`: if Q was set, X and Y from A alone.
fn with_fault(case: &Case<State>, cpu: &Z80) -> Z80 {
    let mut faulty = *cpu;
    if case.initial.q != 0 {
        faulty.r[F] = (cpu.r[F] & !(flag::X | flag::Y)) | (cpu.r[A] & (flag::X | flag::Y));
    }
    faulty
}

pub(super) fn check(case: &Case<State>, bus: &mut Recorder) -> Result<Outcome, String> {
    bus.begin(&case.initial.ram);
    bus.port = Some(case.ports.first().map_or(0xFF, |port| port.1));
    let mut cpu = before(&case.initial);
    let step = cpu.step(bus);
    // The data store Q as a copy of F, so they cannot show a set Q if F is 0. They do not model the interrupt that RETN
    // defers.
    cpu.q &= cpu.r[F] != 0;
    if cpu.after == After::Retn {
        cpu.after = After::Nothing;
    }
    let expected = after(&case.after, cpu.is_halted());
    let outcome = if cpu == expected { Outcome::Passes } else { Outcome::KnownFault };
    if cpu != expected && with_fault(case, &cpu) != expected {
        return Err(format!("found    {cpu:?}\nexpected {expected:?}"));
    }
    bus.compare(&case.after.ram)?;
    if step.cycles as usize != case.cycles.len() {
        return Err(format!("{} cycles, expected {}", step.cycles, case.cycles.len()));
    }
    let found: Vec<_> = bus.accesses.iter().map(kind_and_address).collect();
    if found != accesses(case) {
        return Err(format!("accesses {found:04X?}, expected {:04X?}", accesses(case)));
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::{Case, Outcome, State, check};
    use crate::suites::Recorder;

    /// Returns a case of DD SCF with A = 00, F = BB and the given Q; `f` is F and Q after it.
    fn case(q: u8, f: u8) -> Case<State> {
        let state = State {
            pc: 0x0100,
            sp: 0,
            a: 0,
            b: 0,
            c: 0,
            d: 0,
            e: 0,
            f: 0xBB,
            h: 0,
            l: 0,
            i: 0,
            r: 0,
            wz: 0,
            ix: 0,
            iy: 0,
            af_: 0,
            bc_: 0,
            de_: 0,
            hl_: 0,
            im: 0,
            q,
            p: 0,
            ei: 0,
            iff1: 0,
            iff2: 0,
            ram: vec![(0x0100, 0xDD), (0x0101, 0x37)],
        };
        let after = State { pc: 0x0102, f, q: f, r: 2, ..state.clone() };
        let cycle = |address: u16, pins: &str| (Some(address), None, pins.to_owned());
        let fetch =
            |address| [cycle(address, "----"), cycle(address, "r-m-"), cycle(0, "----"), cycle(0, "----")];
        let cycles = [fetch(0x0100), fetch(0x0101)].concat();
        Case { name: "DD 37".to_owned(), initial: state, after, cycles, ports: Vec::new() }
    }

    #[test]
    fn the_known_fault_is_recognized_and_no_other() {
        let mut bus = Recorder::default();
        assert_eq!(check(&case(0xBB, 0xA9), &mut bus), Ok(Outcome::Passes));
        assert_eq!(check(&case(0xBB, 0x81), &mut bus), Ok(Outcome::KnownFault));
        assert!(check(&case(0xBB, 0x89), &mut bus).is_err());
        assert_eq!(check(&case(0x00, 0xA9), &mut bus), Ok(Outcome::Passes));
        assert!(check(&case(0x00, 0x81), &mut bus).is_err());
    }
}
