//! `compare`: decides whether one piece of code may replace another.

mod judge;
mod listing;
mod listing_report;
mod report;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_asm::{
    Failure,
    fragment::{Fragment, read_pair},
};
use arcadian_compare::{
    Component, Condition, Question, Reason, StackApart, Verdict, Volatile, can_have_tail_calls, compare,
    components, conditions, named, unknown_in_conditions, unknown_volatile,
};
use arcadian_files::{
    Files as _, LONGEST_SOURCE, address,
    diagnostic::{self, Diagnostic},
    escape,
};
use arcadian_isa::Processor;
use arcadian_peephole::listing::Compiler;
use arcadian_proof::cancellable;
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus, output, project},
    terminal::{self, Progress, deadline},
};

const COMPARE_HELP: &str = "\
Both parts start in the same state, which is unknown: registers, flags, the stack pointer and all of memory. Names that the code \
does not define are unknown constants. The parts end after the last instruction, at a jump to a name or an address outside, or at a \
return. A called routine may do anything, but the same in both.

Compared are registers, flags, memory except below the stack pointer, where the parts continue, and what ports, volatile cells and \
called routines see. Not compared are the undocumented flags X and Y, R, WZ and Q of the Z80. Code is assumed not to write to itself, \
and no interrupt occurs but after HALT, where it may do anything. docs/compare.md says more.

The old and the new part are two files, or one file with a line of dashes (---) between them.

With --listing the files are the assembly output of a compiler, SDCC, sccz80 of z88dk, or cc65: without its optimizer, and with it. \
Functions are matched by their labels. Each part that differs is compared with the registers and flags that are live after it, and \
the first that is not the same is shown. What calls and returns pass is what the compiler's calling convention says, unless \
--convention none is given. No pointer leads to what the code pushes and pulls.

Conditions of --requires compare registers, flags, constants, numbers and bytes of memory: 'HL != DE', 'B != 0, D = 0', '(HL) < 80H', \
'N & 1 = 0'.

Examples:
  arcadian compare old.asm new.asm --cpu z80
  arcadian compare rule.asm --cpu 6502 --dead A,C      one file with both parts; A and C are not used afterwards
  printf ' LD A,0\\n---\\n XOR A\\n' | arcadian compare - --cpu z80
  arcadian compare old.asm new.asm --cpu 6502 --requires 'D = 0' --steps
  arcadian compare --listing plain.asm optimized.asm   the output of a compiler without and with its optimizer

Exit status: 0 the same for every state, with --listing everything the same; 1 different, the same only if something is dead, or not \
decided; 2 bad arguments, code that cannot be read or assembled, or nothing to compare.";

/// The arguments of `compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "See --help for what is compared, and examples.", after_long_help = COMPARE_HELP)]
pub struct CompareArgs {
    /// The old code, or both parts with a line of dashes between them; - is standard input
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new code
    #[arg(value_name = "NEW")]
    pub new: Option<PathBuf>,
    /// Processor: 8080, z80 or 6502; required without --listing, unless a project states it
    #[arg(long, value_name = "NAME")]
    pub cpu: Option<Processor>,
    /// Compare the assembly output of a compiler without and with its optimizer
    #[arg(long, requires = "new", conflicts_with_all = ["cpu", "live", "dead", "requires", "stack", "infer"])]
    pub listing: bool,
    /// The compiler of --listing: sdcc, z88dk or cc65 [default: guessed]
    #[arg(long, value_name = "NAME", value_parser = dialect, requires = "listing")]
    pub dialect: Option<Compiler>,
    /// A source of the compiler's library, whose routines are looked at where only one version calls them; may be repeated
    #[arg(long, value_name = "FILE", requires = "listing")]
    pub library: Vec<PathBuf>,
    /// What is assumed of the calls in --listing
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, requires = "listing")]
    pub convention: CallConvention,
    /// Compare only these registers and flags, as in A,HL,CY
    #[arg(long, value_name = "LIST", conflicts_with = "dead")]
    pub live: Vec<String>,
    /// Compare all registers and flags except these; F or P stands for all flags
    #[arg(long, value_name = "LIST")]
    pub dead: Vec<String>,
    /// What is true on entry, as in 'HL != DE'; may be repeated
    #[arg(long, value_name = "CONDITION")]
    pub requires: Vec<String>,
    /// Cells where each read and write counts, as in 5000, 5000-50FF, _port or _timer:2; may be repeated
    #[arg(long, value_name = "CELLS", value_parser = volatile)]
    pub volatile: Vec<Volatile>,
    /// Whether memory below the stack pointer is compared
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub stack: StackUse,
    /// Take a jump to a routine that the other part calls as a call and a return: the routine returns, and uses nothing above
    /// its own part of the stack
    #[arg(long)]
    pub tail_calls: bool,
    /// Look for conditions on entry under which the parts are the same
    #[arg(long)]
    pub infer: bool,
    /// Show a difference step by step
    #[arg(long)]
    pub steps: bool,
    /// Give up after this many seconds; with --listing of assembling, and of each function [default: 60]
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = deadline::seconds)]
    pub stated_time_limit: Option<Duration>,
    /// The time limit, stated here or in the project.
    #[arg(skip = TIME)]
    pub time_limit: Duration,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The time limit unless one is given.
