//! Runs a routine on all 65,536 boards of 4 × 4 squares: in lock step, symbolically, and one by one on the emulators
//! iz80 and mos6502. One instance of each is reused. Throughput is in boards.

use arcadian_claims::sheets;
use arcadian_proof::{Bounds, Inputs, Routine, Sweep, prove};
use divan::{Bencher, black_box, counter::ItemsCount};
use iz80::Machine;

const BOARDS: u64 = 1 << 16;
const LIMIT: u64 = 1_000_000;
const RETURN_ADDRESS: u16 = 0xFFFF;

/// Rotation, reflection, canonical form.
const NAMES: [&str; 3] = ["t2cw", "t2ref", "t2can"];

fn routine(processor: &str, name: &str) -> Routine {
    let file = format!("{processor}/{name}.asm");
    let sheet = sheets().find(|sheet| sheet.file == file).expect("a sheet");
    arcadian_claims::read(sheet).expect("a routine")
}

fn memory(routine: &Routine) -> Vec<u8> {
    let mut memory = vec![0; 0x1_0000];
    let origin = usize::from(routine.assembly.origin);
    memory[origin..origin + routine.image().len()].copy_from_slice(routine.image());
    memory
}

fn lanes(bencher: Bencher, processor: &str, name: &str) {
    let routine = routine(processor, name);
    let mut sweep = Sweep::new(&routine, Inputs::All, LIMIT);
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
        let result = sweep.check(0..BOARDS);
        assert_eq!(result.failing, None);
    });
}

fn symbolic(bencher: Bencher, processor: &str, name: &str) {
    let routine = routine(processor, name);
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
        let result = prove(&routine, Bounds::default(), LIMIT).expect("a proof");
        assert_eq!(result.failing, None);
    });
}

mod intel {
    use super::*;

    #[divan::bench(args = NAMES)]
    fn lanes(bencher: Bencher, name: &str) {
        super::lanes(bencher, "8080", name);
    }

    #[divan::bench(args = NAMES)]
    fn symbolic(bencher: Bencher, name: &str) {
        super::symbolic(bencher, "8080", name);
    }

    #[divan::bench(args = NAMES)]
    fn iz80(bencher: Bencher, name: &str) {
        let routine = routine("8080", name);
        let mut machine = iz80::PlainMachine::new();
        (0..).zip(memory(&routine)).take(0x1_0000).for_each(|(address, byte)| machine.poke(address, byte));
        let mut cpu = iz80::Cpu::new_8080();
        bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
            let mut sum = 0_u16;
            for board in 0..=u16::MAX {
                machine.poke16(0xEFFE, RETURN_ADDRESS);
                cpu.registers().set16(iz80::Reg16::SP, 0xEFFE);
                cpu.registers().set16(iz80::Reg16::HL, board);
                cpu.registers().set_pc(routine.entry);
                while cpu.immutable_registers().pc() != RETURN_ADDRESS {
                    cpu.execute_instruction(&mut machine);
                }
                sum = sum.wrapping_add(cpu.immutable_registers().get16(iz80::Reg16::HL));
            }
            black_box(sum)
        });
    }
}

mod mos {
    use super::*;
    use mos6502::{cpu::CPU, instruction::Nmos6502, memory::Bus, registers::StackPointer};

    struct Ram(Vec<u8>);

    impl Bus for Ram {
        fn get_byte(&mut self, address: u16) -> u8 {
            self.0[usize::from(address)]
        }

        fn set_byte(&mut self, address: u16, value: u8) {
            self.0[usize::from(address)] = value;
        }
    }

    #[divan::bench(args = NAMES)]
    fn lanes(bencher: Bencher, name: &str) {
        super::lanes(bencher, "6502", name);
    }

    #[divan::bench(args = NAMES)]
    fn symbolic(bencher: Bencher, name: &str) {
        super::symbolic(bencher, "6502", name);
    }

    #[divan::bench(args = NAMES)]
    fn mos6502(bencher: Bencher, name: &str) {
        let routine = routine("6502", name);
        let mut cpu = CPU::new(Ram(memory(&routine)), Nmos6502);
        bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
            let mut sum = 0_u16;
            for board in 0..=u16::MAX {
                let [low, high] = board.to_le_bytes();
                // RTS adds 1 to the address it pulls.
                cpu.memory.0[0x1FF] = 0xFF;
                cpu.memory.0[0x1FE] = 0xFE;
                let registers = &mut cpu.registers;
                registers.stack_pointer = StackPointer(0xFD);
                registers.accumulator = low;
                registers.index_x = high;
                registers.program_counter = routine.entry;
                while cpu.registers.program_counter != RETURN_ADDRESS {
                    cpu.single_step();
                }
                let registers = &cpu.registers;
                sum = sum.wrapping_add(u16::from_le_bytes([registers.accumulator, registers.index_x]));
            }
            black_box(sum)
        });
    }
}

fn main() {
    divan::main();
}
