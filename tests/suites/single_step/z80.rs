//! A case for the Z80.

use arcadian_cpu::registers::{A, B, C, D, E, F, H, L};
use arcadian_cpu::z80::{After, Refresh, flag};
use arcadian_cpu::{Core, Z80};
use serde::Deserialize;

use super::{Case, Edition, Fault, Outcome};
use crate::suites::bus::{Access, Recorder};

/// What was shown wrong by a transistor-level simulation: of SCF and CCF after a prefix, X and Y are those of A and F
/// together, because the prefix clears Q. Where the instruction before had set flags, the data have those of A alone.
pub(super) const EDITION: Edition = Edition {
    left_out: &[],
    faults: &[Fault {
        opcodes: &["dd 37", "dd 3f", "fd 37", "fd 3f"],
        cases: 885,
        why: "X and Y of SCF and CCF as if DD and FD did not clear Q",
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

/// The state. What `p` and `ei` say of the instruction before has no effect on this one and is left out.
fn before(state: &State) -> Z80 {
    let mut cpu =
        Z80 { wz: state.wz, ix: state.ix, iy: state.iy, i: state.i, im: state.im, ..Z80::default() };
    let main =
        [(A, state.a), (B, state.b), (C, state.c), (D, state.d), (E, state.e), (F, state.f), (H, state.h)];
    for (place, value) in main.into_iter().chain([(L, state.l)]) {
        cpu.r[place] = value;
    }
    for (place, word) in [(B, state.bc_), (D, state.de_), (H, state.hl_)] {
        [cpu.alternate[place], cpu.alternate[place + 1]] = word.to_be_bytes();
    }
    [cpu.alternate[A], cpu.alternate[F]] = state.af_.to_be_bytes();
    (cpu.r.pc, cpu.r.sp) = (state.pc, state.sp);
    cpu.refresh = Refresh::new(state.r);
    cpu.q = state.q != 0;
    (cpu.iff1, cpu.iff2) = (state.iff1 != 0, state.iff2 != 0);
    cpu
}

/// The state with what the instruction leaves for the next one.
fn after(state: &State, halted: bool) -> Z80 {
    let after = match (state.ei, state.p) {
        _ if halted => After::Halt,
        (0, 0) => After::Nothing,
        (_, 0) => After::Ei,
        _ => After::LoadFromIr,
    };
    Z80 { after, ..before(state) }
}

/// What goes over the bus, in order. The values are in the memory and in `ports`.
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

fn seen(access: &Access) -> (char, u16) {
    match *access {
        Access::Read(address, _) => ('r', address),
        Access::Write(address, _) => ('w', address),
        Access::Input(address, _) => ('i', address),
        Access::Output(address, _) => ('o', address),
    }
}

/// The fault of `EDITION`: where Q was set, X and Y of A alone.
fn faulty(case: &Case<State>, cpu: &Z80) -> Z80 {
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
    // They have a copy of F, which tells nothing when F is 0, and nothing of the interrupt that RETN defers.
    cpu.q &= cpu.r[F] != 0;
    if cpu.after == After::Retn {
        cpu.after = After::Nothing;
    }
    let expected = after(&case.after, cpu.is_halted());
    let outcome = if cpu == expected { Outcome::Passes } else { Outcome::KnownFault };
    if cpu != expected && faulty(case, &cpu) != expected {
        return Err(format!("is     {cpu:?}\nshould {expected:?}"));
    }
    bus.compare(&case.after.ram)?;
    if step.cycles as usize != case.cycles.len() {
        return Err(format!("{} cycles, should be {}", step.cycles, case.cycles.len()));
    }
    let seen: Vec<_> = bus.accesses.iter().map(seen).collect();
    if seen != accesses(case) {
        return Err(format!("accesses {seen:04X?}, should be {:04X?}", accesses(case)));
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::{Case, Outcome, State, check};
    use crate::suites::bus::Recorder;

    /// DD SCF with A = 00 and F = BB, and Q set or not, as a case with F and Q afterwards.
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
