//! Clocked devices: time, interrupt vectors, RESET, SO, wait states.

use arcadian_cpu::{Bus, Core, I8080, MachineCycle, Mos6502, Z80};
use arcadian_machine::{
    Access, Change, Context, Device, History, Lines, Machine, MachineCore, MapError, Reason, Until,
    WaitStates,
};

use super::Ticker;

fn machine<C: MachineCore>(program: &[u8]) -> Machine<C> {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0200, program).unwrap();
    machine.core.set_pc(0x0200);
    for name in ["SP", "S"] {
        let _ = machine.set_register(name, 0x80F0);
    }
    machine
}

/// Steps a core with an active interrupt line. Returns its program counter and the cycles.
fn interrupted<C: MachineCore>(core: C, supplied: &[u8], operands: &[u8]) -> (u16, u64) {
    let mut machine = machine::<C>(&[0x00; 16]);
    machine.core = core;
    machine.backplane.load(0x4042, &[0xEF, 0xBE]).unwrap();
    let mut ticker = Ticker::new(1000, Lines::IRQ).supplying(supplied, operands);
    ticker.active = true;
    machine.backplane.plug(ticker);
    machine.step().unwrap();
    (machine.core.pc(), machine.cycles())
}

fn im(im: u8) -> Z80 {
    let mut cpu = Z80 { iff1: true, iff2: true, i: 0x40, im, ..Z80::default() };
    (cpu.r.pc, cpu.r.sp) = (0x0200, 0x8000);
    cpu
}

#[test]
fn devices_supply_vectors_and_instructions() {
    let mut i8080 = I8080::<u8> { inte: true, ..I8080::default() };
    (i8080.r.pc, i8080.r.sp) = (0x0200, 0x8000);
    assert_eq!(interrupted(im(2), &[0x42], &[]), (0xBEEF, 19));
    assert_eq!(interrupted(im(1), &[0x42], &[]), (0x0038, 13));
    assert_eq!(interrupted(im(0), &[0xCF], &[]), (0x0008, 13));
    assert_eq!(interrupted(im(0), &[0xCD], &[0x78, 0x56]), (0x5678, 19));
    assert_eq!(interrupted(im(0), &[0xCD], &[]), (0x0000, 19), "operands are read from memory");
    assert_eq!(interrupted(im(0), &[0xDD, 0xE9], &[]), (0xFFFF, 12));
    assert_eq!(interrupted(im(0), &[], &[]), (0x0038, 13));
    assert_eq!(interrupted(i8080, &[0xCF], &[]), (0x0008, 11));
    assert_eq!(interrupted(i8080, &[0xCD, 0x78, 0x56], &[]), (0x5678, 17));
    assert_eq!(interrupted(i8080, &[], &[]), (0x0038, 11));
}

#[test]
fn the_device_added_first_is_acknowledged_first() {
    // EI; HALT; JR self. Handlers: EI; RET.
    let mut machine = machine::<Z80>(&[0xFB, 0x76, 0x18, 0xFE]);
    for at in [0x08, 0x10] {
        machine.backplane.load(at, &[0xFB, 0xC9]).unwrap();
    }
    for opcode in [0xCF, 0xD7] {
        let mut ticker = Ticker::new(10_000, Lines::IRQ).supplying(&[opcode], &[]);
        ticker.active = true;
        machine.backplane.plug(ticker);
    }
    for at in [0x08, 0x10] {
        let until = Until::halted().address(0x08).address(0x10).instructions(100);
        assert_eq!(machine.run(&until).reason, Reason::Address(at));
    }
}

#[test]
fn a_device_sees_the_time_of_an_access() {
    // LD A,(8000) reads in the last of 13 cycles, IN A,(0) in the last of 11.
    let mut machine = machine::<Z80>(&[0x3A, 0x00, 0x80, 0xDB, 0x00]);
    let id = machine.backplane.device(0x8000..=0x8000, Ticker::new(u64::MAX, Lines::NONE)).unwrap();
    machine.backplane.attach(0..=0, id).unwrap();
    machine.step().unwrap();
    assert_eq!(machine.register("A"), Ok(13));
    machine.step().unwrap();
    assert_eq!(machine.register("A"), Ok(13 + 11));
    assert_eq!((machine.cycles(), machine.backplane.now()), (24, 24));
}

