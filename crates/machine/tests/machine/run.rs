//! Runs and their stop conditions, and calls of routines.

use std::ops::ControlFlow;

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{
    Access, Call, CallError, History, Machine, MachineCore, Reason, Stop, Until, devices::Feedback, register,
};

fn machine<C: MachineCore>(program: &[u8]) -> Machine<C> {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0200, program).unwrap();
    machine.core.set_pc(0x0200);
    machine
}

fn stop<C: MachineCore>(program: &[u8], until: &Until) -> Stop {
    machine::<C>(program).run(until)
}

#[test]
fn jumps_to_themselves_are_traps() {
    let expected = |cycles| Stop { reason: Reason::Trap(0x0201), instructions: 2, cycles };
    let until = &Until::halted().trap().instructions(1000);
    assert_eq!(stop::<I8080>(&[0x00, 0xC3, 0x01, 0x02], until), expected(4 + 10));
    assert_eq!(stop::<Z80>(&[0x00, 0x18, 0xFE], until), expected(4 + 12));
    assert_eq!(stop::<Mos6502>(&[0xEA, 0x4C, 0x01, 0x02], until), expected(2 + 3));
}

#[test]
fn instructions_that_count_are_not_traps() {
    let until = &Until::halted().trap().instructions(1000);
    // LD BC,3; LDIR; DJNZ self; HALT
    let repeating = [0x01, 0x03, 0x00, 0xED, 0xB0, 0x06, 0x05, 0x10, 0xFE, 0x76];
    let stopped = stop::<Z80>(&repeating, until);
    assert_eq!((stopped.reason, stopped.instructions), (Reason::Halted(0x020A), 1 + 3 + 1 + 5 + 1));
    // RST to itself: the stack moves.
    let mut rst = machine::<I8080>(&[]);
    rst.backplane.load(0x38, &[0xFF]).unwrap();
    rst.core.set_pc(0x38);
    rst.set_register("SP", 0x8000).unwrap();
    assert_eq!(rst.run(until).reason, Reason::Budget);
}

#[test]
fn an_interrupt_ends_a_self_jump_and_a_halt() {
    // EI; jump to self, or HALT, with the line active: RST 7.
    for waiting in [&[0xFB, 0xC3, 0x01, 0x02][..], &[0xFB, 0x76]] {
        let mut machine = machine::<I8080>(waiting);
        let feedback = machine.backplane.plug(Feedback::default());
        machine.backplane.send(feedback, 1);
        let until = &Until::halted().trap().address(0x38).instructions(100);
        assert_eq!(machine.run(until).reason, Reason::Address(0x38));
    }
}

#[test]
fn a_halt_stops_the_run() {
    let until = &Until::halted().instructions(1000);
    assert_eq!(stop::<I8080>(&[0x00, 0x76], until).reason, Reason::Halted(0x0202));
    assert_eq!(stop::<Z80>(&[0x00, 0x76], until).reason, Reason::Halted(0x0202));
    let jam = stop::<Mos6502>(&[0xEA, 0x02], until);
    assert!(matches!(jam, Stop { reason: Reason::Halted(_), instructions: 2, .. }), "{jam:?}");
}

#[test]
fn the_start_address_does_not_stop_the_run() {
    let mut machine = machine::<I8080>(&[0x00, 0x00, 0xC3, 0x00, 0x02]);
    let until = &Until::halted().address(0x0200);
    for _ in 0..3 {
        let stop = machine.run(until);
        assert_eq!(stop, Stop { reason: Reason::Address(0x0200), instructions: 3, cycles: 4 + 4 + 10 });
    }
    assert_eq!((machine.instructions(), machine.cycles()), (9, 54));
}

#[test]
fn budgets_stop_the_run() {
    let until = &Until::halted().instructions(5);
    assert_eq!(stop::<Z80>(&[], until), Stop { reason: Reason::Budget, instructions: 5, cycles: 20 });
    let until = &Until::halted().cycles(18);
    assert_eq!(stop::<Z80>(&[], until), Stop { reason: Reason::Budget, instructions: 5, cycles: 20 });
    let until = &Until::halted().instructions(0);
    assert_eq!(stop::<Z80>(&[], until), Stop { reason: Reason::Budget, instructions: 0, cycles: 0 });
}

