//! Scripts for each command, with snapshots of their output.

use arcadian_cpu::I8080;
use arcadian_debugger::{
    Cause, Debugger,
    command::{COMMANDS, CommandSession, find},
    profile::Profile,
};
use proptest::prelude::*;

use crate::{assembled, program, session, transcript};

/// Scripts as (name, program, commands). The name is usually that of the tested command.
const SCRIPTS: &[(&str, &str, &str)] = &[
    ("step", "8080", "step\ns 3\nstep 1000\nstep\nstep x\n step 1 2"),
    ("step-6502", "6502", "s 4\ns\ns\nreg\ncalls\ns 99"),
    ("step-z80", "z80", "s 5\ns\ns\nreg\ncalls\ns 99"),
    ("trace", "8080", "trace 4\nb LOOP\nt\nt 2\nd all\ntrace 99\ntrace\ntrace 99999"),
    ("trace-basic", "basic", "trace 12\nt"),
    ("next", "8080", "next\nnext 2\nback-next\nn 9"),
    ("next-6502", "6502", "n 2\nbn 5"),
    ("finish", "8080", "s 5\nfinish\nfinish"),
    ("continue", "8080", "b LOOP\nc\nc\nc\nc\nc"),
    ("until", "8080", "until LOOP\nuntil LOOP\nu *0\nu NEVERE\nu 101"),
    ("back", "8080", "s 5\nback\nback 2\nback 99\nback"),
    ("back-next", "z80", "c\nbn 2\nbn\nbn 99"),
    ("back-finish", "8080", "until LOOP\nbf\nbf"),
    ("back-continue", "8080", "b LOOP\nwatch w[TABLE+2]\nc\nc\nc\nc\nc\nbc\nbc\nbc\nbc\nbc"),
    ("back-until", "8080", "c\nback-until LOOP\nbu LOOP\nbu SUM\nbu SUM"),
    ("go", "8080", "go 5\ngo 2\ngo 9999\ngo\ngo x"),
    ("restart", "8080", "c\nrestart\ns"),
    (
        "break",
        "8080",
        "b LOOP if B = 1\nb if A > 1\nb :12\nstops\nc\nc\nb LOPO\nb 102\nb\nb LOOP if\nb LOOP if X +\nb if 1/0\nb LOOP if 1/(B-2)\nrestart\nc\nc\nc\nc\nstops",
    ),
    (
        "watch",
        "8080",
        "watch TOTAL\nwatch [TOTAL]\nwatch [TABLE-TOTAL]\nwatch A\nc\nc\nc\nd 4\nc\nc\nbc\nbc\nwatch",
    ),
    ("stops", "8080", "stops\nb LOOP\nc\nc\nstops\nwatch B\nstops"),
    ("catch", "8080", "catch\ncatch line 100\nuntil line 100"),
    ("delete", "8080", "b LOOP\nb SUM\nd 1\nstops\nd all\nstops\nd 3\nd x\nd"),
    ("disable", "8080", "b LOOP\ndis 1\nstops\nc\nrestart\ne 1\nc\ndis 7"),
    ("enable", "8080", "b LOOP\nb SUM\ndis all\nstops\ne all\nstops"),
    ("ignore", "8080", "b LOOP\nc\nignore 1 1\nc\nstops\nignore 1\nignore 9 1"),
    ("print", "8080", "p TABLE\np [TABLE]\np 'A'\np -2\np FE\np 12345678\np TABEL\np 1/0\np [10000]\np"),
    ("display", "8080", "display B\ndisplay [HL]\ns 3\ndisplay\ndisp\ndisplay 1 +\ndisplay 1/(B-3)"),
    ("undisplay", "8080", "display B\ndisplay A\nundisplay 1\ndisplay\nundisplay 1\nundisplay all\ndisplay"),
    (
        "set",
        "8080",
        "set A = 12\nset [TOTAL] = #99\nset w[TABLE] = 1234\nm TABLE 4\nset CY = 1\nset CY = 2\nset A = 100\nset A + 1 = 2\nset STEP = 1\nset A\nset PC = SUM\ns\nback\nback",
    ),
    ("registers", "8080", "registers\nreg x"),
    ("variables", "6502", "variables"),
    (
        "memory",
        "8080",
        "memory TABLE 5\nm TABLE - 8 #20\nm TABLE - 8 20\nm FFF8\nm 0\nm\nm 10000\nm 0 -1\nm FFFF 9",
    ),
    (
        "list",
        "8080",
        "list\nb LOOP\nlist LOOP 5\ns 5\nl\nlist TABLE 3\nlist 0 1\nlist PC 1\nlist NOWHERE\nl 115 2",
    ),
    ("calls", "8080", "calls\nuntil LOOP\ncalls"),
    ("screen", "8080", "screen"),
    ("output", "8080", "output"),
    ("figure", "8080", "figure"),
    ("profile", "8080", "profile\nc\nprofile 3\nprofile"),
    ("coverage", "8080", "coverage\ns 5\ncoverage\nc\ncoverage"),
    ("info", "8080", "info\ns 4\ninfo\nc\ninfo"),
    ("key", "8080", "key A\nkey {NIX}"),
    ("assert", "8080", "assert 1\nassert A = 5\nassert [TABLE] < 1\nassert 0\nassert"),
    ("echo", "8080", "echo some  text"),
    ("help", "8080", "help\nhelp b\nhelp expressions\nhelp nothing"),
    ("quit", "8080", "# not shown\n\necho 1\nquit 1\nquit\necho 2"),
    ("basic-execution", "basic", "s\ns\nn\ns\nfinish\nu 110.2\nbn\nbf\nc\nb-c\ngo 4\nrestart"),
    (
        "basic-stoppoints",
        "basic",
        "b 100.2\nb 110.3\nb 105\nb 7000\nb 110 if I # 1\nwatch @(2)\nwatch [0-5]\nwatch [16384-16400]\nb if A > 4\nstops\nc\nc\nc\nc\nc\nc\nc\nbc\nbc",
    ),
    (
        "basic-inspection",
        "basic",
        "u 110\np I\np @(1) + 3 # 4\np $10\np NIX\ndisplay @(I) × 2\nset A = 7\nset @(5) = -3\nset A = 40000\nv\ncalls\nlist\nlist 20 2\nlist 25\ns\nm 0\nm 16384 8\ninfo",
    ),
    (
        "basic-keys",
        "basic",
        "c\nkey 12{GO}\nc\nassert B = 12\nkey X\nc\noutput\nscreen\nscreen dots\nkey {JX1=1}\nkey {HALT}\ninfo",
    ),
    ("basic-profile", "basic", "c\nprofile 4\ncoverage"),
    ("unknown", "8080", "stpe\nbac\nba\nde\nx"),
];