#[test]
fn devices_run_in_the_order_of_their_due_times() {
    // One instruction of 23 cycles: INC (IX+0).
    let mut machine = machine::<Z80>(&[0xDD, 0x34, 0x00]);
    for (mark, period) in [(b'a', 7), (b'b', 5), (b'c', 24)] {
        machine.backplane.plug(Ticker { mark: Some(mark), ..Ticker::new(period, Lines::NONE) });
    }
    machine.step().unwrap();
    // At 5, 7, 10, 14, 15, 20, 21.
    assert_eq!(machine.backplane.printed.as_slice(), b"bababba");
}

#[derive(Clone, Debug)]
struct AlwaysDue(u64);

impl Device for AlwaysDue {
    fn name(&self) -> &'static str {
        "always due"
    }

    fn due(&self) -> Option<u64> {
        Some(0)
    }

    fn run(&mut self, cx: &mut Context) {
        self.0 += 1;
        assert_eq!(cx.now(), self.0);
    }
}

#[test]
fn a_device_due_in_the_past_runs_in_every_cycle() {
    let mut machine = machine::<Z80>(&[]);
    machine.backplane.plug(AlwaysDue(0));
    machine.run(&Until::halted().instructions(10));
    let devices: Vec<_> = machine.backplane.devices().collect();
    assert_eq!(format!("{devices:?}"), "[AlwaysDue(40)]");
}

#[test]
fn a_halted_processor_waits_for_clocked_devices() {
    // EI; HALT; RST 7 and RET; HALT with interrupts disabled.
    let mut machine = machine::<Z80>(&[0xFB, 0x76, 0x76]);
    machine.backplane.load(0x38, &[0xC9]).unwrap();
    machine.backplane.plug(Ticker::new(1000, Lines::IRQ));
    let stop = machine.run(&Until::halted().cycles(100_000));
    assert_eq!(stop.reason, Reason::Halted(0x0203), "no interrupt can end the second HALT");
    assert!((1000..1050).contains(&stop.cycles), "{}", stop.cycles);
    // A device that drives NMI can end the HALT.
    let mut machine = self::machine::<Z80>(&[0x76]);
    machine.backplane.plug(Ticker::new(1000, Lines { nmi: true, ..Lines::NONE }));
    let stop = machine.run(&Until::halted().address(0x66).cycles(100_000));
    assert_eq!((stop.reason, stop.cycles), (Reason::Address(0x66), 1000 + 11));
    // The 8080 waits a cycle at a time.
    let mut machine = self::machine::<I8080>(&[0xFB, 0x76]);
    machine.backplane.plug(Ticker::new(1000, Lines::IRQ));
    let stop = machine.run(&Until::halted().address(0x38).cycles(100_000));
    assert_eq!((stop.reason, stop.cycles), (Reason::Address(0x38), 1000 + 11));
}

#[test]
fn a_jump_to_itself_is_a_trap_unless_an_interrupt_can_end_it() {
    for (first, expected) in [(0xFB, Reason::Address(0x38)), (0xF3, Reason::Trap(0x0201))] {
        // EI or DI; JR self
        let mut machine = machine::<Z80>(&[first, 0x18, 0xFE]);
        machine.backplane.plug(Ticker::new(1000, Lines::IRQ));
        assert_eq!(machine.run(&Until::halted().trap().address(0x38).cycles(100_000)).reason, expected);
    }
}

#[test]
fn so_ends_a_loop_on_v() {
    // CLV; BVC self; BRK
    let mut machine = machine::<Mos6502>(&[0xB8, 0x50, 0xFE, 0x00]);
    machine.backplane.plug(Ticker::new(1000, Lines { overflow: true, ..Lines::NONE }));
    let stop = machine.run(&Until::halted().address(0x0203).cycles(100_000));
    assert_eq!(stop.reason, Reason::Address(0x0203));
    assert!((1000..1010).contains(&stop.cycles), "{}", stop.cycles);
}

