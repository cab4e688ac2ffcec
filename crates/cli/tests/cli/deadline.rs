//! Every command ends soon after its time limit or Ctrl-C, whatever it computes at that moment.
//!
//! The measured time is the processor time of the program, not wall-clock time, which other processes change. A limit of one second may
//! cost three. `deadline/cases.txt` has the command lines, `deadline/inputs.txt` the files that they read. All runs are on one processor,
//! so that a second is the work of one thread.
//!
//! The first case of each section runs with every `cargo test`. All cases run, on the program that is named, by
//!
//! ```sh
//! ARCADIAN=target/release/arcadian cargo test -p arcadian --test cli deadline -- --ignored --nocapture
//! ```
#![allow(clippy::print_stderr, reason = "a long run says what it has done")]

use std::{
    env,
    fmt::Write,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    param::clock_ticks_per_second,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid},
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};

use crate::support::{sections, slow_listing};

const CASES: &str = include_str!("../deadline/cases.txt");
const INPUTS: &str = include_str!("../deadline/inputs.txt");
/// The folder of the inputs.
const FOLDER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/deadline");
/// The processor time that a case may take.
const MOST: Duration = Duration::from_secs(3);
/// The processor time after which Ctrl-C is pressed.
const UNTIL_INTERRUPT: Duration = Duration::from_millis(600);
/// The processor time that a case may take from then on.
const MOST_AFTER_INTERRUPT: Duration = Duration::from_secs(1);
/// The time on the wall after which a run that computes nothing has failed.
const STUCK: Duration = Duration::from_secs(300);

/// A line of the table.
struct Case {
    line: usize,
    section: &'static str,
    /// Whether Ctrl-C is pressed.
    is_interrupted: bool,
    args: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let (mut cases, mut section) = (Vec::new(), "");
    for (number, text) in (1..).zip(CASES.lines()) {
        let text = text.trim();
        if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
        } else if !text.is_empty() && !text.starts_with('#') {
            let (is_interrupted, words) = match text.strip_prefix("^C ") {
                Some(words) => (true, words),
                None => (false, text),
            };
            cases.push(Case {
                line: number,
                section,
                is_interrupted,
                args: words.split_whitespace().collect(),
            });
        }
    }
    cases
}

/// Lets this thread and the programs that it starts use one processor only.
fn use_one_processor() {
    let all = sched_getaffinity(None).expect("the processors of this thread");
    let first = (0..CpuSet::MAX_CPU).find(|cpu| all.is_set(*cpu)).expect("a processor");
    let mut one = CpuSet::new();
    one.set(first);
    sched_setaffinity(None, &one).expect("one processor");
}

/// Returns the processor time that a process has used, all threads together. It may have ended, but must not be reaped.
fn processor_time(process: Pid) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).expect("its times");
    // The name, in parentheses, can contain anything.
    let (_, rest) = stat.rsplit_once(')').expect("a name");
    let ticks = rest.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number"));
    Duration::from_millis(1000 * ticks.sum::<u64>() / clock_ticks_per_second())
}

fn has_ended(process: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(process), options).expect("a child").is_some()
}

/// Runs a case. Returns its processor time, and what is wrong, if anything is.
fn run(case: &Case) -> (Duration, Option<String>) {
    let errors = tempfile::tempfile().expect("a temporary file");
    let mut child = start(case, &errors);
    let process = Pid::from_child(&child);
    let start = Instant::now();
    let (mut most, mut interrupted_at) = (MOST, None);
    while !has_ended(process) {
        let used = processor_time(process);
        if case.is_interrupted && interrupted_at.is_none() && used >= UNTIL_INTERRUPT {
            kill_process(process, Signal::INT).expect("it runs");
            (most, interrupted_at) = (used + MOST_AFTER_INTERRUPT, Some(used));
        }
        if used > most || start.elapsed() > STUCK {
            child.kill().expect("it runs");
            child.wait().expect("its end");
            return (used, Some(format!("it had not ended after {used:.2?} of processor time")));
        }
        thread::sleep(Duration::from_millis(10));
    }
    let used = processor_time(process);
    let status = child.wait().expect("its end");
    let wrong = if used > most {
        Some(format!("it took {used:.2?} of processor time"))
    } else if case.is_interrupted && interrupted_at.is_none() {
        Some(format!("it ended before Ctrl-C, after {used:.2?} of processor time"))
    } else if status.code() == Some(2) || status.code().is_none() && !case.is_interrupted {
        Some(format!("it ended with {status}: {}", text(errors)))
    } else {
        None
    };
    (used, wrong)
}

