//! `exec`: endings, input, containers, signals and bad arguments. What a user sees is in `tests/commands/exec.trycmd`.

use crate::support::{Folder, RunResult};

/// Assembles a source and runs it.
fn exec(source: &str, cpu: &str, args: &[&str]) -> RunResult {
    exec_with_input(source, cpu, args, b"")
}

fn exec_with_input(source: &str, cpu: &str, args: &[&str], input: &[u8]) -> RunResult {
    let folder = Folder::with(&[("x.asm", source)]);
    let assembled = folder.run(&["asm", "x.asm", "--cpu", cpu, "-o", "x.bin"]);
    assert_eq!(assembled.status, Some(0), "{}", assembled.err);
    let mut all = vec!["exec", "x.bin", "--cpu", cpu];
    all.extend(args);
    folder.feed(&all, input)
}

const HELLO: &str = "\
        ORG 100H
        MVI C,9
        LXI D,TEXT
        CALL 5
        MVI C,2
        MVI E,'!'
        CALL 5
        JMP 0
TEXT:   DB 'Hello', 13, 10, 27, '[31m', 7, '$'
";

#[test]
fn commands_for_the_terminal_are_escaped() {
    let result = exec(HELLO, "8080", &["--cpm"]);
    let expected = "\
Hello
\\u{1b}[31m\\u{7}!
the program has ended
9 instructions, 95 cycles
A=FF flags=..... PC=0000 SP=FDFE PSW=FF02 BC=FF02 DE=0121 HL=FFFF
";
    assert_eq!((result.status, &*result.out, &*result.err), (Some(0), expected, ""));
    assert_eq!(exec(HELLO, "8080", &["--cpm", "--json"]).json()["printed"], "Hello\n\u{1b}[31m\u{7}!");
}

/// Sources with arguments, and the exit status and the first line of the report.
#[rustfmt::skip]
const ENDINGS: &[(&str, &str, &[&str], i32, &str)] = &[
    (" LDA #5\n RTS\n", "6502", &[], 0, "the routine has returned"),
    (" LDA #5\n RTS\n", "6502", &["--load", "0300"], 0, "the routine has returned"),
    ("* = $0300\n JSR sub\n RTS\nsub PHA\n PLA\n RTS\n", "6502", &["--load", "0300"], 0, "the routine has returned"),
    (" MVI A,5\n RET\n", "8080", &[], 0, "the routine has returned"),
    (" ORG 100H\n PUSH B\n POP B\n RET\n", "8080", &["--load", "0100"], 0, "the routine has returned"),
    (" LD A,5\n RET\n", "z80", &["--load", "8000"], 0, "the routine has returned"),
    // The return address is where such a run ended before.
    (" MVI A,5\n RET\n", "8080", &["--load", "0100", "--until", "0000"], 0, "stopped before 0000"),
    // Another ending was requested.
    (" RTS\n", "6502", &["--load", "0300", "--until", "0400"], 1, "the routine has returned"),
    (" RTS\n", "6502", &["--load", "0300", "--trap"], 1, "the routine has returned"),
    // The stack belongs to the user.
    (" POP B\n RET\n", "8080", &["--load", "0100", "--set", "SP=0100"], 1, "the program has run into empty memory at"),
    // The end of the code was forgotten.
    (" LDA #5\n", "6502", &["--load", "0300"], 1, "the program has run into empty memory at 0302"),
    (" MVI A,5\n", "8080", &[], 1, "the program has run into empty memory at 0002"),
    (" JP 1234H\n", "z80", &["--load", "0100"], 1, "the program has run into empty memory at 1234"),
    (" JMP 0\n", "8080", &["--load", "0100"], 1, "the program has run into empty memory at 0000"),
    (" LDX #9\n BRK\n NOP\n", "6502", &["--load", "0300"], 1, "the BRK at 0302 has no handler: the vector at FFFE is 0000"),
    (" LDX #9\n BRK\n NOP\n", "6502", &[], 1, "the BRK at 0002 has no handler: the vector at FFFE is 0000"),
    // Code at 0000 that goes on there has executed no BRK.
    ("START: DEX\n BNE START\n TXA\n RTS\n", "6502", &["--set", "X=3"], 0, "the routine has returned"),
    (" JMP $0000\n", "6502", &["--budget", "9"], 1, "the budget of 9 instructions is used up"),
    (" JMP $0000\n", "6502", &["--trap"], 0, "the instruction at 0000 jumps to itself"),
    // A handler ends it.
    (" LDA #3\n STA $FFFF\n BRK\n", "6502", &["--load", "0300", "--until", "0300"], 0, "stopped before 0300"),
    // Code in memory that the program writes, after 5 NOPs.
    (" LXI H,8005H\n MVI M,76H\n JMP 8000H\n", "8080", &[], 1, "the processor is halted before 8006"),
    // A halt is success only if it was requested.
    (" MVI A,5\n HLT\n", "8080", &[], 1, "the processor is halted before 0003"),
    (" MVI A,5\n HLT\n", "8080", &["--trap"], 0, "the processor is halted before 0003"),
    (" LD A,5\n DI\n HALT\n", "z80", &[], 1, "the processor is halted before 0004"),
    (" LD A,5\n EI\n HALT\n", "z80", &["--trap", "--until", "0"], 1, "the processor is halted before 0004"),
    (" MVI C,2\n HLT\n", "8080", &["--cpm"], 1, "the processor is halted before 0103"),
    // A JAM never is.
    (" LDA #5\n DB 2\n", "6502", &[], 1, "a JAM has stopped the processor before 0003"),
    (" LDA #5\n DB 2\n", "6502", &["--trap"], 1, "a JAM has stopped the processor before 0003"),
    (" LDA #5\n DB $F2\n", "6502", &["--load", "0300", "--budget", "9"], 1, "a JAM has stopped the processor before 0303"),
    ("LOOP: JMP LOOP\n", "8080", &["--budget", "9"], 1, "the budget of 9 instructions is used up"),
    (" LDA #$E8\n STA $40\n STA $41\n LDA #$60\n STA $42\n JSR $40\n RTS\n", "6502", &["--load", "0300"], 0, "the routine has returned"),
];

#[test]
fn endings() {
    for (source, cpu, args, status, why) in ENDINGS {
        for more in [&[][..], &["--trace", "x.trace"]] {
            let result = exec(source, cpu, &[args, more].concat());
            assert_eq!(result.status, Some(*status), "{source} {args:?}: {result:?}");
            assert!(result.out.starts_with(why), "{source} {args:?}: {result:?}");
        }
    }
    let report = exec(" LDA #5\n RTS\n", "6502", &["--load", "0300", "--json"]).json();
    assert_eq!(
        (&report["stopped"], &report["instructions"], &report["registers"]["A"]),
        (&"returned".into(), &2.into(), &5.into())
    );
    assert_eq!(exec(" LDA #5\n", "6502", &["--json"]).json()["stopped"], "runaway");
}

/// Echoes keys until Q, or the end of the input.
const ECHO: &str = "\
        ORG 100H
LOOP:   MVI C,1
        CALL 5
        CPI 'Q'
        JZ 0
        CPI 1AH
        JNZ LOOP
        MVI C,2
        MVI E,'.'
        CALL 5
        MVI C,1
        CALL 5
";

#[test]
fn a_program_for_cpm_reads_keys() {
    let result = exec_with_input(ECHO, "8080", &["--cpm"], b"AB\nCQD");
    assert_eq!(result.status, Some(0), "{result:?}");
    assert!(result.out.starts_with("ABCQ\nthe program has ended\n"), "{result:?}");
    let result = exec_with_input(ECHO, "8080", &["--cpm"], b"A");
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(
        result.out.starts_with("A\\u{1a}.\nthe program waits for input, which has ended\n"),
        "{result:?}"
    );
    let report = exec_with_input(ECHO, "8080", &["--cpm", "--json"], b"").json();
    assert_eq!((&report["stopped"], &report["printed"]), (&"input".into(), &"\u{1a}.".into()));
}

/// Reads a line, prints it backward on a new line, and asks again.
const BACKWARD: &str = "\
        ORG 100H
LOOP:   MVI C,2
        MVI E,'>'
        CALL 5
        MVI C,10
        LXI D,LINE
        CALL 5
        LXI H,LINE+1
        MOV A,M
        ORA A
        JZ 0
        MOV B,A
        MOV E,A
        MVI D,0
        DAD D
        PUSH H
        PUSH B
        MVI E,10
        CALL PRINT
        POP B
        POP H
NEXT:   PUSH H
        PUSH B
        MOV E,M
        CALL PRINT
        POP B
        POP H
        DCX H
        DCR B
        JNZ NEXT
        MVI E,10
        CALL PRINT
        JMP LOOP
PRINT:  MVI C,2
        JMP 5
LINE:   DB 8, 0
";

#[test]
fn a_program_for_cpm_reads_lines() {
    let result = exec_with_input(BACKWARD, "8080", &["--cpm"], b"ABC\r\nTOO LONG FOR 8\n\n");
    assert_eq!(result.status, Some(0), "{result:?}");
    assert!(
        result.out.starts_with(">ABC\nCBA\n>TOO LONG\nGNOL OOT\n>\nthe program has ended\n"),
        "{result:?}"
    );
}

const CHATTER: &str = "\
        ORG 100H
LOOP:   LXI D,TEXT
        MVI C,9
        CALL 5
        JMP LOOP
TEXT:   DB '0123456789012345678901234567890123456789012345678', 10, '$'
";

#[test]
fn nothing_printed_is_lost() {
    let result = exec(CHATTER, "8080", &["--cpm", "--budget", "400000"]);
    let lines = result.out.lines().filter(|line| line.starts_with("0123")).count();
    // Five instructions per iteration, including the RET of the BDOS.
    assert_eq!((result.status, lines, result.out.contains("missing")), (Some(1), 80_000, false));
}

#[test]
fn bytes_printed_too_fast_are_counted() {
    let source = CHATTER.replace("TEXT:", "TEXT: DS 50000, 'x'\n");
    let result = exec(&source, "8080", &["--cpm", "--budget", "500", "--json"]);
    let report = result.json();
    let kept = report["printed"].as_str().unwrap().len() as u64;
    assert_eq!(kept + report["printed_missing"].as_u64().unwrap(), 100 * 50_050);
}

/// The run ends although the program would continue.
#[test]
fn a_closed_pipe_ends_the_run() {
    let folder = Folder::with(&[("x.asm", CHATTER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    for more in [&[][..], &["--trace", "-"]] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_arcadian"))
            .current_dir(folder.root())
            .args(["exec", "x.bin", "--cpu", "8080", "--cpm", "--budget", "18446744073709551615"])
            .args(more)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// A program for sim65 that ends with the exit code 1.
const SIM65: &[u8] = b"sim65\x02\0\x22\0\x02\0\x02\xA9\x01\x4C\xF9\xFF";
/// A loop at 0801, as Commodore's tools write it.
const PRG: &[u8] = b"\x01\x08\xA2\x03\xCA\xD0\xFD\x60";

/// Files that have more than the bytes of a memory: the header would be executed.
#[test]
fn a_container_is_recognized_or_refused() {
    let folder = Folder::with(&[]);
    let files: [(&str, &[u8]); 6] = [
        ("sim", SIM65),
        ("x.prg", PRG),
        ("empty.prg", &PRG[..2]),
        ("x.com", b"\x0E\x09\xC9"),
        ("x.tap", b"\x13\0\0\x03name      \x01\0\0\x80\0\x80\0"),
        ("x.o", b"Uzna\x11\0"),
    ];
    files.iter().for_each(|(name, bytes)| std::fs::write(folder.path(name), bytes).expect("a file"));
    for (args, parts) in [
        ("exec sim --cpu 6502", ["cannot read sim: it is a program for sim65", "--raw"]),
        ("dis sim --cpu 6502", ["cannot read sim: it is a program for sim65", "--raw"]),
        ("step sim --cpu 6502 -c step", ["cannot read sim: it is a program for sim65", "target none"]),
        (
            "exec x.prg --cpu z80",
            ["a .prg is a program of the 6502 (--cpu 6502), or a tape", "`arcadian run x.prg`"],
        ),
        ("exec x.prg --cpu 6502 --load 0801", ["x.prg begins with its load address, 0801", "--load"]),
        ("exec empty.prg --cpu 6502", ["a .prg begins with its load address", "no code after it"]),
        ("exec x.com --cpu 8080", ["cannot run x.com: it is named as a program for CP/M", "--cpm"]),
        ("exec x.tap --cpu z80", ["it is a tape of the ZX Spectrum", "--spectrum"]),
        ("exec x.o --cpu 6502", ["it is an object file of ca65", "link it"]),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        folder.run(&args).is_refused(&parts);
    }
    let run = folder.run(&["exec", "x.prg", "--cpu", "6502"]);
    assert_eq!((run.status, run.out.lines().next()), (Some(0), Some("the routine has returned")), "{run:?}");
    assert_eq!(run.err, "x.prg is loaded at 0801, the address in its first two bytes\n");
    assert_eq!(folder.run(&["exec", "x.com", "--cpu", "8080", "--load", "0100"]).status, Some(0));
    let listing = folder.run(&["dis", "x.prg", "--cpu", "6502"]).out;
    assert!(listing.contains("* = $0801") && listing.contains("LDX     #$03"), "{listing}");
    assert!(folder.run(&["dis", "x.prg", "--cpu", "6502", "--raw"]).out.contains("* = $0000"));
}

#[test]
fn help_states_the_budget() {
    let help = Folder::with(&[]).run(&["exec", "--help"]).out;
    assert!(help.contains("[default: 10000000000]"), "{help}");
}

#[test]
fn a_trace_in_a_file_has_a_limit() {
    let folder = Folder::with(&[]);
    std::fs::write(folder.path("loop.bin"), [0x18, 0xFE]).expect("a file");
    let run = |options: &[&str]| {
        let result =
            folder.run(&[&["exec", "loop.bin", "--cpu", "z80", "--budget", "25"][..], options].concat());
        assert_eq!(result.status, Some(1));
        result
    };
    let result = run(&["--trace", "t", "--trace-limit", "10"]);
    assert_eq!(folder.read("t").lines().count(), 10);
    assert!(
        result.err.contains("note: t lacks the last 15 instructions; --max-trace-lines N raises"),
        "{}",
        result.err
    );
    assert!(result.out.contains("25 instructions"));
    assert_eq!(run(&["--trace", "t", "--trace-limit", "25"]).err, "");
    assert_eq!(folder.read("t").lines().count(), 25);
    assert!(run(&["--trace", "-", "--trace-limit", "1"]).err.contains("note: <stdout> lacks the last 24"));
}

/// Prints a line to signal that it runs, then loops forever without output.
#[cfg(unix)]
const FOREVER: &str = "\
        ORG 100H
        MVI C,9
        LXI D,TEXT
        CALL 5
LOOP:   INR A
        JMP LOOP
TEXT:   DB 'on', 10, '$'
";

#[cfg(unix)]
fn interrupted(more: &[&str]) -> (Option<i32>, String) {
    use std::{
        io::{BufRead, BufReader, Read},
        os::unix::process::ExitStatusExt,
        process::{Command, Stdio},
    };
    let folder = Folder::with(&[("x.asm", FOREVER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcadian"));
    command.current_dir(folder.root()).args(["exec", "x.bin", "--cpu", "8080", "--cpm"]).args(more);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a line");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill starts").success());
    out.read_to_string(&mut text).expect("text");
    (child.wait().expect("an end").signal(), text)
}

#[test]
#[cfg(unix)]
fn ctrl_c_shows_the_registers() {
    let (signal, text) = interrupted(&[]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((signal, lines[..2].to_vec()), (Some(2), vec!["on", "interrupted"]), "{text}");
    assert!(lines[2].contains(" instructions, ") && lines[3].contains(" PC=01"), "{text}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_trace() {
    let (signal, text) = interrupted(&["--trace", "-"]);
    assert_eq!((signal, text.contains("interrupted\n")), (Some(2), true));
}

#[test]
#[cfg(unix)]
fn a_long_run_shows_its_progress_in_a_terminal() {
    let folder = Folder::with(&[("x.asm", FOREVER)]);
    assert_eq!(folder.run(&["asm", "x.asm", "--cpu", "8080", "-o", "x.bin"]).status, Some(0));
    let args = ["exec", "x.bin", "--cpu", "8080", "--cpm"];
    let mut terminal = crate::terminal::Terminal::start(&folder, (80, 24), &args);
    terminal.wait_for_text("; Ctrl-C stops");
    assert_eq!(terminal.rows(1), ["on"]);
    terminal.type_keys("\x03");
    terminal.wait_for("the report in place of the progress line", |screen| {
        let rows = crate::terminal::rows(screen, 4);
        rows[1] == "interrupted" && rows[2].ends_with(" cycles") && rows[3].contains(" PC=01")
    });
}

const ECHO_ON_CONSOLE: &str = "        CPU 6502\n* = $0300\nSTART:  JSR $FFCF\n        CMP #'.'\n        BEQ END\n        JSR $FFD2\n        JMP START\nEND:    RTS\n        END START\n";

/// A source has its processor, addresses and start; the console echoes what it reads.
#[test]
fn a_source_is_assembled_and_run() {
    let folder = Folder::with(&[("echo.asm", ECHO_ON_CONSOLE)]);
    for input in [None, Some("ab.")] {
        let keys = input.map_or_else(Vec::new, |keys| vec!["--keys", keys]);
        let arguments = [&["exec", "echo.asm", "--console"][..], &keys].concat();
        let result = folder.feed(&arguments, if input.is_some() { b"" } else { b"ab." });
        assert!(result.out.starts_with("aabb.\nthe routine has returned\n"), "{}", result.out);
        assert_eq!((result.status, &*result.err), (Some(0), ""));
    }
    // The program waits for more.
    let result = folder.run(&["exec", "echo.asm", "--console", "--keys", "a"]);
    assert!(result.out.contains("the program waits for input, which has ended"), "{}", result.out);
    assert_eq!(result.status, Some(1));
}