#[test]
fn scripts() {
    for (name, program, commands) in SCRIPTS {
        insta::assert_snapshot!(*name, transcript(program, commands));
    }
}

#[test]
fn lines_fit_a_terminal() {
    for (name, program, commands) in SCRIPTS {
        for line in transcript(program, commands).lines().filter(|line| !line.contains("`{NIX}`")) {
            assert!(line.chars().count() <= 100, "{name}: {line}");
        }
    }
}

#[test]
fn every_command_has_a_script() {
    for command in COMMANDS {
        assert!(SCRIPTS.iter().any(|(name, ..)| *name == command.name), "{}", command.name);
    }
}

/// A prefix of a name finds the command if it is at least as long as the abbreviation.
#[test]
fn abbreviations() {
    for command in COMMANDS {
        let (name, short) = (command.name, command.short);
        assert_eq!(find(short).unwrap().name, name);
        assert_eq!(find(&name.to_uppercase()).unwrap().name, name);
        for length in short.len()..=name.len() {
            if name.starts_with(short) {
                assert_eq!(find(&name[..length]).unwrap().name, name, "{}", &name[..length]);
            }
        }
    }
}

#[test]
fn an_empty_line_repeats_the_last_execution_command() {
    let mut session = session("8080");
    session.execute("step");
    assert_eq!(session.execute("  "), Default::default());
    session.repeat_on_empty(true);
    session.execute("print 1");
    session.execute("break NOWHERE");
    assert_eq!(session.execute("").moved.map(|report| report.to), Some(2));
    session.execute("back 2");
    assert_eq!(session.execute("").moved.map(|report| report.to), Some(0));
}

#[test]
fn completion_of_locations_in_basic() {
    let session = session("basic");
    assert_eq!(session.complete("until 10", 8).words, ["10", "10.2", "10.3", "10.4", "100", "100.2"]);
}

#[test]
fn completion() {
    let mut session = session("8080");
    session.execute("break LOOP");
    session.execute("display A");
    let cases: &[(&str, usize, &[&str])] = &[
        ("ba", 0, &["back", "back-continue", "back-finish", "back-next", "back-until"]),
        ("back-n", 0, &["back-next"]),
        ("b s", 2, &["SUM"]),
        ("until LO", 6, &["LOOP"]),
        ("print A+[TA", 9, &["TABLE"]),
        ("print step", 6, &["STEP"]),
        ("delete ", 7, &["1", "all"]),
        ("undisplay ", 10, &["1", "all"]),
        ("help wa", 5, &["watch"]),
        ("screen t", 7, &["text"]),
        ("nothing A", 8, &[]),
        ("step ", 5, &[]),
    ];
    for (line, start, words) in cases {
        let completion = session.complete(line, line.len());
        assert_eq!(
            (completion.start, completion.words.as_slice()),
            (*start, words.map_strings().as_slice()),
            "{line}"
        );
    }
    assert_eq!(session.complete("é", 1).words, Vec::<String>::new());
    assert_eq!(session.complete("step", 2).words, ["step", "stops"]);
}

trait Strings {
    fn map_strings(&self) -> Vec<String>;
}

impl Strings for &[&str] {
    fn map_strings(&self) -> Vec<String> {
        self.iter().map(|word| (*word).to_owned()).collect()
    }
}