/// Returns the program: the one that Cargo has built, or that of `ARCADIAN`, seen from the root of the workspace.
fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    env::var_os("ARCADIAN").map_or(env!("CARGO_BIN_EXE_arcadian").into(), |path| root.join(path))
}

/// Writes the inputs. They stay there, so that a case can be repeated by hand.
fn write_inputs() {
    fs::create_dir_all(FOLDER).expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(Path::new(FOLDER).join(name), bytes).expect(name);
    sections(INPUTS).for_each(|(name, text)| write(name, format!("{}\n", text.trim_end()).as_bytes()));
    // JMP 0100H.
    write("endless.bin", &[0xC3, 0x00, 0x01]);
    write("arcadian-basic.bin", arcadian_bally::ARCADIAN_BASIC);
    for (is_new, version) in [(false, "old"), (true, "new")] {
        let listing = |name: &str, functions, turns| {
            write(&format!("{name}_{version}.s"), slow_listing(functions, turns, is_new).as_bytes());
        };
        listing("slow", 1, 2_000);
        listing("many", 200, 60);
        listing("large", 1, 20_000);
        listing("small", 10_000, 1);
        // What is done with each character of a line must not take as long as the line.
        let label = "L".repeat(100_000);
        let code = if is_new { "\tor\ta, a\n" } else { "" };
        let text = format!(
            "\t.area _CODE\n_f::\n\tjp\tz, {label}\n{code}\tld\thl, #_x\n{label}:\n\tret ; {label}\n"
        );
        write(&format!("label_{version}.s"), text.as_bytes());
        let text = format!(
            "{label}: LD A,1\n JP NZ,{label}\n LD HL,{label}+1 ; {label}\n{}",
            if is_new { " OR A\n" } else { "" }
        );
        write(&format!("label_{version}.asm"), text.as_bytes());
    }
    let text = format!(" ORG 100H\n{0}: LD A,1\n JP {0}2\n{0}2: JP {0} ; {0}\n", "L".repeat(100_000));
    write("label.asm", text.as_bytes());
}

fn start(case: &Case, errors: &File) -> Child {
    Command::new(program())
        .args(&case.args)
        .current_dir(FOLDER)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors.try_clone().expect("the same file"))
        .spawn()
        .expect("the program starts")
}

fn text(mut file: File) -> String {
    use std::io::{Read, Seek};
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("its errors");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn run_all(cases: &[Case]) {
    write_inputs();
    use_one_processor();
    let mut failed = String::new();
    for case in cases {
        let (used, wrong) = run(case);
        let Case { line, section, is_interrupted, args } = case;
        let key = if *is_interrupted { "^C " } else { "" };
        eprintln!("{:5.2} s  {key}{}", used.as_secs_f64(), args.join(" "));
        if let Some(wrong) = wrong {
            writeln!(failed, "cases.txt:{line}: [{section}] {key}{}: {wrong}", args.join(" "))
                .expect("a text");
        }
    }
    assert!(failed.is_empty(), "{} cases:\n{failed}", cases.len());
}

#[test]
fn the_first_case_of_each_section() {
    let mut all = cases();
    all.dedup_by_key(|case| case.section);
    run_all(&all);
}

#[test]
#[ignore = "takes minutes: see the top of this file"]
fn every_case() {
    run_all(&cases());
}