const TIME: Duration = Duration::from_secs(60);

impl CompareArgs {
    /// Returns the arguments with what the project of the old code states.
    fn in_project(&self) -> Result<Self> {
        let project = project(&self.old)?.unwrap_or_default();
        let cpu = self.cpu.or(project.defaults.cpu);
        if cpu.is_none() && !self.listing {
            bail!(
                "cannot compare without a processor: add --cpu 8080, z80 or 6502, or --listing for the output of a compiler"
            );
        }
        let time_limit = self.stated_time_limit.or(project.time_limit).unwrap_or(TIME);
        Ok(CompareArgs { cpu, time_limit, ..self.clone() })
    }

    /// Returns the processor, which the arguments name if they do not name listings.
    fn processor(&self) -> Processor {
        self.cpu.unwrap_or(Processor::Z80)
    }
}

/// What is assumed of calls in the output of a compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CallConvention {
    /// What the compiler's calling convention says
    #[default]
    Compiler,
    /// Nothing: calls and returns pass everything
    None,
}

fn dialect(name: &str) -> Result<Compiler, String> {
    Compiler::named(name).ok_or_else(|| format!("`{name}` is not read; write sdcc, z88dk or cc65"))
}

fn volatile(text: &str) -> Result<Volatile, String> {
    let (name, bytes) = text.split_once(':').unwrap_or((text, "1"));
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.$@?".contains(c);
    match (address::range(text), bytes.parse()) {
        (Ok((first, last)), _) => Ok(Volatile::Range(first, last)),
        (Err(_), Ok(bytes @ 1..))
            if name.starts_with(|c| is_name(c) && !c.is_ascii_digit()) && name.chars().all(is_name) =>
        {
            Ok(Volatile::Named(name.to_owned(), bytes))
        }
        (Err(why), _) => {
            Err(format!("{why}; a name is that of a constant of the code, as in _port or _timer:2"))
        }
    }
}

/// Whether memory below the stack pointer is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StackUse {
    /// It is not
    #[default]
    Dead,
    /// It is
    Live,
    /// It is not, and no pointer leads to what the parts push
    Apart,
}

pub struct Parts {
    pub old: Fragment,
    pub new: Fragment,
    pub old_text: String,
    pub new_text: String,
}

pub fn run(args: &CompareArgs) -> Result<ExitStatus> {
    answer(&args.in_project()?)
}

fn answer(args: &CompareArgs) -> Result<ExitStatus> {
    if args.listing {
        return listing::answer(args);
    }
    let parts = read(args)?;
    let mut question = Question::new(&parts.old, &parts.new);
    question.live = live(args)?;
    question.requires = requires(args)?;
    question.volatile.clone_from(&args.volatile);
    question.infers = args.infer;
    question.is_stack_live = args.stack == StackUse::Live;
    if args.stack == StackUse::Apart {
        question.stack_apart = StackApart::Pushed;
    }
    question.has_tail_calls = args.tail_calls;
    if let Some(name) = unknown_in_conditions(&question) {
        bail!(
            "cannot use --requires: `{name}` is neither a register, nor a flag, nor a constant of the code"
        );
    }
    if let Some(name) = unknown_volatile(&question) {
        bail!("cannot use --volatile: `{name}` is not a constant of the code; an address works in any case");
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let deadline =
        deadline::Deadline::after(Some(args.time_limit), &interrupted).context("cannot start a thread")?;
    let start = Instant::now();
    let progress = Progress::new();
    progress.show(|| "comparing".to_owned());
    let answer = cancellable(deadline.flag(), || compare(&question));
    let is_different =
        answer.as_ref().is_ok_and(|answer| matches!(answer.verdict, Verdict::Different { .. }));
    let with_tail_calls = (is_different && !args.tail_calls && can_have_tail_calls(&question)).then(|| {
        question.has_tail_calls = true;
        cancellable(deadline.flag(), || compare(&question)).ok()
    });
    drop(progress);
    let live: Vec<&str> = question.live.iter().map(|component| component.name).collect();
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    let answer = answer.map_err(|_| if is_interrupted { Reason::Interrupted } else { Reason::Time });
    let asked = report::Asked { args, parts: &parts, live };
    report::print(&asked, answer.as_ref(), with_tail_calls.flatten().as_ref(), start.elapsed())?;
    if is_interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(answer.is_ok_and(|answer| matches!(answer.verdict, Verdict::Same))))
}

