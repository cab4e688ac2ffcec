//! Services.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{
    Machine, MachineCore, Reason, Stop, Until, cpm,
    service::{Action, SPECTRUM, Service},
};

/// MVI C,2; MVI E,'A'; CALL 5; MVI C,9; LXI D,text; CALL 5; RET; text: "BC$"
const HELLO: &[u8] =
    &[0x0E, 2, 0x1E, b'A', 0xCD, 5, 0, 0x0E, 9, 0x11, 0x10, 0x01, 0xCD, 5, 0, 0xC9, b'B', b'C', b'$'];

fn cpm_machine<C: MachineCore>(program: &[u8]) -> Machine<C> {
    let mut machine = Machine::<C>::new();
    cpm::prepare(&mut machine, program).unwrap();
    machine
}

#[test]
fn cpm_programs_print_and_return() {
    let mut machine = cpm_machine::<I8080>(HELLO);
    let expected = Stop { reason: Reason::Address(0), instructions: 9, cycles: 7 * 3 + 10 + 17 * 2 + 10 * 3 };
    assert_eq!(machine.run(&cpm::until()), expected);
    assert_eq!(machine.backplane.printed.take(), b"ABC");
    let mut machine = cpm_machine::<Z80>(HELLO);
    assert_eq!(machine.run(&cpm::until()), expected);
    assert_eq!(machine.backplane.printed.take(), b"ABC");
}

#[test]
fn a_run_in_slices_prints_once() {
    let mut machine = cpm_machine::<Z80>(HELLO);
    let mut printed = Vec::new();
    while machine.run(&cpm::until().instructions(1)).reason == Reason::Budget {
        printed.extend_from_slice(machine.backplane.printed.take());
    }
    assert_eq!((printed, machine.instructions()), (b"ABC".to_vec(), 9));
    let mut machine = cpm_machine::<Z80>(HELLO);
    for _ in 0..9 {
        machine.step().unwrap();
    }
    assert_eq!(machine.backplane.printed.take(), b"ABC");
}

#[test]
fn unsupported_functions_are_reported() {
    let mut machine = cpm_machine::<I8080>(&[0x0E, 11, 0xCD, 5, 0]);
    let stop = machine.run(&cpm::until());
    assert_eq!((stop.reason, stop.instructions), (Reason::UnknownFunction { address: 5, number: 11 }, 2));
    assert_eq!(stop.reason.to_string(), "the program called function 11 at 0005, which is not supported");
    assert_eq!(machine.step(), Err(Reason::UnknownFunction { address: 5, number: 11 }));
    let mut machine = cpm_machine::<I8080>(&[0x0E, 0, 0xCD, 5, 0]);
    assert_eq!(machine.run(&cpm::until()).reason, Reason::Ended);
}

#[test]
fn a_string_without_terminator_ends_the_run() {
    let mut machine = cpm_machine::<I8080>(&[0x0E, 9, 0xCD, 5, 0]);
    assert!(matches!(machine.run(&cpm::until()).reason, Reason::EndlessString { .. }));
    assert_eq!(machine.backplane.printed.count(), 0);
}

#[test]
fn unsuitable_programs_and_processors_are_errors() {
    let error = cpm::prepare(&mut Machine::<Z80>::new(), &[0; 0xFF01]).unwrap_err();
    assert_eq!(error.to_string(), "65281 bytes at 0100 exceed FFFF by 1; use a lower address");
    let error = cpm::prepare(&mut Machine::<Mos6502>::new(), &[]).unwrap_err();
    assert_eq!(error.to_string(), "CP/M needs an 8080 or Z80");
}

#[test]
fn tables_of_services_can_be_combined() {
    let mut machine = Machine::<Z80>::new();
    machine.serve(SPECTRUM).unwrap();
    machine.serve(&[Service { address: 0x2000, condition: None, action: Action::Nothing }]).unwrap();
    // LD A,'x'; RST 10; CALL 1601; CALL 2000; HALT
    machine.backplane.load(0x8000, &[0x3E, b'x', 0xD7, 0xCD, 1, 0x16, 0xCD, 0, 0x20, 0x76]).unwrap();
    machine.core.set_pc(0x8000);
    assert_eq!(machine.run(&Until::halted()).instructions, 8);
    assert_eq!(machine.backplane.printed.take(), b"x");
}
