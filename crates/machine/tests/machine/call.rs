//! Calls of routines.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{Call, CallError, Machine, MachineCore, register};

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
