//! Each row of the opcode tables against the core: bytes, cycles, accesses in their order, flags read and written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use arcadian_cpu::registers::F;
use arcadian_cpu::{Core, I8080, StepCost, Z80};
use arcadian_isa::{Kind, Row, When};

use super::state::{self, FLAGS_8080};
use super::world::{Access, Random, World};

/// So many cases of each row at least, and more until every flag was seen with both values.
const CASES: usize = 300;
const MOST_CASES: usize = 5_000;

/// What the test needs to know of a core.
trait Subject: Core {
    /// The bits of F that exist.
    const FLAGS: u8;

    fn random(random: &mut Random) -> Self;
    fn flags(&mut self) -> &mut u8;

    /// Forgets what repeats the flags elsewhere.
    fn forget(&mut self) {}
}

impl Subject for I8080 {
    const FLAGS: u8 = FLAGS_8080;

    fn random(random: &mut Random) -> Self {
        state::i8080(random)
    }

    fn flags(&mut self) -> &mut u8 {
        &mut self.r[F]
    }
}

impl Subject for Z80 {
    const FLAGS: u8 = 0xFF;

    fn random(random: &mut Random) -> Self {
        // Q, which is no flag, is 0, so that SCF and CCF look at F.
        Z80 { q: false, ..state::z80(random) }
    }

    fn forget(&mut self) {
        self.q = false;
    }

    fn flags(&mut self) -> &mut u8 {
        &mut self.r[F]
    }
}

#[test]
fn the_8080_does_what_its_table_says() {
    check::<I8080>();
}

#[test]
fn the_z80_does_what_its_table_says() {
    check::<Z80>();
}

fn check<C: Subject>() {
    let mut random = Random::new(256);
    let mut world = World::new(&mut random);
    let mut by_name = BTreeMap::new();
    for row in C::PROCESSOR.rows() {
        let mut seen = Seen::default();
        for number in 0..MOST_CASES {
            case::<C>(row, &mut random, &mut world, &mut seen);
            if number >= CASES && seen.both() == row.flags.computed && seen.influences == row.flags.read {
                break;
            }
        }
        let name = format!("{:02X?} {}", row.code().collect::<Vec<_>>(), row.mnemonic);
        assert!(seen.not_taken || row.cycles.taken != 0, "{name} was always taken");
        assert_eq!(seen.taken, row.cycles.taken != 0, "{name}: whether it can be taken");
        assert_eq!(seen.influences, row.flags.read, "{name}: flags that make a difference, and flags read");
        assert_eq!(seen.changed & !row.flags.written(), 0, "{name}: flags changed that should stay");
        assert_eq!(seen.both() & !row.flags.computed, 0, "{name}: flags computed that should not be");
        let (both, computed) = by_name.entry((row.page, row.mnemonic)).or_insert((0, 0));
        *both |= seen.both();
        *computed |= row.flags.computed;
    }
    // Not row by row: the flags of `SUB A` are always the same.
    for (operation, (seen, computed)) in by_name {
        assert_eq!(seen, computed, "{operation:?}: flags seen with both values, and flags computed");
    }
}

/// What was seen of a row in all cases.
#[derive(Default)]
struct Seen {
    taken: bool,
    not_taken: bool,
    /// Flags that made a difference.
    influences: u8,
    changed: u8,
    set: u8,
    cleared: u8,
    written: u8,
}

impl Seen {
    /// Flags that are written and came out with either value.
    fn both(&self) -> u8 {
        self.set & self.cleared & self.written
    }
}

fn case<C: Subject>(row: &'static Row, random: &mut Random, world: &mut World, seen: &mut Seen) {
    let before = C::random(random);
    let value = u16::from_le_bytes([random.edge(), random.edge()]);
    let mut code = row.encode(random.byte().cast_signed(), value).to_vec();
    if matches!(code[..], [0xDD | 0xFD]) {
        // A prefix is an instruction of its own only before another.
        code.push(0xDD);
    }
    let (mut after, step, accesses) = run(before, &code, world);
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
        let (mut other, other_step, other_accesses) = run(other, &code, world);
        // A flag that is not written may differ afterwards as it did before.
        *other.flags() ^= bit & !row.flags.written();
        if (other, other_step, other_accesses) != (after, step, accesses.clone()) {
            seen.influences |= bit;
        }
    }
}

fn run<C: Subject>(mut cpu: C, code: &[u8], world: &mut World) -> (C, StepCost, Vec<Access>) {
    world.place(cpu.pc(), code);
    let step = cpu.step(world);
    let accesses = std::mem::take(&mut world.accesses);
    world.restore();
    cpu.forget();
    (cpu, step, accesses)
}

fn check_accesses(row: &Row, taken: bool, pc: u16, accesses: &[Access], context: &impl Debug) {
    let mut accesses = accesses.iter();
    let mut next = pc;
    for cycle in row.bus.cycles() {
        if cycle.when == When::Taken && !taken || cycle.kind == Kind::Internal {
            continue;
        }
        let access = accesses.next();
        let fits = match (cycle.kind, access) {
            (Kind::Fetch, Some(Access::Fetch(address))) | (Kind::Operand, Some(Access::Read(address))) => {
                next = next.wrapping_add(1);
                *address == next.wrapping_sub(1)
            }
            (Kind::Read | Kind::Pull, Some(Access::Read(_))) => true,
            (Kind::Write | Kind::Push, Some(Access::Write(..))) => true,
            (Kind::Input, Some(Access::Input(_))) | (Kind::Output, Some(Access::Output(..))) => true,
            _ => false,
        };
        assert!(fits, "{access:?} is not {:?} in {context:?}", cycle.kind);
    }
    assert_eq!(accesses.next(), None, "{context:?}");
    assert_eq!(next, pc.wrapping_add(row.length.into()), "{context:?}");
}
