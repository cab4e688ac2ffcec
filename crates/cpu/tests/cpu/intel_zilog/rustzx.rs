//! Comparison of the Z80 with rustzx-z80, including WZ, R, X and Y.

use std::collections::BTreeMap;

use arcadian_cpu::registers::{A, B, D, F, H};
use arcadian_cpu::z80::After;
use arcadian_cpu::{Core, Z80};
use arcadian_isa::Processor;
use rustzx_z80::RegName8;

use super::faults::{self, Difference};
use super::test_bus;
use super::test_bus::{Random, TestBus};
use crate::rustzx_bus::Bus;

const CASES: usize = 2000;

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
        for _ in 0..CASES {
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
