//! A debugger script over machine code.
#![no_main]

use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee, Debugger,
    code::{Code, Source, enter},
    command::{Session, script},
};
use arcadian_fuzz::choice_and_text;
use arcadian_machine::Machine;
use libfuzzer_sys::fuzz_target;

/// Where the program returns to.
const HOME: u16 = 0x0008;
/// HLT of the 8080 and Z80, JAM of the 6502: a stray program soon stops.
const STOPS: [u8; 2] = [0x76, 0x02];

const INTEL: &str = "        ORG  100H
MAIN:   LXI  H,TABLE
        MVI  B,3
        CALL SUM
        STA  TOTAL
        RET
SUM:    XRA  A
LOOP:   ADD  M
        INX  H
        DCR  B
        JNZ  LOOP
        RET
TABLE:  DB   1,2,3
TOTAL:  DB   0
";

const MOS: &str = "        .ORG $300
MAIN    LDX  #2
        JSR  SUM
        STA  TOTAL
        RTS
SUM     LDA  #0
LOOP    ADC  TABLE,X
        DEX
        BPL  LOOP
        RTS
TABLE   .BYTE 1,2,3
TOTAL   .BYTE 0
";

thread_local! {
    static ASSEMBLIES: [Assembly; 2] = [sum::<I8080>(INTEL), sum::<Mos6502>(MOS)];
}

fn sum<C: Core>(text: &str) -> Assembly {
    let options = Options { processor: Some(C::PROCESSOR), ..Options::default() };
    assemble("sum.asm", text, &options, &mut NoFiles).expect("a right source")
}

fn program<C: Core + 'static>(which: usize) -> Box<dyn Debuggee> {
    let assembly = ASSEMBLIES.with(|assemblies| assemblies[which].clone());
    let mut machine = Machine::<C>::new();
    machine.backplane.load(0, &[STOPS[which]; 0x1_0000]).expect("memory of that size");
    machine.backplane.load(assembly.origin, &assembly.image).expect("a small program");
    enter(&mut machine, assembly.origin, HOME).expect("known registers");
    Box::new(Code::new(machine, Source::assembled(assembly), Some(HOME)))
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    // The Z80 executes the 8080's bytes.
    let program = [program::<I8080>, program::<Z80>, program::<Mos6502>][usize::from(choice) % 3];
    let mut debugger = Debugger::new(program(usize::from(choice % 3 == 2)));
    debugger.interrupt_when(|| true);
    let mut session = Session::new(debugger);
    for entry in script(&mut session, text) {
        let _ = entry.to_string();
    }
    let end = session.program().now();
    session.execute("restart");
    session.execute(&format!("go {end}"));
    assert_eq!(session.program().now(), end, "the same steps lead to the same place");
});
