//! Reverse execution, compared with machines that only run forward.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{
    Change, DeviceId, History, Lines, Machine, MachineCore, NotRecorded, Reason, Until, WaitStates,
    devices::{Console, Feedback, Permuter},
};
use proptest::prelude::*;

use super::Ticker;

/// A machine with random memory, ROM, devices and wait states.
fn machine<C: MachineCore>(seed: u64) -> (Machine<C>, DeviceId) {
    let mut machine = Machine::<C>::new();
    let mut state = seed | 1;
    let bytes: Vec<u8> = (0..0x1_0000).map(|_| random(&mut state)).collect();
    machine.backplane.load(0, &bytes).unwrap();
    machine.backplane.rom(0x4000..=0x47FF).unwrap();
    machine.backplane.device(0x8080..=0x8FFF, Permuter::default()).unwrap();
    machine.backplane.device(0x9000..=0x9FFF, Console).unwrap();
    let feedback = machine.backplane.device(0xA000..=0xA0FF, Feedback::default()).unwrap();
    machine.backplane.attach(0..=0x3F, feedback).unwrap();
    // A clocked device that also writes memory and drives lines.
    let lines =
        [Lines::IRQ, Lines { nmi: true, ..Lines::NONE }, Lines { overflow: true, ..Lines::IRQ }, Lines::ALL];
    let mut ticker = Ticker::new(50 + seed % 500, lines[(seed >> 32) as usize % lines.len()]);
    ticker.pulse = seed.is_multiple_of(3).then_some(seed % 70);
    ticker.mark = Some(b'.');
    let ticker = machine
        .backplane
        .device(0xB000..=0xB0FF, ticker.supplying(&[0xDD, 0xCD, 0x00, 0x80], &[0x00]))
        .unwrap();
    machine.backplane.attach(0x40..=0x7F, ticker).unwrap();
    machine.backplane.add_wait_states(0x2000..=0x3FFF, WaitStates::Fixed(3)).unwrap();
    machine.core.set_pc(0x0200);
    (machine, feedback)
}

fn random(state: &mut u64) -> u8 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.to_be_bytes()[3]
}

fn assert_equal<C: MachineCore>(one: &Machine<C>, other: &Machine<C>) {
    assert_eq!((one.instructions(), one.cycles()), (other.instructions(), other.cycles()));
    assert_eq!(one.core, other.core);
    assert!(one.backplane.bytes() == other.backplane.bytes(), "memory at {}", one.instructions());
    let devices = |machine: &Machine<C>| format!("{:?}", machine.backplane.devices().collect::<Vec<_>>());
    assert_eq!(devices(one), devices(other));
    assert_eq!(one.backplane.is_irq_active(), other.backplane.is_irq_active());
    assert_eq!(one.backplane.is_nmi_pending(), other.backplane.is_nmi_pending());
    assert_eq!(one.backplane.printed.as_slice(), other.backplane.printed.as_slice());
    assert_eq!(one.backplane.sent.as_slice(), other.backplane.sent.as_slice());
}

#[derive(Clone, Debug)]
enum Operation {
    Run(u64),
    Back(u64),
    Forward(u64),
    Seek(u64),
    Poke(u16, u8),
    Send(u8),
    Pc(u16),
    Reset,
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        3 => (0..400u64).prop_map(Operation::Run),
        3 => (0..300u64).prop_map(Operation::Back),
        1 => (0..300u64).prop_map(Operation::Forward),
        1 => (0..1500u64).prop_map(Operation::Seek),
        1 => (any::<u16>(), any::<u8>()).prop_map(|(address, value)| Operation::Poke(address, value)),
        1 => (0..4u8).prop_map(Operation::Send),
        1 => any::<u16>().prop_map(Operation::Pc),
        1 => Just(Operation::Reset),
    ]
}

/// A reference for the state at a position: it executes again from the start.
struct Reference<C: MachineCore> {
    start: Machine<C>,
    changes: Vec<(u64, Change<C>)>,
    now: u64,
    end: u64,
}

impl<C: MachineCore> Reference<C> {
    fn change(&mut self, change: Change<C>) {
        self.changes.retain(|&(at, _)| at <= self.now);
        self.changes.push((self.now, change));
        self.end = self.now;
    }

    fn machine(&self) -> Machine<C> {
        let mut machine = self.start.clone();
        for number in 0..=self.now {
            for (_, change) in self.changes.iter().filter(|(at, _)| *at == number) {
                apply(change, &mut machine);
            }
            if number < self.now {
                machine.step().unwrap();
            }
        }
        machine
    }
}

fn apply<C: MachineCore>(change: &Change<C>, machine: &mut Machine<C>) {
    match *change {
        Change::Poke(address, value) => machine.backplane.poke(address, value),
        Change::Send(id, value) => machine.backplane.send(id, value),
        Change::Pc(address) => machine.core.set_pc(address),
        Change::Reset => machine.reset(),
        _ => unreachable!("not generated"),
    }
}

