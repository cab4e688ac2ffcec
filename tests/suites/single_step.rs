//! SingleStepTests: one instruction a case, with the whole state before and after and every access to the bus.

use std::path::Path;

use arcadian_cpu::registers::{A, B, C, D, E, F, H, L};
use arcadian_cpu::z80::{After, Refresh};
use arcadian_cpu::{Core, Z80};
use serde::Deserialize;

use super::bus::{Access, Recorder};
use super::suite;

#[derive(Deserialize)]
struct Case<S> {
    name: String,
    initial: S,
    #[serde(rename = "final")]
    after: S,
    cycles: Vec<(Option<u16>, Option<u8>, String)>,
    #[serde(default)]
    ports: Vec<(u16, u8, String)>,
}

#[derive(Deserialize)]
struct Z80State {
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
fn z80(state: &Z80State) -> Z80 {
    let mut cpu = Z80 { wz: state.wz, ix: state.ix, iy: state.iy, i: state.i, im: state.im, ..Z80::default() };
    let main = [(A, state.a), (B, state.b), (C, state.c), (D, state.d), (E, state.e), (F, state.f), (H, state.h)];
    for (place, value) in main.into_iter().chain([(L, state.l)]) {
        cpu.r[place] = value;
    }
    for (place, word) in [(B, state.bc_), (D, state.de_), (H, state.hl_)] {
        [cpu.alternate[place], cpu.alternate[place + 1]] = word.to_be_bytes();
    }
    [cpu.alternate[A], cpu.alternate[F]] = state.af_.to_be_bytes();
    (cpu.r.pc, cpu.r.sp) = (state.pc, state.sp);
    cpu.refresh = Refresh::new(state.r);
    cpu.q = state.q;
    (cpu.iff1, cpu.iff2) = (state.iff1 != 0, state.iff2 != 0);
    cpu
}

/// The state with what the instruction leaves for the next one.
fn z80_after(state: &Z80State, halted: bool) -> Z80 {
    let after = match (state.ei, state.p) {
        _ if halted => After::Halt,
        (0, 0) => After::Nothing,
        (_, 0) => After::Ei,
        _ => After::LoadFromIr,
    };
    Z80 { after, ..z80(state) }
}

/// What goes over the bus, in order. The values are in the memory and in `ports`.
fn z80_accesses(case: &Case<Z80State>) -> Vec<(char, u16)> {
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

fn check_z80(case: &Case<Z80State>, bus: &mut Recorder) -> Result<(), String> {
    for (address, value) in &case.initial.ram {
        bus.memory[usize::from(*address)] = *value;
    }
    bus.accesses.clear();
    bus.port = case.ports.first().map_or(0xFF, |port| port.1);
    let mut cpu = z80(&case.initial);
    let step = cpu.step(bus);
    let expected = z80_after(&case.after, cpu.is_halted());
    if cpu != expected {
        return Err(format!("is     {cpu:?}\nshould {expected:?}"));
    }
    for (address, value) in &case.after.ram {
        if bus.memory[usize::from(*address)] != *value {
            return Err(format!("{address:04X} is {:02X}", bus.memory[usize::from(*address)]));
        }
    }
    if step.cycles as usize != case.cycles.len() {
        return Err(format!("{} cycles, should be {}", step.cycles, case.cycles.len()));
    }
    let accesses: Vec<_> = bus.accesses.iter().map(seen).collect();
    if accesses != z80_accesses(case) {
        return Err(format!("accesses {accesses:04X?}, should be {:04X?}", z80_accesses(case)));
    }
    Ok(())
}

/// All files of a folder; the names of the cases that fail, the first of each file in full.
fn check<S: for<'a> Deserialize<'a>>(
    folder: &Path,
    mut check: impl FnMut(&Case<S>, &mut Recorder) -> Result<(), String>,
) {
    let (mut cases, mut failed) = (0, 0);
    let mut bus = Recorder::default();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    assert!(!files.is_empty(), "no .json files in {}", folder.display());
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let all: Vec<Case<S>> =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut here = 0;
        for case in &all {
            if let Err(why) = check(case, &mut bus) {
                if here == 0 {
                    eprintln!("{}: {why}", case.name);
                }
                here += 1;
            }
        }
        if here > 0 {
            eprintln!("{}: {here} of {} fail", path.display(), all.len());
        }
        cases += all.len();
        failed += here;
    }
    println!("{cases} cases in {} files", files.len());
    assert_eq!(failed, 0, "of {cases} cases");
}

#[test]
#[ignore = "needs a public suite: ARCADIAN_SUITES, docs/suites.md"]
fn single_step_z80() {
    check(&suite("single-step/z80"), check_z80);
}