#[test]
fn reset_from_outside_takes_effect_in_the_next_step() {
    fn check<C: MachineCore>(end: u16) {
        let mut machine = machine::<C>(&[0x00, 0x00]);
        machine.backplane.load(0xFFFC, &[0x00, 0x05]).unwrap();
        let mut history = History::with(machine, 2, 64 << 20);
        history.run(&Until::halted().instructions(1));
        history.change(Change::Reset);
        let before = history.machine().core;
        history.run(&Until::halted().instructions(2));
        assert_eq!(history.machine().core.pc(), end);
        history.back(2);
        assert_eq!(history.machine().core, before);
        history.forward(2);
        assert_eq!(history.machine().core.pc(), end);
    }
    // A cycle in RESET, then an instruction or the reset sequence.
    check::<I8080>(0x0001);
    check::<Z80>(0x0001);
    check::<Mos6502>(0x0500);
}

#[test]
fn reset_resets_the_devices() {
    let mut machine = machine::<Z80>(&[]);
    machine.backplane.plug(Ticker::new(1000, Lines::NONE));
    let watchdog = Ticker { pulse: Some(100), ..Ticker::new(500, Lines { reset: true, ..Lines::NONE }) };
    machine.backplane.plug(watchdog);
    machine.run(&Until::halted().cycles(520));
    assert_eq!(machine.core.pc(), 0);
    assert!(machine.core.is_halted());
    machine.run(&Until::halted().cycles(100));
    let pc = machine.core.pc();
    assert!((1..=6).contains(&pc), "{pc:04X}");
    let resets = |machine: &Machine<Z80>| {
        format!("{:?}", machine.backplane.devices().collect::<Vec<_>>()).matches("resets: 1").count()
    };
    assert_eq!(resets(&machine), 2);
    machine.reset();
    assert_eq!(resets(&machine), 0, "each has been reset twice");
}

#[test]
fn a_lasting_reset_stops_the_run() {
    let mut machine = machine::<Z80>(&[]);
    let id = machine.backplane.plug(ResetSwitch(false));
    machine.backplane.send(id, 1);
    let stop = machine.run(&Until::halted());
    assert_eq!((stop.reason, stop.instructions), (Reason::Halted(0), 1));
    machine.backplane.send(id, 0);
    assert_eq!(machine.run(&Until::halted().instructions(3)).reason, Reason::Budget);
    assert_eq!(machine.core.pc(), 3);
}

#[derive(Clone, Debug)]
struct ResetSwitch(bool);

impl Device for ResetSwitch {
    fn name(&self) -> &'static str {
        "switch"
    }

    fn receive(&mut self, value: u8, _cx: &mut Context) {
        self.0 = value != 0;
    }

    fn lines(&self) -> Lines {
        Lines { reset: self.0, ..Lines::NONE }
    }
}

#[test]
fn fixed_wait_states() {
    let cycles = |slow: fn(&mut Machine<Z80>)| {
        // LD A,(8000); IN A,(1); LD (8000),A
        let mut machine = machine::<Z80>(&[0x3A, 0x00, 0x80, 0xDB, 0x01, 0x32, 0x00, 0x80]);
        slow(&mut machine);
        let stop = machine.run(&Until::halted().instructions(3));
        assert_eq!(stop.cycles, machine.cycles());
        stop.cycles
    };
    let plain = 13 + 11 + 13;
    assert_eq!(cycles(|_| {}), plain);
    assert_eq!(
        cycles(|machine| machine.backplane.add_wait_states(0x8000..=0x8000, WaitStates::Fixed(3)).unwrap()),
        plain + 6
    );
    assert_eq!(
        cycles(|machine| machine.backplane.add_wait_states(0x8001..=0x80FF, WaitStates::Fixed(3)).unwrap()),
        plain
    );
    assert_eq!(
        cycles(|machine| machine.backplane.add_wait_states(0x0000..=0x7FFF, WaitStates::Fixed(1)).unwrap()),
        plain + 8
    );
    assert_eq!(
        cycles(|machine| machine.backplane.add_port_wait_states(1..=1, WaitStates::Fixed(4)).unwrap()),
        plain + 4
    );
    assert_eq!(
        cycles(|machine| machine.backplane.add_port_wait_states(2..=9, WaitStates::Fixed(4)).unwrap()),
        plain
    );
    assert_eq!(
        cycles(|machine| machine.backplane.set_acknowledge_wait_states(WaitStates::Fixed(4)).unwrap()),
        plain
    );
    let both = |machine: &mut Machine<Z80>| {
        machine.backplane.add_wait_states(0x0000..=0xFFFF, WaitStates::Fixed(9)).unwrap();
        machine.backplane.add_wait_states(0x0000..=0x7FFF, WaitStates::Fixed(0)).unwrap();
    };
    assert_eq!(cycles(both), plain + 18, "the last range counts");
}