#[test]
fn a_profile_does_not_move_the_program() {
    let mut program = program("8080");
    program.run(7, &mut |_| false);
    let profile = Profile::of(program.as_mut(), &mut |_| false).unwrap();
    assert_eq!((program.steps(), profile.total().steps), (7, 7));
    assert_eq!(profile.total().cycles, program.cycles());
    let mut both = profile.clone();
    both.merge(&profile);
    assert_eq!(both.total().steps, 14);
    assert_eq!(both.missed(program.as_ref()), profile.missed(program.as_ref()));
}

/// Long commands can be interrupted; `profile` and `coverage` then leave the program where it is.
#[test]
fn interruptions() {
    let endless = "        ORG  100H\nMAIN:   INR  B\n        CALL DEEP\n        JMP  MAIN\nDEEP:   RET\n";
    let mut debugger = Debugger::new(Box::new(assembled::<I8080>(endless)));
    debugger.interrupt_when(|_| true);
    let mut session = CommandSession::new(debugger);
    session.execute("break if B > 1000");
    for command in
        ["continue", "step 99999999", "go 99999999", "finish", "until *0", "back-until *0", "next 999999"]
    {
        let report = session.execute(command).moved.unwrap();
        assert_eq!(report.cause, Cause::Interrupted, "{command}");
    }
    let now = session.program().steps();
    for command in ["profile", "coverage"] {
        let reply = session.execute(command);
        assert_eq!((reply.text.as_str(), reply.failed), ("interrupted", true));
    }
    assert_eq!(session.program().steps(), now);
}

fn on_8080(source: &str) -> CommandSession {
    CommandSession::new(Debugger::new(Box::new(assembled::<I8080>(source))))
}

/// Returns the first line of each reply.
fn heads(session: &mut CommandSession, commands: &[&str]) -> Vec<String> {
    let head = |command: &&str| session.execute(command).text.lines().next().unwrap_or("").to_owned();
    commands.iter().map(head).collect()
}

#[test]
fn the_last_byte_of_memory_can_be_watched() {
    let mut session = on_8080("        ORG 100H\n MVI A,5\n STA 0FFFFH\n RET\n");
    let seen = heads(&mut session, &["watch [0-FFFF]", "continue", "continue"]);
    assert_eq!(seen[1], "step 2, 20 cycles: watchpoint 1, [FFFF] changed from $00 = 0 to $05 = 5");
    assert_eq!(seen[2], "step 3, 30 cycles: the routine has returned");
}

/// With SP = 0 the first byte is pushed at FFFF.
#[test]
fn a_stack_at_the_end_of_memory() {
    let source = " ORG 100H\n LXI SP,0\n CALL OUTER\n HLT\nOUTER: CALL INNER\n RET\nINNER: RET\n";
    let mut session = on_8080(source);
    let seen =
        heads(&mut session, &["step", "next", "calls", "go 1", "until INNER", "finish", "finish", "calls"]);
    assert_eq!((seen[1].as_str(), seen[2].as_str()), ("step 5, 64 cycles", "the call stack is empty"));
    assert_eq!(seen[5], "step 4, 54 cycles: the subroutine returned");
    assert_eq!((seen[6].as_str(), &seen[7]), ("step 5, 64 cycles: the subroutine returned", &seen[2]));
}

/// After HLT the program counter is at the next instruction, which is not executed.
#[test]
fn a_halted_processor_hits_no_breakpoint() {
    let mut session = on_8080("        ORG 100H\n HLT\nNEVER: INR A\n RET\n");
    let seen = heads(&mut session, &["break NEVER", "continue", "stops"]);
    assert_eq!(seen[1], "step 1, 7 cycles: the processor is halted");
    assert!(seen[2].ends_with("hit 0 times"), "{}", seen[2]);
}

/// Generates plausible commands and random text.
fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(COMMANDS.iter().map(|command| command.short).collect::<Vec<_>>());
    let argument = prop::sample::select(vec![
        "",
        "1",
        "2",
        "99999999999",
        "-1",
        "all",
        "LOOP",
        "*0",
        "100",
        "110.2",
        ":4",
        "if A > 1",
        "LOOP if B = 1",
        "PC = 0",
        "SP = 3",
        "[PC] = 0",
        "A = 1",
        "I = 2",
        "@(2) = 4",
        "[0-FFFF]",
        "[SP]",
        "w[SP]",
        "{GO}1{HALT}",
        "12{GO}",
        "1/(A-1)",
        "text",
        "dots",
        "expressions",
        "step",
        "é",
        "(",
    ]);
    prop_oneof![8 => (name, argument).prop_map(|(name, argument)| format!("{name} {argument}")), 1 => ".{0,20}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_line_is_answered(lines in prop::collection::vec(line(), 1..20)) {
        for name in ["8080", "6502", "z80", "basic"] {
            let mut session = session(name);
            session.repeat_on_empty(true);
            session.debugger_mut().interrupt_when(|_| true);
            for line in &lines {
                let reply = session.execute(line);
                prop_assert!(!reply.failed || !reply.text.is_empty(), "{line}");
                session.complete(line, line.len() / 2);
            }
            prop_assert!(!session.execute("info").failed);
        }
    }
}
