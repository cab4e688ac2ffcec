//! A debugger script for machine code.
#![no_main]

use std::thread::LocalKey;

use arcadian_asm::{Assembly, NoFiles, Options, assemble};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee, Debugger,
    code::{MachineCode, Source, enter},
    command::{CommandSession, script},
};
use arcadian_fuzz::{choice_and_text, rarely};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore};
use libfuzzer_sys::fuzz_target;

const RETURN: u16 = 0x0008;
/// HLT of the 8080 and Z80, JAM of the 6502. They fill memory, so that a runaway program stops soon.
const HALTS: [u8; 2] = [0x76, 0x02];

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

const ZILOG: &str = "        ORG  100H
MAIN:   LD   HL,TABLE
        LD   B,3
        CALL SUM
        LD   (TOTAL),A
        RET
SUM:    XOR  A
LOOP:   ADD  A,(HL)
        INC  HL
        DJNZ LOOP
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
    static I8080_CODE: (Machine<I8080>, Assembly) = loaded(INTEL);
    static Z80_CODE: (Machine<Z80>, Assembly) = loaded(ZILOG);
    static MOS6502_CODE: (Machine<Mos6502>, Assembly) = loaded(MOS);
}

fn loaded<C: MachineCore>(text: &str) -> (Machine<C>, Assembly) {
    let options = Options { processor: Some(C::PROCESSOR), ..Options::default() };
    let assembly = assemble("sum.asm", text, &options, &mut NoFiles).expect("a valid source");
    let mut machine = Machine::<C>::new();
    let halt = HALTS[usize::from(C::PROCESSOR == Processor::Mos6502)];
    machine.backplane.load(0, &[halt; 0x1_0000]).expect("memory of that size");
    machine.backplane.load(assembly.origin, &assembly.image).expect("a small program");
    enter(&mut machine, assembly.origin, RETURN).expect("known registers");
    (machine, assembly)
}

/// Creates the program. Only few inputs include its source, because copying it takes most of the time.
fn program<C: MachineCore + 'static>(
    loaded: &'static LocalKey<(Machine<C>, Assembly)>,
    has_source: bool,
) -> Box<dyn Debuggee> {
    loaded.with(|(machine, assembly)| {
        let symbols = || assembly.symbols.values().map(|symbol| (symbol.name.clone(), symbol.value as u16));
        let source = if has_source { Source::assembled(assembly) } else { Source::symbols(symbols()) };
        Box::new(MachineCode::new(machine.clone(), source, Some(RETURN))) as Box<dyn Debuggee>
    })
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = choice_and_text(input) else { return };
    let has_source = rarely(input, 256);
    let mut debugger = Debugger::new(match choice & 3 {
        0 | 3 => program(&I8080_CODE, has_source),
        1 => program(&Z80_CODE, has_source),
        _ => program(&MOS6502_CODE, has_source),
    });
    debugger.interrupt_when(|_| true);
    let mut session = CommandSession::new(debugger);
    for entry in script(&mut session, text) {
        let _ = entry.to_string();
    }
    let end = session.program().steps();
    session.execute("restart");
    session.execute(&format!("go {end}"));
    assert_eq!(session.program().steps(), end, "replay reaches the same step");
});