#[test]
fn writes_to_rom_are_ignored_or_stop_the_run() {
    // STA $0200; NOP
    let program = [0x8D, 0x00, 0x02, 0xEA];
    let mut machine = machine::<Mos6502>(&program);
    machine.backplane.rom(0x0200..=0x02FF).unwrap();
    let mut other = machine.clone();
    assert_eq!(machine.run(&Until::halted().instructions(2)).reason, Reason::Budget);
    let until = &Until::halted().stray_write().instructions(2);
    let stop = other.run(until);
    assert_eq!((stop.reason, stop.instructions), (Reason::StrayWrite { address: 0x0200, value: 0 }, 1));
    assert_eq!(other.peek(0x0200), 0x8D);
    assert_eq!(other.run(until).reason, Reason::Budget);
}

#[test]
fn an_observer_can_stop_the_run() {
    let mut trace = Vec::new();
    let mut machine = machine::<Z80>(&[0x00, 0x3E, 0x07, 0x00]);
    let stop = machine.run_with(&Until::halted(), |view| {
        trace.push(view.core.pc());
        if view.core.pc() == 0x0203 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stop.reason, stop.instructions, machine.core.pc()), (Reason::Requested, 2, 0x0203));
    assert_eq!(trace, [0x0200, 0x0201, 0x0203]);
}

#[test]
fn an_unknown_register_is_reported_with_the_known_ones() {
    let mut machine = Machine::<Mos6502>::new();
    let error = machine.set_register("hl", 1).unwrap_err();
    assert_eq!(error.to_string(), "`hl` is not a register of the 6502 (A, X, Y, S, P)");
    machine.set_register("x", 0x1234).unwrap();
    assert_eq!(machine.register("X"), Ok(0x34));
}

#[test]
fn a_run_equals_single_steps() {
    // EI; INR M; INX H; JMP 0201, with the line active: RST 7 is accepted, and 0038 returns to the loop.
    let mut machine = machine::<I8080>(&[0xFB, 0x34, 0x23, 0xC3, 0x01, 0x02]);
    machine.backplane.load(0x38, &[0x00, 0xC9]).unwrap();
    machine.set_register("SP", 0x8000).unwrap();
    let feedback = machine.backplane.plug(Feedback::default());
    machine.backplane.send(feedback, 1);
    let mut steps = machine.clone();
    machine.run(&Until::halted().instructions(100));
    for _ in 0..100 {
        steps.step().unwrap();
    }
    assert_eq!((machine.core, machine.cycles()), (steps.core, steps.cycles()));
    assert!(machine.backplane.bytes() == steps.backplane.bytes());
}

#[test]
fn watchpoints_stop_the_run() {
    // LDA $0210; STA $0210; STA $0211; BRK
    let program = [0xAD, 0x10, 0x02, 0x8D, 0x10, 0x02, 0x8D, 0x11, 0x02, 0x00];
    let until = &Until::halted().instructions(3);
    let mut machine = machine::<Mos6502>(&program);
    machine.backplane.watch(0x0200..=0x0210, Access::Write);
    let history = History::new(machine.clone());
    let written = Reason::Watched { access: Access::Write, address: 0x0210, value: 0 };
    let stop = machine.run(until);
    assert_eq!((stop.reason, stop.instructions), (written, 2));
    assert_eq!(stop.reason.to_string(), "00 was written at 0210");
    assert_eq!(machine.run(until).reason, Reason::Budget);

    let mut history = history;
    assert_eq!(history.run(until).reason, written);
    history.run(&Until::halted().instructions(1));
    history.seek(0).unwrap();
    assert_eq!(history.forward(3), 3, "a replay does not stop");
    history.seek(0).unwrap();
    history.clear_watchpoints();
    // Opcode fetches do not trigger watched addresses.
    history.watch(0x0200..=0x0200, Access::Read);
    history.watch(0x0210..=0x0210, Access::Read);
    let read = Reason::Watched { access: Access::Read, address: 0x0210, value: 0 };
    assert_eq!(history.run(until).reason, read);
}

