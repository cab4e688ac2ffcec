//! Services.

use std::ops::ControlFlow;

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_machine::{
    Change, History, Machine, MachineCore, Reason, Stop, Until, cpm,
    service::{Action, CONSOLE, SPECTRUM, Service},
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

/// A run that is stopped before a service has not performed it.
#[test]
fn an_observer_stops_before_a_service() {
    let mut machine = cpm_machine::<Z80>(HELLO);
    let mut stops = 0;
    loop {
        let mut is_first = true;
        let stop = machine.run_with(&cpm::until(), |view| {
            let stops_here = view.core.pc() == 5 && !std::mem::take(&mut is_first);
            is_first = false;
            if stops_here { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stop.reason != Reason::Requested {
            break;
        }
        stops += 1;
    }
    assert_eq!((stops, machine.backplane.printed.take()), (2, &b"ABC"[..]));
}

#[test]
fn unsupported_functions_are_reported() {
    let mut machine = cpm_machine::<I8080>(&[0x0E, 13, 0xCD, 5, 0]);
    let stop = machine.run(&cpm::until());
    assert_eq!((stop.reason, stop.instructions), (Reason::UnknownFunction { address: 5, number: 13 }, 2));
    assert_eq!(stop.reason.to_string(), "the program called function 13 at 0005, which is not supported");
    assert_eq!(machine.step(), Err(Reason::UnknownFunction { address: 5, number: 13 }));
    let mut machine = cpm_machine::<I8080>(&[0x0E, 0, 0xCD, 5, 0]);
    assert_eq!(machine.run(&cpm::until()).reason, Reason::Ended);
}

/// Runs the call of a BDOS function with DE, and returns how the call ended with A.
fn bdos(machine: &mut Machine<Z80>, function: u8, de: u16) -> (Reason, u8) {
    let [high, low] = de.to_be_bytes();
    machine.backplane.load(0x0100, &[0x0E, function, 0x11, low, high, 0xCD, 5, 0, 0x76]).unwrap();
    machine.core = Z80::default();
    machine.core.set_pc(0x0100);
    machine.set_register("SP", 0xF000).unwrap();
    let reason = machine.run(&cpm::until()).reason;
    (reason, machine.register("AF").unwrap().to_be_bytes()[0])
}

const DONE: Reason = Reason::Halted(0x0109);

#[test]
fn typed_bytes_are_read_and_printed() {
    let mut machine = cpm_machine::<Z80>(&[]);
    assert_eq!(bdos(&mut machine, 11, 0), (DONE, 0));
    assert_eq!(bdos(&mut machine, 1, 0).0, Reason::NeedsInput);
    b"AB".iter().for_each(|byte| machine.backplane.keyboard.push(*byte));
    // The run continues where it waited.
    assert_eq!(machine.run(&cpm::until()).reason, DONE);
    assert_eq!((machine.register("HL"), machine.register("BC")), (Ok(0x0041), Ok(0x0001)));
    assert_eq!(bdos(&mut machine, 11, 0), (DONE, 0xFF));
    assert_eq!(bdos(&mut machine, 6, 0xFE), (DONE, 0xFF));
    assert_eq!(bdos(&mut machine, 6, 0xFF), (DONE, b'B'));
    assert_eq!(bdos(&mut machine, 6, 0xFF), (DONE, 0));
    assert_eq!(bdos(&mut machine, 6, 0x78).0, DONE);
    assert_eq!(bdos(&mut machine, 12, 0), (DONE, 0x22));
    assert_eq!(machine.backplane.printed.as_slice(), b"Ax", "direct input is not printed");
}

#[test]
fn lines_are_read_into_a_buffer() {
    let mut machine = cpm_machine::<Z80>(&[]);
    machine.backplane.load(0x8000, &[4, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE]).unwrap();
    let line = |machine: &mut Machine<Z80>| {
        let reason = bdos(machine, 10, 0x8000).0;
        (reason, machine.backplane.bytes()[0x8001..0x8007].to_vec())
    };
    let typed = |machine: &mut Machine<Z80>, text: &[u8]| {
        text.iter().for_each(|byte| machine.backplane.keyboard.push(*byte));
    };
    typed(&mut machine, b"HI");
    assert_eq!(line(&mut machine).0, Reason::NeedsInput, "the line has no end");
    typed(&mut machine, b"\rLONGER\r\r");
    assert_eq!(line(&mut machine), (DONE, b"\x02HI\xEE\xEE\xEE".to_vec()));
    assert_eq!(line(&mut machine), (DONE, b"\x04LONG\xEE".to_vec()));
    assert_eq!(line(&mut machine), (DONE, b"\x00LONG\xEE".to_vec()));
    assert_eq!(machine.backplane.printed.as_slice(), b"HI\rLONG\r\r");
    typed(&mut machine, b"X");
    assert!(machine.backplane.keyboard.close() && !machine.backplane.keyboard.close());
    assert_eq!(line(&mut machine), (DONE, b"\x01XONG\xEE".to_vec()));
    assert_eq!(line(&mut machine), (DONE, b"\x01\x1AONG\xEE".to_vec()), "the end is Ctrl-Z");
    assert_eq!(line(&mut machine).0, Reason::NeedsInput);
}

#[test]
fn the_host_says_whether_a_byte_was_typed() {
    let mut machine = cpm_machine::<Z80>(&[]);
    machine.backplane.keyboard.ask_host();
    for (function, de) in [(11, 0), (6, 0xFF), (6, 0xFE)] {
        assert_eq!(bdos(&mut machine, function, de).0, Reason::PollsInput);
        machine.backplane.keyboard.answer_none();
        assert_eq!(machine.run(&cpm::until()).reason, DONE, "its answer counts once");
        assert_eq!(bdos(&mut machine, function, de).0, Reason::PollsInput);
        machine.backplane.keyboard.push(b'A');
        assert_eq!(bdos(&mut machine, 6, 0xFF), (DONE, b'A'));
    }
}

#[test]
fn a_replay_reads_the_same_input_at_the_same_time() {
    let mut machine =
        cpm_machine::<Z80>(&[0x0E, 11, 0xCD, 5, 0, 0x32, 0, 0x90, 0x0E, 1, 0xCD, 5, 0, 0x32, 1, 0x90, 0x76]);
    machine.backplane.keyboard.push(b'x');
    machine.backplane.keyboard.close();
    let mut history = History::with(machine, 2, 1 << 20);
    assert_eq!(history.run(&cpm::until()).reason, Reason::Halted(0x0111));
    history.change(Change::Type(b'y'));
    let end = history.machine().instructions();
    for at in (0..end).rev() {
        history.seek(at).unwrap();
        history.seek(end).unwrap();
        let machine = history.machine();
        assert_eq!((machine.peek(0x9000), machine.peek(0x9001)), (0xFF, b'x'), "from {at}");
        assert_eq!(machine.backplane.printed.as_slice(), b"x");
    }
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

#[test]
fn a_console_changes_only_the_accumulator() {
    let mut machine = Machine::<Mos6502>::new();
    machine.serve(CONSOLE).unwrap();
    machine.backplane.keyboard.push(b'h');
    // LDX #1; LDY #2; JSR FFCF; SEC; SBC #20; JSR FFD2; JSR FFCF
    let program = [0xA2, 1, 0xA0, 2, 0x20, 0xCF, 0xFF, 0x38, 0xE9, 0x20, 0x20, 0xD2, 0xFF, 0x20, 0xCF, 0xFF];
    machine.backplane.load(0x0300, &program).unwrap();
    machine.core.set_pc(0x0300);
    assert_eq!(machine.run(&Until::halted()).reason, Reason::NeedsInput);
    assert_eq!(machine.backplane.printed.take(), b"hH");
    let registers = ["A", "X", "Y"].map(|name| machine.register(name).unwrap());
    assert_eq!(registers, [u16::from(b'H'), 1, 2]);
}