/// Delays every access to a multiple of eight cycles.
#[derive(Clone, Debug)]
struct Arbiter;

impl Device for Arbiter {
    fn name(&self) -> &'static str {
        "arbiter"
    }

    fn wait_states(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        assert_eq!((cycle, address >> 8), (MachineCycle::Fetch, 0x02));
        (now.wrapping_neg() % 8) as u16
    }
}

#[test]
fn wait_states_can_depend_on_time() {
    let mut machine = machine::<Z80>(&[]);
    let id = machine.backplane.plug(Arbiter);
    machine.backplane.add_wait_states(0x0000..=0xFFFF, WaitStates::Device(id)).unwrap();
    // NOPs start at cycles 0, 8, 16, …
    let stop = machine.run(&Until::halted().instructions(5));
    assert_eq!(stop.cycles, 4 * 8 + 4);
    let other = Machine::<Z80>::new().backplane.add_wait_states(0..=1, WaitStates::Device(id));
    assert_eq!(other, Err(MapError::NoDevice("arbiter")));
}

/// Drives NMI for some cycles.
#[derive(Clone, Debug)]
struct Pulse {
    from: u64,
    to: u64,
    now: u64,
}

impl Device for Pulse {
    fn name(&self) -> &'static str {
        "pulse"
    }

    fn lines(&self) -> Lines {
        Lines { nmi: (self.from..self.to).contains(&self.now), ..Lines::NONE }
    }

    fn due(&self) -> Option<u64> {
        [self.from, self.to].into_iter().find(|at| *at > self.now)
    }

    fn run(&mut self, cx: &mut Context) {
        self.now = cx.now();
    }
}

/// BRK pushes P in its fifth cycle, which ends at cycle 5, and reads the vector in the next two.
#[test]
fn the_6502_loses_a_pulse_of_nmi_that_ends_before_the_response_to_brk() {
    for (from, length, expected) in [
        (4, 1, 0x3001),
        (5, 1, 0x4002),
        (5, 2, 0x4002),
        (5, 3, 0x3000),
        (6, 1, 0x4002),
        (6, 2, 0x3000),
        (7, 1, 0x3000),
    ] {
        let mut machine = machine::<Mos6502>(&[0x00]);
        machine.backplane.load(0x3000, &[0xEA; 4]).unwrap();
        machine.backplane.load(0x4000, &[0xEA; 4]).unwrap();
        machine.backplane.load(0xFFFA, &[0x00, 0x30, 0x00, 0x02, 0x00, 0x40]).unwrap();
        machine.backplane.plug(Pulse { from, to: from + length, now: 0 });
        for _ in 0..if expected == 0x3001 { 2 } else { 3 } {
            machine.step().unwrap();
        }
        assert_eq!(machine.core.pc(), expected, "from {from} for {length}");
    }
}

#[test]
fn a_run_ends_after_the_instruction_that_reaches_the_cycle_budget() {
    for cycles in 1..200 {
        let mut machine = machine::<Z80>(&[]);
        machine.backplane.add_wait_states(0x0000..=0xFFFF, WaitStates::Fixed(40)).unwrap();
        let stop = machine.run(&Until::halted().cycles(cycles));
        assert_eq!((stop.reason, stop.cycles), (Reason::Budget, cycles.div_ceil(44) * 44), "{cycles}");
    }
}

