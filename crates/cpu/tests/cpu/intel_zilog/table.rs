//! Comparison of the cores with each row of the opcode tables: bytes, cycles, accesses in order, flags read and written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use arcadian_cpu::registers::F;
use arcadian_cpu::{Core, I8080, StepCost, Z80};
use arcadian_isa::{CycleKind, Row, When};

use super::test_bus::{self, FLAGS_8080};
use super::test_bus::{Access, Random, TestBus};

/// The minimum number of cases per row. More follow until every flag has had both values.
const CASES: usize = 300;
const MAX_CASES: usize = 5_000;

trait Subject: Core {
    /// The flags in F.
    const FLAGS: u8;

    fn random(random: &mut Random) -> Self;
    fn flags(&mut self) -> &mut u8;

    /// Clears state that depends on F, such as Q.
    fn normalize(&mut self) {}
}

impl Subject for I8080 {
    const FLAGS: u8 = FLAGS_8080;

    fn random(random: &mut Random) -> Self {
        test_bus::i8080(random)
    }

    fn flags(&mut self) -> &mut u8 {
        &mut self.r[F]
    }
}

impl Subject for Z80 {
    const FLAGS: u8 = 0xFF;

    fn random(random: &mut Random) -> Self {
        // With Q clear, SCF and CCF depend on F.
        Z80 { q: false, ..test_bus::z80(random) }
    }

    fn normalize(&mut self) {
        self.q = false;
    }

    fn flags(&mut self) -> &mut u8 {
        &mut self.r[F]
    }
}

#[test]
fn the_8080_matches_its_table() {
    check::<I8080>();
}

#[test]
fn the_z80_matches_its_table() {
    check::<Z80>();
}

fn check<C: Subject>() {
    let mut random = Random::new(256);
    let mut bus = TestBus::new(&mut random);
    let mut by_name = BTreeMap::new();
    for row in C::PROCESSOR.rows() {
        let mut seen = Seen::default();
        for number in 0..MAX_CASES {
            case::<C>(row, &mut random, &mut bus, &mut seen);
            if number >= CASES && seen.both() == row.flags.computed && seen.influences == row.flags.read {
                break;
            }
        }
        let name = format!("{:02X?} {}", row.code().collect::<Vec<_>>(), row.mnemonic);
        assert!(seen.not_taken || row.cycles.taken != 0, "{name} was always taken");
        assert_eq!(seen.taken, row.cycles.taken != 0, "{name}: whether it has been taken");
        assert_eq!(seen.influences, row.flags.read, "{name}: flags with an influence, and flags read");
        assert_eq!(seen.changed & !row.flags.written(), 0, "{name}: flags changed but not listed as written");
        assert_eq!(
            seen.both() & !row.flags.computed,
            0,
            "{name}: flags with both values but not listed as computed"
        );
        let (both, computed) = by_name.entry((row.page, row.mnemonic)).or_insert((0, 0));
        *both |= seen.both();
        *computed |= row.flags.computed;
    }
    // By mnemonic, because the flags of `SUB A` are constant.
    for (operation, (seen, computed)) in by_name {
        assert_eq!(seen, computed, "{operation:?}: flags with both values, and flags computed");
    }
}

/// The observations of all cases of a row.
#[derive(Default)]
struct Seen {
    taken: bool,
    not_taken: bool,
    /// Flags that influenced the result.
    influences: u8,
    changed: u8,
    set: u8,
    cleared: u8,
    written: u8,
}

impl Seen {
    /// Returns the written flags that had both values.
    fn both(&self) -> u8 {
        self.set & self.cleared & self.written
    }
}

fn case<C: Subject>(row: &'static Row, random: &mut Random, bus: &mut TestBus, seen: &mut Seen) {
    let before = C::random(random);
    let value = u16::from_le_bytes([random.edge(), random.edge()]);
    let mut code = row.encode(random.byte().cast_signed(), value).to_vec();
    if matches!(code[..], [0xDD | 0xFD]) {
        // A prefix is a separate instruction only before another prefix.
        code.push(0xDD);
    }
    let (mut after, step, accesses) = run(before, &code, bus);
    let context = format!("{code:02X?} from {before:?}");

    let taken = step.cycles != u32::from(row.cycles.base);
    assert!(!taken || step.cycles == u32::from(row.cycles.base + row.cycles.taken), "cycles of {context}");
    seen.taken |= taken;
    seen.not_taken |= !taken;
    check_accesses(row, taken, before.pc(), &accesses, &context);
    assert_eq!(step.accesses as usize, accesses.len(), "{context}");

    let (old, new) = (*{ before }.flags(), *after.flags());
    assert_eq!(new & row.flags.cleared, 0, "{context}");
    assert_eq!(new & row.flags.set, row.flags.set, "{context}");
    seen.changed |= old ^ new;
    seen.set |= new;
    seen.cleared |= !new & C::FLAGS;
    seen.written = row.flags.written();

    for bit in (0..8).map(|bit| 1 << bit).filter(|bit| bit & C::FLAGS != 0) {
        let mut other = before;
        *other.flags() ^= bit;
        let (mut other, other_step, other_accesses) = run(other, &code, bus);
        // A flag that is not written still differs afterwards.
        *other.flags() ^= bit & !row.flags.written();
        if (other, other_step, other_accesses) != (after, step, accesses.clone()) {
            seen.influences |= bit;
        }
    }
}

fn run<C: Subject>(mut cpu: C, code: &[u8], bus: &mut TestBus) -> (C, StepCost, Vec<Access>) {
    bus.load(cpu.pc(), code);
    let step = cpu.step(bus);
    let accesses = std::mem::take(&mut bus.accesses);
    bus.restore();
    cpu.normalize();
    (cpu, step, accesses)
}

fn check_accesses(row: &Row, taken: bool, pc: u16, accesses: &[Access], context: &impl Debug) {
    let mut accesses = accesses.iter();
    let mut next = pc;
    for cycle in row.bus.cycles() {
        if cycle.when == When::Taken && !taken || cycle.kind == CycleKind::Internal {
            continue;
        }
        let access = accesses.next();
        let fits = match (cycle.kind, access) {
            (CycleKind::Fetch, Some(Access::Fetch(address)))
            | (CycleKind::Operand, Some(Access::Read(address))) => {
                next = next.wrapping_add(1);
                *address == next.wrapping_sub(1)
            }
            (CycleKind::Read | CycleKind::Pull, Some(Access::Read(_))) => true,
            (CycleKind::Write | CycleKind::Push, Some(Access::Write(..))) => true,
            (CycleKind::Input, Some(Access::Input(_))) | (CycleKind::Output, Some(Access::Output(..))) => {
                true
            }
            _ => false,
        };
        assert!(fits, "{access:?} is not {:?} in {context:?}", cycle.kind);
    }
    assert_eq!(accesses.next(), None, "{context:?}");
    assert_eq!(next, pc.wrapping_add(row.length.into()), "{context:?}");
}