fn call<C: MachineCore>(routine: &[u8], name: &str, input: u16) -> (Result<u64, CallError>, u16) {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0x0300, routine).unwrap();
    let call = Call::new(0x0300).unwrap().budget(100);
    let result = call.run(&mut machine, &[(register(name).unwrap(), input)]);
    (result.map(|cost| cost.instructions), machine.register("A").unwrap())
}

#[test]
fn routines_return() {
    // RLC; RLC; RET and CALL 0304; RET; INR A; RET
    assert_eq!(call::<I8080>(&[0x07, 0x07, 0xC9], "A", 0x81), (Ok(3), 0x06));
    assert_eq!(call::<I8080>(&[0xCD, 0x04, 0x03, 0xC9, 0x3C, 0xC9], "A", 1), (Ok(4), 2));
    assert_eq!(call::<Z80>(&[0x78, 0xC9], "B", 0x42), (Ok(2), 0x42));
    // TXA; RTS and JSR $0304; RTS; TXA; RTS
    assert_eq!(call::<Mos6502>(&[0x8A, 0x60], "X", 0x42), (Ok(2), 0x42));
    assert_eq!(call::<Mos6502>(&[0x20, 0x04, 0x03, 0x60, 0x8A, 0x60], "X", 0x42), (Ok(4), 0x42));
}

#[test]
fn failed_calls_report_the_reason() {
    let error = |routine: &[u8]| call::<I8080>(routine, "A", 0).0.unwrap_err();
    assert_eq!(error(&[0x76]), CallError::Halted(0x0301));
    assert_eq!(error(&[0xC3, 0x00, 0x03]), CallError::SelfJump(0x0300));
    assert_eq!(error(&[0x3C, 0xC3, 0x00, 0x03]), CallError::OutOfBudget(100, 0x0300));
    // POP B; PUSH B; PUSH B; RET
    assert_eq!(error(&[0xC1, 0xC5, 0xC5, 0xC9]), CallError::Unbalanced { expected: 0xF000, found: 0xEFFE });
}

#[test]
fn an_unbalanced_return_on_the_6502_is_an_error() {
    // PLA; PLA; JMP $FFFF is balanced; JMP $FFFF alone is not.
    let (result, _) = call::<Mos6502>(&[0x68, 0x68, 0x4C, 0xFF, 0xFF], "A", 0);
    assert_eq!(result, Ok(3));
    let (result, _) = call::<Mos6502>(&[0x4C, 0xFF, 0xFF], "A", 0);
    assert_eq!(result, Err(CallError::Unbalanced { expected: 0x01FF, found: 0x01FD }));
}

#[test]
fn stack_and_return_address_can_be_set() {
    let mut machine = Machine::<Z80>::new();
    machine.backplane.load(0x0300, &[0xC9]).unwrap();
    let call = Call::new(0x0300).unwrap().stack(0x8000).returning_to(0x1234);
    call.run(&mut machine, &[]).unwrap();
    assert_eq!((machine.core.pc(), machine.core.stack()), (0x1234, 0x8000));
    assert_eq!((machine.peek(0x7FFF), machine.peek(0x7FFE)), (0x12, 0x34));
    let mut machine = Machine::<Mos6502>::new();
    machine.backplane.load(0x0300, &[0x60]).unwrap();
    let call = Call::new(0x0300).unwrap().stack(0x00).returning_to(0x1234);
    call.run(&mut machine, &[]).unwrap();
    assert_eq!((machine.core.pc(), machine.core.stack()), (0x1234, 0x0100));
    assert_eq!((machine.peek(0x0100), machine.peek(0x01FF)), (0x12, 0x33));
}

#[test]
fn each_call_starts_with_the_same_registers() {
    let mut machine = Machine::<Z80>::new();
    // ADC A,B; LD B,77; SCF; RET
    machine.backplane.load(0x0300, &[0x88, 0x06, 0x77, 0x37, 0xC9]).unwrap();
    let call = Call::new(0x0300).unwrap();
    let (a, b, f) = (register("A").unwrap(), register("B").unwrap(), register("F").unwrap());
    let results: Vec<_> = (0..3)
        .map(|_| {
            call.run(&mut machine, &[(a, 1), (b, 2), (f, 0)]).unwrap();
            machine.register("A").unwrap()
        })
        .collect();
    assert_eq!(results, [3, 3, 3]);
}
