//! Comparison with iz80: the complete 8080, and the Z80 except for known faults. Comparison of the Z80 with rustzx-z80, including WZ, R, X
//! and Y.

use std::collections::BTreeMap;

use arcadian_cpu::{
    Core, Z80,
    registers::{A, B, C, D, E, F, H, L},
    z80::After,
};
use arcadian_isa::{Processor, Row};
use iz80::{Machine, Reg8, Reg16};
use rustzx_z80::RegName8;

use super::{
    faults::{self, Difference},
    test_bus::{self, Random, TestBus, port},
};
use crate::rustzx_bus::Bus;

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

impl Machine for TestBus {
    fn peek(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.load(address, &[value]);
    }

    fn port_in(&mut self, address: u16) -> u8 {
        port(address & self.port_bits)
    }

    fn port_out(&mut self, _: u16, _: u8) {}
}

/// Two buses with the same memory, one per core.
struct Buses {
    ours: TestBus,
    theirs: TestBus,
}

impl Buses {
    fn new(seed: u64) -> Self {
        Buses { ours: TestBus::new(&mut Random::new(seed)), theirs: TestBus::new(&mut Random::new(seed)) }
    }

    fn load(&mut self, at: u16, bytes: &[u8]) {
        self.ours.load(at, bytes);
        self.theirs.load(at, bytes);
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

/// Returns the bytes of a row with random operands.
fn bytes(row: &Row, random: &mut Random) -> Vec<u8> {
    row.encode(random.byte().cast_signed(), u16::from_le_bytes([random.edge(), random.edge()])).to_vec()
}

#[test]
fn the_8080_agrees_with_iz80() {
    let mut random = Random::new(8080);
    let mut buses = Buses::new(1);
    // iz80 drives A on the upper half of the port address, like a Z80.
    (buses.ours.port_bits, buses.theirs.port_bits) = (0xFF, 0xFF);
    let mut theirs = iz80::Cpu::new_8080();
    for row in Processor::I8080.rows() {
        for _ in 0..CASES {
            let mut ours = test_bus::i8080(&mut random);
            let before = ours;
            let code = bytes(row, &mut random);
            buses.load(ours.pc(), &code);
            for (register, number) in NAMES {
                theirs.registers().set8(register, ours.r[number]);
            }
            theirs.registers().set16(Reg16::SP, ours.r.sp);
            theirs.registers().set_pc(ours.r.pc);
            let cycles = theirs.cycle_count();

            let step = ours.step(&mut buses.ours);
            theirs.execute_instruction(&mut buses.theirs);

            let context = format!("{code:02X?} from {before:?}");
            for (register, number) in NAMES {
                assert_eq!(ours.r[number], theirs.registers().get8(register), "{register:?} after {context}");
            }
            assert_eq!(ours.r.sp, theirs.registers().get16(Reg16::SP), "SP after {context}");
            assert_eq!(ours.r.pc, theirs.registers().pc(), "PC after {context}");
            assert_eq!(u64::from(step.cycles), theirs.cycle_count() - cycles, "cycles of {context}");
            assert_eq!(ours.halted, theirs.is_halted(), "{context}");
            assert!(buses.is_equal(), "memory after {context}");
            buses.restore();
            if theirs.is_halted() {
                theirs = iz80::Cpu::new_8080();
            }
        }
    }
}

/// The documented flags S, Z, H, P, N and C.
const DOCUMENTED: u8 = 0xD7;

#[test]
fn the_z80_agrees_with_iz80_except_for_known_faults() {
    let mut random = Random::new(80);
    let mut buses = Buses::new(2);
    let mut theirs = iz80::Cpu::new_z80();
    let mut found = BTreeMap::new();
    // iz80 does not execute overridden prefixes as separate instructions.
    let rows: Vec<_> =
        Processor::Z80.rows().filter(|row| !matches!(row.code().last(), Some(0xDD | 0xFD))).collect();
    for row in &rows {
        let name: String = row.code().map(|byte| format!("{byte:02X}")).collect();
        for _ in 0..CASES {
            let before = test_bus::z80(&mut random);
            let code = bytes(row, &mut random);
            buses.load(before.pc(), &code);
            for difference in compare_z80(before, &mut theirs, &mut buses) {
                found
                    .entry((name.clone(), difference))
                    .or_insert_with(|| format!("{code:02X?} from {before:?}"));
            }
            buses.restore();
            if theirs.is_halted() {
                theirs = iz80::Cpu::new_z80();
            }
        }
    }
    faults::judge(faults::IZ80, &found, &rows);
}

fn compare_z80(mut ours: Z80, theirs: &mut iz80::Cpu, buses: &mut Buses) -> Vec<Difference> {
    let words = |cpu: &Z80| [(Reg16::SP, cpu.r.sp), (Reg16::IX, cpu.ix), (Reg16::IY, cpu.iy)];
    for (register, number) in NAMES {
        theirs.registers().set8(register, ours.r[number]);
    }
    for (register, word) in words(&ours) {
        theirs.registers().set16(register, word);
    }
    theirs.registers().set8(Reg8::I, ours.i);
    theirs.registers().set_pc(ours.r.pc);
    set_hidden(theirs, &ours);
    let cycles = theirs.cycle_count();

    let step = ours.step(&mut buses.ours);
    theirs.execute_instruction(&mut buses.theirs);

    let theirs_8 = |register| theirs.immutable_registers().get8(register);
    let main = NAMES
        .iter()
        .filter(|(_, number)| *number != F)
        .all(|(register, number)| ours.r[*number] == theirs_8(*register));
    let others =
        words(&ours).iter().all(|(register, word)| theirs.immutable_registers().get16(*register) == *word);
    let rest = ours.i == theirs_8(Reg8::I) && ours.r.pc == theirs.immutable_registers().pc();
    let differences = [
        (Difference::State, main && others && rest),
        (Difference::Flags, (ours.r[F] ^ theirs_8(Reg8::F)) & DOCUMENTED == 0),
        (Difference::Cycles, u64::from(step.cycles) == theirs.cycle_count() - cycles),
        (Difference::Memory, buses.is_equal()),
        (Difference::Halt, ours.is_halted() == theirs.is_halted()),
    ];
    differences.into_iter().filter(|(_, same)| !same).map(|(difference, _)| difference).collect()
}

/// Sets the alternate registers, IFF1, IFF2 and IM, which are accessible only in a serialized state, after 16 main registers.
fn set_hidden(theirs: &mut iz80::Cpu, ours: &Z80) {
    let mut saved = theirs.serialize();
    for (register, number) in NAMES {
        saved[16 + register as usize] = ours.alternate[number];
    }
    let [.., iff1, iff2, im] = &mut saved[..37] else { panic!("a saved state has 37 bytes of registers") };
    (*iff1, *iff2, *im) = (ours.iff1.into(), ours.iff2.into(), ours.im);
    theirs.deserialize(&saved).unwrap();
}

const RUSTZX_CASES: usize = 2000;

fn theirs(cpu: &Z80) -> rustzx_z80::Z80 {
    let mut theirs = rustzx_z80::Z80::default();
    let regs = &mut theirs.regs;
    // Only the main set can be written, so it is written twice with an exchange in between.
    for set in [cpu.alternate, std::array::from_fn(|number| cpu.r[number])] {
        regs.exx();
        regs.swap_af_alt();
        for (name, number) in [
            (RegName8::B, B),
            (RegName8::C, B + 1),
            (RegName8::D, D),
            (RegName8::E, D + 1),
            (RegName8::H, H),
            (RegName8::L, H + 1),
        ] {
            regs.set_reg_8(name, set[number]);
        }
        regs.set_af(u16::from_be_bytes([set[A], set[F]]));
    }
    regs.set_ix(cpu.ix);
    regs.set_iy(cpu.iy);
    regs.set_sp(cpu.r.sp);
    regs.set_pc(cpu.r.pc);
    regs.set_mem_ptr(cpu.wz);
    regs.set_i(cpu.i);
    regs.set_r(cpu.refresh.value());
    regs.set_iff1(cpu.iff1);
    regs.set_iff2(cpu.iff2);
    // `set_flags` also sets Q.
    regs.clear_q();
    if cpu.q {
        regs.set_flags(cpu.r[F]);
    }
    theirs.set_im(cpu.im);
    theirs
}

/// Compares everything that rustzx-z80 exposes. The alternate registers are read by an exchange.
fn differences(ours: &Z80, theirs: &mut rustzx_z80::Z80) -> Vec<Difference> {
    let pair = |high: u8, low: u8| u16::from_be_bytes([high, low]);
    let sets = |regs: &rustzx_z80::Regs| [regs.get_bc(), regs.get_de(), regs.get_hl(), regs.get_acc().into()];
    let main = sets(&theirs.regs);
    let flags = theirs.regs.get_flags();
    theirs.regs.exx();
    theirs.regs.swap_af_alt();
    let regs = &theirs.regs;
    let state = [
        (ours.ix, regs.get_ix()),
        (ours.iy, regs.get_iy()),
        (ours.r.sp, regs.get_sp()),
        (ours.r.pc, regs.get_pc()),
        (pair(ours.i, ours.refresh.value()), regs.get_ir()),
        (ours.alternate[F].into(), regs.get_flags().into()),
        (pair(ours.iff1.into(), ours.iff2.into()), pair(regs.get_iff1().into(), regs.get_iff2().into())),
        (ours.im.into(), u8::from(theirs.get_im()).into()),
    ];
    let set = |r: &dyn Fn(usize) -> u8| {
        [pair(r(B), r(B + 1)), pair(r(D), r(D + 1)), pair(r(H), r(H + 1)), r(A).into()]
    };
    let same = set(&|number| ours.r[number]) == main
        && set(&|number| ours.alternate[number]) == sets(regs)
        && state.iter().all(|(ours, theirs)| ours == theirs);
    let found = [
        (Difference::State, same),
        (Difference::Flags, ours.r[F] == flags),
        (Difference::Wz, ours.wz == regs.get_mem_ptr()),
    ];
    found.into_iter().filter(|(_, same)| !same).map(|(difference, _)| difference).collect()
}

#[test]
fn the_z80_agrees_with_rustzx() {
    let mut random = Random::new(16);
    let mut bus = TestBus::new(&mut Random::new(3));
    let mut their_bus = TestBus::new(&mut Random::new(3));
    let mut found = BTreeMap::new();
    let rows: Vec<_> =
        Processor::Z80.rows().filter(|row| !matches!(row.code().last(), Some(0xDD | 0xFD))).collect();
    for row in &rows {
        let name: String = row.code().map(|byte| format!("{byte:02X}")).collect();
        for _ in 0..RUSTZX_CASES {
            let before = test_bus::z80(&mut random);
            let value = u16::from_le_bytes([random.edge(), random.edge()]);
            let code = row.encode(random.byte().cast_signed(), value);
            bus.load(before.r.pc, &code);
            their_bus.load(before.r.pc, &code);

            let mut ours = before;
            let mut theirs = theirs(&before);
            let step = ours.step(&mut bus);
            let mut bus_of_theirs = Bus { memory: &mut their_bus, cycles: 0 };
            theirs.emulate(&mut bus_of_theirs);
            let cycles = bus_of_theirs.cycles;

            let mut differences_here = differences(&ours, &mut theirs);
            if u64::from(step.cycles) != cycles {
                differences_here.push(Difference::Cycles);
            }
            let touched = bus.touched().chain(their_bus.touched()).map(usize::from);
            if touched.into_iter().any(|at| bus.memory[at] != their_bus.memory[at]) {
                differences_here.push(Difference::Memory);
            }
            if (ours.after == After::Halt) != theirs.is_halted() {
                differences_here.push(Difference::Halt);
            }
            for difference in differences_here {
                found.entry((name.clone(), difference)).or_insert_with(|| {
                    format!(
                        "{:02X?} from {before:?}\nto {ours:?} WZ {:04X} F {:02X} {} cycles",
                        &*code,
                        theirs.regs.get_mem_ptr(),
                        theirs.regs.get_flags(),
                        cycles
                    )
                });
            }
            bus.restore();
            their_bus.restore();
        }
    }
    faults::judge(faults::RUSTZX, &found, &rows);
}
