//! Tests of the public interface.

mod commands;
mod expressions;
mod reverse;

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_basic::{Line, scan_text};
use arcadian_cpu::{I8080, Mos6502, Z80};
use arcadian_debugger::{
    Debuggee, Debugger,
    basic::{BasicProgram, Setup},
    code::{MachineCode, Source, enter},
    command::{CommandSession, script},
    debuggee::Location,
};
use arcadian_machine::{Machine, MachineCore};

const I8080_SUM: &str = "        ORG  100H
MAIN:   LXI  H,TABLE    ; address of the bytes
        MVI  B,COUNT    ; number of bytes
        CALL SUM
        STA  TOTAL
        RET
; Returns in A the sum of B bytes at HL.
SUM:    XRA  A
LOOP:   ADD  M          ; add one
        INX  H
        DCR  B
        JNZ  LOOP
        RET
NEVER:  HLT             ; unreachable
COUNT   EQU  3
TABLE:  DB   1,2,3
TOTAL:  DB   0
";

const Z80_SUM: &str = "        ORG  100H
MAIN:   LD   HL,TABLE   ; address of the bytes
        LD   B,3        ; number of bytes
        CALL SUM
        LD   (TOTAL),A
        RET
SUM:    XOR  A
LOOP:   ADD  A,(HL)     ; add one
        INC  HL
        DJNZ LOOP
        RET
TABLE:  DB   1,2,3
TOTAL:  DB   0
";

const MOS6502_SUM: &str = "        .ORG $300
MAIN    LDX  #2         ; the last byte
        JSR  SUM
        STA  TOTAL
        RTS
SUM     LDA  #0
        CLC
LOOP    ADC  TABLE,X    ; add one
        DEX
        BPL  LOOP
        RTS
TABLE   .BYTE 1,2,3
TOTAL   .BYTE 0
";

/// Squares in a subroutine and an array, a statement that never runs, INPUT and KP.
const SQUARES: &str = "10 CLEAR ;FOR I=1TO 3;GOSUB 100;NEXT I
20 IF A>99PRINT \"MANY\"
30 INPUT \"HOW MANY\"B
40 K=KP;PRINT K
50 STOP
100 @(I)=I×I;A=A+@(I)
110 PRINT I,@(I);RETURN
";

/// The return address of the routines.
const RETURN: u16 = 0x0008;

/// Assembles a source and enters it at its first byte.
pub(crate) fn assembled<C: MachineCore + 'static>(text: &str) -> MachineCode<C> {
    assembled_to_return(text, RETURN)
}

fn assembled_to_return<C: MachineCore + 'static>(text: &str, address: u16) -> MachineCode<C> {
    let options = Options { processor: Some(C::PROCESSOR), ..Options::default() };
    let assembly = assemble("sum.asm", text, &options, &mut NoFiles).unwrap();
    let mut machine = Machine::<C>::new();
    machine.backplane.load(assembly.origin, &assembly.image).unwrap();
    enter(&mut machine, assembly.origin, address).unwrap();
    MachineCode::new(machine, Source::assembled(&assembly), Some(address))
}

/// Enters a binary at its first byte.
pub(crate) fn binary<C: MachineCore + 'static>(origin: u16, bytes: &[u8]) -> MachineCode<C> {
    let mut machine = Machine::<C>::new();
    machine.backplane.load(origin, bytes).unwrap();
    enter(&mut machine, origin, RETURN).unwrap();
    MachineCode::new(machine, Source::default(), Some(RETURN))
}

/// Creates a BASIC program without a file.
pub(crate) fn basic(text: &str) -> BasicProgram {
    let lines = text.lines().map(|line| {
        let (number, text) = line.split_once(' ').unwrap();
        Line { number: number.parse().unwrap(), text: scan_text(text).unwrap() }
    });
    BasicProgram::new(Setup { lines: lines.collect(), ..Setup::default() }).unwrap()
}

pub(crate) fn program(name: &str) -> Box<dyn Debuggee> {
    match name {
        "8080" => Box::new(assembled::<I8080>(I8080_SUM)),
        "z80" => Box::new(assembled::<Z80>(Z80_SUM)),
        "6502" => Box::new(assembled::<Mos6502>(MOS6502_SUM)),
        "basic" => Box::new(basic(SQUARES)),
        _ => panic!("unknown program {name}"),
    }
}

pub(crate) fn session(name: &str) -> CommandSession {
    CommandSession::new(Debugger::new(program(name)))
}

/// Executes a script and returns its output. `!` marks failed commands.
pub(crate) fn transcript(name: &str, text: &str) -> String {
    let mut session = session(name);
    let mut output = String::new();
    for entry in script(&mut session, text) {
        let mark = if entry.reply.failed { "! " } else { "" };
        output += &format!("{mark}{entry}");
    }
    output
}

/// On the stack before the source is a return address that decodes as NOP and an instruction of three bytes, which ends inside the
/// first one of the source.
#[test]
fn rows_of_a_source_begin_where_its_instructions_do() {
    let program = assembled_to_return::<Mos6502>(" ORG $0200\n ADC $20\n LSR A\n RTS\n", 0xFFEB);
    let starts = [0x200, 0x202, 0x203];
    for start in starts {
        let rows = program.rows(Location(start), 600, 600);
        let found = rows.iter().map(|row| row.location.0).filter(|at| (0x200..0x204).contains(at));
        assert_eq!(found.collect::<Vec<_>>(), starts, "around {start:04X}");
    }
}