fn read(args: &CompareArgs) -> Result<Parts> {
    let text = |path: &PathBuf| Disk.text(path, "code", LONGEST_SOURCE);
    let old = text(&args.old)?;
    let name = escape::source_name(&args.old);
    if let Some(path) = &args.new {
        let new = text(path)?;
        return fragments([(&name, old), (&escape::source_name(path), new)], args.processor());
    }
    let is_dashes = |line: &str| line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == b'-');
    let lines: Vec<&str> = old.lines().collect();
    let marks: Vec<usize> = (0..lines.len()).filter(|number| is_dashes(lines[*number])).collect();
    let [middle] = marks[..] else {
        bail!(
            "cannot find two parts in {}: write one line of dashes (---) between the old and the new code, or name a second file",
            escape::path(&args.old)
        );
    };
    // Empty lines keep the line numbers of the second part.
    let second = "\n".repeat(middle + 1) + &lines[middle + 1..].join("\n");
    fragments([(&name, lines[..middle].join("\n")), (&name, second)], args.processor())
}

fn fragments([(old_name, old), (new_name, new)]: [(&str, String); 2], processor: Processor) -> Result<Parts> {
    let (read_old, read_new) = match read_pair([(old_name, &old), (new_name, &new)], processor) {
        [Ok(old), Ok(new)] => (old, new),
        read => bail!(errors(read)),
    };
    let warnings = [&read_old, &read_new].into_iter().flat_map(|part| &part.warnings);
    warnings.for_each(|found| output::show(&diagnostic::render_source(found).with_line("")));
    // One part may be all that an optimizer has removed.
    if read_old.instructions.is_empty() && read_new.instructions.is_empty() {
        let files =
            if old_name == new_name { old_name.to_owned() } else { format!("{old_name} and {new_name}") };
        bail!("nothing to compare: no part in {files} has an instruction");
    }
    Ok(Parts {
        old: read_old,
        new: read_new,
        // Its lines before the second part are empty.
        new_text: new.trim_start_matches('\n').to_owned(),
        old_text: old,
    })
}

fn errors(read: [Result<Fragment, Failure>; 2]) -> Diagnostic {
    let mut all = Failure { diagnostics: Vec::new(), omitted: 0 };
    for failure in read.into_iter().filter_map(Result::err) {
        all.diagnostics.extend(failure.diagnostics);
        all.omitted += failure.omitted;
    }
    diagnostic::render_failure(&all)
}

/// Returns the registers and flags that are compared.
fn live(args: &CompareArgs) -> Result<Vec<Component>> {
    let list = |texts: &[String]| -> Result<Vec<Component>> {
        let names = texts.iter().flat_map(|text| text.split(' ')).filter(|name| !name.is_empty());
        let found: Vec<Vec<Component>> =
            names.map(|name| named(args.processor(), name)).collect::<Result<_, _>>()?;
        if found.is_empty() {
            bail!("the list is empty; leave the option out to compare everything");
        }
        Ok(found.concat())
    };
    let mut all = components(args.processor());
    if !args.live.is_empty() {
        let live = list(&args.live).context("cannot use --live")?;
        all.retain(|component| live.contains(component));
    }
    if !args.dead.is_empty() {
        let dead = list(&args.dead).context("cannot use --dead")?;
        all.retain(|component| !dead.contains(component));
    }
    Ok(all)
}

fn requires(args: &CompareArgs) -> Result<Vec<Condition>> {
    let mut all = Vec::new();
    for text in &args.requires {
        let read = conditions(text).map_err(|error| {
            let place = text.get(..error.at).map_or(0, |before| before.chars().count());
            anyhow!(
                "cannot use --requires: {}\n  {}\n  {}^",
                error.message,
                escape::line(text),
                " ".repeat(place)
            )
        })?;
        all.extend(read);
    }
    Ok(all)
}