fn perform<C: MachineCore>(
    operation: &Operation,
    history: &mut History<C>,
    reference: &mut Reference<C>,
    feedback: DeviceId,
) {
    let mut change = |change| {
        history.change(change);
        reference.change(change);
    };
    match *operation {
        Operation::Poke(address, value) => change(Change::Poke(address, value)),
        Operation::Send(value) => change(Change::Send(feedback, value)),
        Operation::Pc(address) => change(Change::Pc(address)),
        Operation::Reset => change(Change::Reset),
        Operation::Run(count) => {
            reference.now += history.run(&Until::halted().instructions(count)).instructions;
            reference.end = reference.end.max(reference.now);
        }
        Operation::Back(count) => {
            assert_eq!(history.back(count), count.min(reference.now));
            reference.now -= count.min(reference.now);
        }
        Operation::Forward(count) => {
            let expected = count.min(reference.end - reference.now);
            assert_eq!(history.forward(count), expected);
            reference.now += expected;
        }
        Operation::Seek(goal) => {
            let reached = history.seek(goal).is_ok();
            assert_eq!(reached, goal <= reference.end);
            reference.now = if reached { goal } else { reference.now };
        }
    }
    assert_eq!(history.recorded(), (0, reference.end));
}

fn check<C: MachineCore>(seed: u64, spacing: u64, memory: usize, operations: &[Operation]) {
    let (start, feedback) = machine::<C>(seed);
    let mut reference = Reference { start: start.clone(), changes: Vec::new(), now: 0, end: 0 };
    let mut history = History::with(start, spacing, memory);
    for operation in operations {
        perform(operation, &mut history, &mut reference, feedback);
        assert_equal(history.machine(), &reference.machine());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_sequence_of_operations_agrees_with_the_reference(
        seed: u64,
        spacing in 1..100u64,
        memory in prop_oneof![Just(64 << 20), 0..40_000usize],
        operations in prop::collection::vec(operation(), 1..20),
    ) {
        check::<I8080>(seed, spacing, memory, &operations);
        check::<Z80>(seed, spacing, memory, &operations);
        check::<Mos6502>(seed, spacing, memory, &operations);
    }
}

/// A program that increments all bytes from 1000 on: LXI H,1000; INR M; INX H; JMP 0103
fn writer() -> Machine<I8080> {
    let mut machine = Machine::<I8080>::new();
    machine.backplane.load(0x0100, &[0x21, 0x00, 0x10, 0x34, 0x23, 0xC3, 0x03, 0x01]).unwrap();
    machine.backplane.rom(0x0000..=0x0FFF).unwrap();
    machine.core.set_pc(0x0100);
    machine
}

#[test]
fn thinned_checkpoints_restore_the_same_states() {
    let mut history = History::with(writer(), 100, 400_000);
    history.run(&Until::halted().instructions(500_000));
    let (checkpoints, bytes) = history.checkpoint_usage();
    assert!(checkpoints < 500 && bytes <= 400_000, "{checkpoints} checkpoints, {bytes} bytes");
    for at in [499_999, 499_001, 470_000, 250_001, 99_999, 101, 100, 1, 0, 300_000] {
        history.seek(at).unwrap();
        let mut reference = writer();
        reference.run(&Until::halted().instructions(at));
        assert_equal(history.machine(), &reference);
    }
}

#[test]
fn a_change_discards_the_recording_after_it() {
    let mut history = History::new(writer());
    history.run(&Until::halted().instructions(1000));
    history.back(400);
    assert_eq!(history.recorded(), (0, 1000));
    history.change(Change::Poke(0x2000, 7));
    assert_eq!(history.seek(601), Err(NotRecorded { requested: 601, first: 0, last: 600 }));
    history.back(1);
    assert_eq!(history.machine().peek(0x2000), 0);
    history.forward(1);
    assert_eq!((history.now(), history.machine().peek(0x2000)), (600, 7));
}

#[test]
fn output_is_undone_and_returned_once() {
    // MVI A,41; STA D000; INR A; JMP 0102
    let mut machine = Machine::<I8080>::new();
    machine.backplane.device(0xD000..=0xD000, Console).unwrap();
    machine.backplane.load(0x0100, &[0x3E, 0x41, 0x32, 0x00, 0xD0, 0x3C, 0xC3, 0x02, 0x01]).unwrap();
    machine.core.set_pc(0x0100);
    let mut history = History::with(machine, 2, 64 << 20);
    history.run(&Until::halted().instructions(9));
    assert_eq!(history.take_printed(), b"ABC");
    history.back(2);
    assert_eq!(history.machine().backplane.printed.as_slice(), b"AB");
    history.back(0);
    assert_eq!(history.take_printed(), b"");
    assert_eq!(history.run(&Until::halted().address(0x0102)).reason, Reason::Address(0x0102));
    assert_eq!(history.take_printed(), b"C");
}

#[test]
fn recording_can_be_stopped() {
    let mut history = History::new(writer());
    history.run(&Until::halted().instructions(10));
    let mut machine = history.into_machine();
    machine.run(&Until::halted().instructions(90));
    let mut reference = writer();
    reference.run(&Until::halted().instructions(100));
    assert_equal(&machine, &reference);
}