#[test]
fn a_device_can_be_mapped_to_writes_only() {
    // LD A,5A; LD (0300),A; LD A,(0300)
    let mut machine = machine::<Z80>(&[0x3E, 0x5A, 0x32, 0x00, 0x03, 0x3A, 0x00, 0x03, 0x00]);
    let id = machine.backplane.plug(Ticker::new(u64::MAX, Lines::NONE));
    machine.backplane.map_writes(0x0000..=0x0FFF, id).unwrap();
    assert_eq!(machine.backplane.areas()[0].to_string(), "writes to device `ticker` 0000-0FFF");
    let mut history = History::new(machine);
    history.watch(0x1300..=0x1300, Access::Write);
    let stop = history.run(&Until::halted().instructions(3));
    assert_eq!(stop.reason, Reason::Watched { access: Access::Write, address: 0x1300, value: 0xA5 });
    history.run(&Until::halted().instructions(1));
    assert_eq!(history.machine().register("A"), Ok(0), "reads come from memory");
    assert_eq!(history.machine().peek(0x1300), 0xA5);
    history.back(2);
    assert_eq!(history.machine().peek(0x1300), 0, "reverse execution undoes the write of the device");
}

#[test]
fn a_device_can_be_mapped_to_reads_only() {
    let mut machine = machine::<Z80>(&[]);
    let id = machine.backplane.plug(Ticker::new(u64::MAX, Lines::NONE));
    machine.backplane.map_reads(0x0300..=0x03FF, id).unwrap();
    assert_eq!(machine.backplane.areas()[0].to_string(), "reads of device `ticker` 0300-03FF");
    machine.backplane.load(0x0300, &[0x5A]).unwrap();
    machine.backplane.write(0x0300, 0xA5);
    assert_eq!((machine.backplane.bytes()[0x0300], machine.peek(0x1300)), (0x5A, 0), "the write is lost");
    assert_eq!(machine.backplane.read(0x0300), 0, "the device answers");
}

#[test]
fn mirrored_ram_has_the_same_bytes_at_both_addresses() {
    // LD A,5A; LD (0312),A; LD (8345),A
    let mut machine = machine::<Z80>(&[0x3E, 0x5A, 0x32, 0x12, 0x03, 0x32, 0x45, 0x83]);
    machine.backplane.mirrored_ram(0x0300..=0x03FF, 0x8300).unwrap();
    assert_eq!(machine.backplane.areas()[1].to_string(), "mirrored RAM 8300-83FF");
    machine.backplane.load(0x8300, &[7]).unwrap();
    assert_eq!(machine.peek(0x0300), 7);
    machine.backplane.poke(0x0301, 8);
    assert_eq!(machine.peek(0x8301), 8);
    let mut history = History::new(machine);
    history.watch(0x8312..=0x8312, Access::Write);
    let stop = history.run(&Until::halted().instructions(3));
    assert_eq!(stop.reason, Reason::Watched { access: Access::Write, address: 0x8312, value: 0x5A });
    history.run(&Until::halted().instructions(1));
    let bytes = [0x0312, 0x8312, 0x0345, 0x8345].map(|address| history.machine().peek(address));
    assert_eq!(bytes, [0x5A; 4]);
    history.back(3);
    let bytes = [0x0312, 0x8312, 0x0345, 0x8345].map(|address| history.machine().peek(address));
    assert_eq!(bytes, [0; 4]);
}

#[test]
fn discarded_fetches_do_not_trigger_watchpoints() {
    // EI; HALT; NOP: HALT and the NMI fetch the NOP.
    let mut halted = machine::<Z80>(&[0xFB, 0x76, 0x00]);
    halted.backplane.plug(Ticker::new(100, Lines { nmi: true, ..Lines::NONE }));
    halted.backplane.watch(0x0200..=0x020F, Access::Read);
    let stop = halted.run(&Until::halted().address(0x66).cycles(1000));
    assert_eq!(stop.reason, Reason::Address(0x66));
    // LDA #0 five times: only the operands are read as data, and none by the interrupt.
    let mut interrupted =
        machine::<Mos6502>(&[0x58, 0xA9, 0x00, 0xA9, 0x00, 0xA9, 0x00, 0xA9, 0x00, 0xA9, 0x00]);
    interrupted.backplane.load(0xFFFE, &[0x00, 0x05]).unwrap();
    let mut ticker = Ticker::new(1000, Lines::IRQ);
    ticker.active = true;
    interrupted.backplane.plug(ticker);
    for opcode in [0x0200, 0x0203, 0x0205] {
        interrupted.backplane.watch(opcode..=opcode, Access::Read);
    }
    let stop = interrupted.run(&Until::halted().address(0x0500).cycles(1000));
    assert_eq!(stop.reason, Reason::Address(0x0500));
}
