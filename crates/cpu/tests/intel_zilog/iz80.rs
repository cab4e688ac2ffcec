//! Against iz80: the 8080 in everything it has, the Z80 where it is known to be right.

use std::collections::BTreeMap;

use arcadian_cpu::registers::{A, B, C, D, E, F, H, L};
use arcadian_cpu::{Core, Z80};
use arcadian_isa::{Processor, Row};
use iz80::{Machine, Reg8, Reg16};

use super::faults::{self, Difference};
use super::state;
use super::world::{Random, World, port};

const CASES: usize = 2000;

const NAMES: [(Reg8, usize); 8] = [
    (Reg8::A, A),
    (Reg8::F, F),
    (Reg8::B, B),
    (Reg8::C, C),
    (Reg8::D, D),
    (Reg8::E, E),
    (Reg8::H, H),
    (Reg8::L, L),
];

impl Machine for World {
    fn peek(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.place(address, &[value]);
    }

    fn port_in(&mut self, address: u16) -> u8 {
        port(address & self.port_bits)
    }

    fn port_out(&mut self, _: u16, _: u8) {}
}

/// The same memory twice, one for each core.
struct Pair {
    ours: World,
    theirs: World,
}

impl Pair {
    fn new(seed: u64) -> Self {
        Pair { ours: World::new(&mut Random::new(seed)), theirs: World::new(&mut Random::new(seed)) }
    }

    fn place(&mut self, at: u16, bytes: &[u8]) {
        self.ours.place(at, bytes);
        self.theirs.place(at, bytes);
    }

    fn is_equal(&self) -> bool {
        let touched = self.ours.touched().chain(self.theirs.touched());
        touched.map(usize::from).all(|at| self.ours.memory[at] == self.theirs.memory[at])
    }

    fn restore(&mut self) {
        self.ours.restore();
        self.theirs.restore();
    }
}

/// Its bytes with random operands.
fn bytes(row: &Row, random: &mut Random) -> Vec<u8> {
    row.encode(random.byte().cast_signed(), u16::from_le_bytes([random.edge(), random.edge()])).to_vec()
}

#[test]
fn the_8080_is_iz80s() {
    let mut random = Random::new(8080);
    let mut pair = Pair::new(1);
    // As a Z80 would, it has A on the upper half of the address.
    (pair.ours.port_bits, pair.theirs.port_bits) = (0xFF, 0xFF);
    let mut theirs = iz80::Cpu::new_8080();
    for row in Processor::I8080.rows() {
        for _ in 0..CASES {
            let mut ours = state::i8080(&mut random);
            let before = ours;
            let code = bytes(row, &mut random);
            pair.place(ours.pc(), &code);
            for (register, place) in NAMES {
                theirs.registers().set8(register, ours.r[place]);
            }
            theirs.registers().set16(Reg16::SP, ours.r.sp);
            theirs.registers().set_pc(ours.r.pc);
            let cycles = theirs.cycle_count();

            let step = ours.step(&mut pair.ours);
            theirs.execute_instruction(&mut pair.theirs);

            let context = format!("{code:02X?} from {before:?}");
            for (register, place) in NAMES {
                assert_eq!(ours.r[place], theirs.registers().get8(register), "{register:?} after {context}");
            }
            assert_eq!(ours.r.sp, theirs.registers().get16(Reg16::SP), "SP after {context}");
            assert_eq!(ours.r.pc, theirs.registers().pc(), "PC after {context}");
            assert_eq!(u64::from(step.cycles), theirs.cycle_count() - cycles, "cycles of {context}");
            assert_eq!(ours.halted, theirs.is_halted(), "{context}");
            assert!(pair.is_equal(), "memory after {context}");
            pair.restore();
            if theirs.is_halted() {
                theirs = iz80::Cpu::new_8080();
            }
        }
    }
}

/// S, Z, H, P, N and C.
const DOCUMENTED: u8 = 0xD7;

#[test]
fn the_z80_is_iz80s_where_that_is_right() {
    let mut random = Random::new(80);
    let mut pair = Pair::new(2);
    let mut theirs = iz80::Cpu::new_z80();
    let mut found = BTreeMap::new();
    // Lone prefixes are no instructions there.
    let rows: Vec<_> =
        Processor::Z80.rows().filter(|row| !matches!(row.code().last(), Some(0xDD | 0xFD))).collect();
    for row in &rows {
        let name: String = row.code().map(|byte| format!("{byte:02X}")).collect();
        for _ in 0..CASES {
            let before = state::z80(&mut random);
            let code = bytes(row, &mut random);
            pair.place(before.pc(), &code);
            for difference in compare_z80(before, &mut theirs, &mut pair) {
                found
                    .entry((name.clone(), difference))
                    .or_insert_with(|| format!("{code:02X?} from {before:?}"));
            }
            pair.restore();
            if theirs.is_halted() {
                theirs = iz80::Cpu::new_z80();
            }
        }
    }
    faults::judge(faults::IZ80, &found, &rows);
}

fn compare_z80(mut ours: Z80, theirs: &mut iz80::Cpu, pair: &mut Pair) -> Vec<Difference> {
    let words = |cpu: &Z80| [(Reg16::SP, cpu.r.sp), (Reg16::IX, cpu.ix), (Reg16::IY, cpu.iy)];
    for (register, place) in NAMES {
        theirs.registers().set8(register, ours.r[place]);
    }
    for (register, word) in words(&ours) {
        theirs.registers().set16(register, word);
    }
    theirs.registers().set8(Reg8::I, ours.i);
    theirs.registers().set_pc(ours.r.pc);
    set_hidden(theirs, &ours);
    let cycles = theirs.cycle_count();

    let step = ours.step(&mut pair.ours);
    theirs.execute_instruction(&mut pair.theirs);

    let theirs_8 = |register| theirs.immutable_registers().get8(register);
    let main = NAMES
        .iter()
        .filter(|(_, place)| *place != F)
        .all(|(register, place)| ours.r[*place] == theirs_8(*register));
    let others =
        words(&ours).iter().all(|(register, word)| theirs.immutable_registers().get16(*register) == *word);
    let rest = ours.i == theirs_8(Reg8::I) && ours.r.pc == theirs.immutable_registers().pc();
    let differences = [
        (Difference::State, main && others && rest),
        (Difference::Flags, (ours.r[F] ^ theirs_8(Reg8::F)) & DOCUMENTED == 0),
        (Difference::Cycles, u64::from(step.cycles) == theirs.cycle_count() - cycles),
        (Difference::Memory, pair.is_equal()),
        (Difference::Halt, ours.is_halted() == theirs.is_halted()),
    ];
    differences.into_iter().filter(|(_, same)| !same).map(|(difference, _)| difference).collect()
}

/// The alternate registers, IFF1, IFF2 and IM can only be set as bytes of a saved state, behind the 16 main registers.
fn set_hidden(theirs: &mut iz80::Cpu, ours: &Z80) {
    let mut saved = theirs.serialize();
    for (register, place) in NAMES {
        saved[16 + register as usize] = ours.alternate[place];
    }
    let [.., iff1, iff2, im] = &mut saved[..37] else { panic!("a saved state has 37 bytes of registers") };
    (*iff1, *iff2, *im) = (ours.iff1.into(), ours.iff2.into(), ours.im);
    theirs.deserialize(&saved).unwrap();
}
