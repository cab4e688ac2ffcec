//! `rules`: proves or refutes the rules of peephole optimizers, on all cores.

mod report;

use std::{
    collections::BTreeMap,
    io::{IsTerminal, stderr},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arcadian_compare::{Answer, Question, compare};
use arcadian_files::{Files as _, LONGEST_SOURCE, diagnostic, escape};
use arcadian_isa::Processor;
use arcadian_peephole::rules::{
    EarlierRules, Format, Judgement, Options, Outcome, Rule, RuleFile, RuleVerdict, judge, read,
};
use arcadian_proof::cancellable;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    files::{Disk, ExitStatus, output, pending::Pending, project},
    number::decimal,
    terminal::{
        self,
        deadline::{self, Deadline},
    },
};
use report::Table;

const RULES_HELP: &str = "\
The files are read as they are: peephole rules of SDCC and z88dk (replace { … } by { … } if …), copt (z88dk, Fuzix), patterns and lists of \
equivalent sequences of mdlz80optimizer, and .opt files of zxbasic. The format is guessed from the text.

A variable of a rule is tried with every register and operand that assembles; constants and labels stay unknown. Each instance is decided \
for every machine state, as `arcadian compare` does it. What the conditions of a rule mean is in docs/rules.md.

A rule is
  proven       for all its instances
  if ...       proven if something holds that no condition of the rule says: registers and flags are dead, or no pointer leads to
               what the code pushes, or a routine takes nothing from the stack
  says nothing all that the code computes must be dead, which no condition says
  refuted      memory, the place where the code continues, or what is observed outside differs, or something must be dead that the
               rules of the format state (registers; for mdl and equivalences also flags); if only for some operands, it says for
               which ones, and the rule is proven for all others
  shadowed     refuted, but an earlier rule of the file always rewrites the refuted code first
  never matching
               no code of the processor matches it
  not decided  with the reason

Examples:
  arcadian rules peeph.def
  arcadian rules z80rules.1 z80rules.2 --details       with instances and counterexamples
  arcadian rules peeph.def --cost                      also rules that make code longer or slower
  arcadian rules peeph.def --html report.html

Exit status: 0 all rules that can match are proven; 1 some are not, or cannot be read; 2 bad arguments, unreadable files, or nothing to \
judge: a file without a rule, none in a line of --line, or none that can match.";

/// The arguments of `rules`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "See --help for the verdicts and examples.", after_long_help = RULES_HELP)]
pub struct RulesArgs {
    /// Rule files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Format: sdcc, copt, mdl, equivalences or zxbasic [default: guessed]
    #[arg(long, value_name = "NAME", value_parser = format)]
    pub format: Option<Format>,
    /// Processor that the rules are for: 8080 or z80 [default: z80]
    #[arg(long = "cpu", value_name = "NAME")]
    pub stated_cpu: Option<Processor>,
    /// The processor, stated here or in the project.
    #[arg(skip = Processor::Z80)]
    pub cpu: Processor,
    /// Show instances and counterexamples of what is not proven
    #[arg(long)]
    pub details: bool,
    /// List the rules that make code longer or slower
    #[arg(long)]
    pub cost: bool,
    /// Only the rules that begin in this line; may be repeated
    #[arg(long, value_name = "N", value_parser = decimal::<usize>(1..=10_000_000))]
    pub line: Vec<usize>,
    /// Greatest number of instances of a rule
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = decimal::<usize>(1..=1_000_000))]
    pub instances: usize,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Give up a rule after this many seconds [default: 120]
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = deadline::seconds)]
    pub stated_time_limit: Option<Duration>,
    /// The time limit, stated here or in the project.
    #[arg(skip = TIME)]
    pub time_limit: Duration,
    /// Write a report as one page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Address of the web page, whose view Compare the report links to; the default is the page beside the report
    #[arg(long, value_name = "ADDRESS", default_value = "arcadian.html", requires = "html", value_parser = page_address)]
    pub page: String,
    /// Report everything as one JSON object, with a line for each rule as soon as it is judged
    #[arg(long)]
    pub json: bool,
}

/// The time limit for a rule if none is given.
const TIME: Duration = Duration::from_secs(120);

impl RulesArgs {
    /// Returns the arguments with what the project of the first file states. No rules are for the 6502.
    fn in_project(&self) -> Result<Self> {
        let first = self.files.first().map_or(Path::new("-"), PathBuf::as_path);
        let project = project(first)?.unwrap_or_default();
        let cpu = project.defaults.cpu.filter(|cpu| *cpu != Processor::Mos6502);
        Ok(RulesArgs {
            cpu: self.stated_cpu.or(cpu).unwrap_or(Processor::Z80),
            time_limit: self.stated_time_limit.or(project.time_limit).unwrap_or(TIME),
            ..self.clone()
        })
    }
}

fn format(name: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
    let names = || Format::ALL.map(Format::name).join(", ");
    found.ok_or_else(|| format!("the formats are {}", names()))
}

/// Parses the address of the page: a path, or a web address.
fn page_address(text: &str) -> Result<String, String> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_safe = scheme.is_none_or(|scheme| ["http", "https", "file"].contains(&scheme.as_str()));
    let is_plain = !text.is_empty() && !text.contains(['#', ' ']) && !text.chars().any(char::is_control);
    if is_safe && is_plain {
        Ok(text.to_owned())
    } else {
        Err("an address is a path, or begins with https:, http: or file:, and has no # and no blank"
            .to_owned())
    }
}

pub struct NamedFile {
    pub name: String,
    pub format: Format,
    pub file: RuleFile,
}

pub fn run(args: &RulesArgs) -> Result<ExitStatus> {
    output::with_json_error(args.json, || judge_files(&args.in_project()?))
}

fn judge_files(args: &RulesArgs) -> Result<ExitStatus> {
    let html = args.html.as_deref().map(Pending::new).transpose()?;
    let files: Vec<NamedFile> = args.files.iter().map(|path| read_file(args, path)).collect::<Result<_>>()?;
    files.iter().for_each(show_errors);
    check_selection(args, &files)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let (mut judged, mut table) = (Vec::new(), Table::new(args));
    for file in &files {
        let rules: Vec<&Rule> = file.file.rules.iter().filter(|rule| is_selected(args, rule)).collect();
        table.begin_file(file, rules.len())?;
        let show = &mut |rule: &Rule, verdict: &Judgement| table.rule(rule, verdict);
        judged.push(judge_all(args, &rules, &interrupted, show)?);
        table.end_file()?;
    }
    let report = report::Report { args, files: &files, judged: &judged };
    table.end(&report)?;
    if let Some(html) = html {
        html.finish(report::page(&report).as_bytes())?;
    }
    if report.is_empty() {
        output::note(&format!("nothing to judge: no rule matches code of the {}", args.cpu));
        return Ok(ExitStatus::NothingToDo);
    }
    let never = |judged: &[Judgement]| {
        !judged.is_empty()
            && judged.iter().all(|judged| matches!(judged.verdict, RuleVerdict::NeverMatches(_)))
    };
    for (file, _) in files.iter().zip(&judged).filter(|(_, judged)| never(judged)) {
        output::note(&format!("nothing to judge in {}: no rule matches code of the {}", file.name, args.cpu));
    }
    let is_read = files.iter().all(|file| file.file.errors.is_empty());
    Ok(ExitStatus::of(is_read && judged.iter().flatten().all(|judged| judged.verdict.is_proven())))
}

/// Checks that there is something to judge in each file, and in each line that is selected.
fn check_selection(args: &RulesArgs, files: &[NamedFile]) -> Result<()> {
    // The rules of a file that names others may be there.
    let is_empty = |file: &&NamedFile| file.file.rules.is_empty() && file.file.includes.is_empty();
    let empty: Vec<&NamedFile> = files.iter().filter(is_empty).collect();
    let has_rules = files.iter().any(|file| !file.file.rules.is_empty());
    if !empty.is_empty() || !has_rules {
        let named = if has_rules { empty } else { files.iter().collect() };
        let names: Vec<&str> = named.iter().map(|file| file.name.as_str()).collect();
        let are_wrong = named.iter().any(|file| !file.file.errors.is_empty());
        bail!(
            "nothing to judge: {} {} no rule{}",
            names.join(", "),
            if names.len() == 1 { "has" } else { "have" },
            if are_wrong { " that can be read" } else { "" }
        );
    }
    let lines: Vec<usize> = files.iter().flat_map(|file| &file.file.rules).map(|rule| rule.line).collect();
    if let Some(wrong) = args.line.iter().find(|line| !lines.contains(line)) {
        let before = lines.iter().filter(|line| *line < wrong).max();
        let after = lines.iter().filter(|line| *line > wrong).min();
        let near: Vec<String> = before.into_iter().chain(after).map(ToString::to_string).collect();
        bail!(
            "nothing to judge: no rule begins in line {wrong}; the nearest begin in line {}",
            near.join(" and ")
        );
    }
    for file in files.iter().filter(|file| !file.file.rules.iter().any(|rule| is_selected(args, rule))) {
        output::note(&format!("nothing to judge in {}: no rule begins in a line of --line", file.name));
    }
    Ok(())
}

fn is_selected(args: &RulesArgs, rule: &Rule) -> bool {
    args.line.is_empty() || args.line.contains(&rule.line)
}

fn read_file(args: &RulesArgs, path: &Path) -> Result<NamedFile> {
    let text = Disk.text(path, "rules", LONGEST_SOURCE)?;
    let format = args.format.unwrap_or_else(|| Format::guess(&text));
    Ok(NamedFile { name: escape::source_name(path), format, file: read(format, &text) })
}

fn show_errors(file: &NamedFile) {
    for error in &file.file.errors {
        let place =
            |column: usize| error.text.char_indices().nth(column).map_or(error.text.len(), |(at, _)| at);
        let start = place(error.column.saturating_sub(1));
        let span = start..place(error.column.saturating_sub(1) + error.length);
        let rendered =
            diagnostic::render_in_line(&file.name, error.line, &error.text, span, &error.message, None);
        output::show(&rendered.with_line(""));
    }
    for (line, name) in &file.file.includes {
        output::note(&format!(
            "{}:{line}: {} is not read; name it as a file of its own",
            file.name,
            escape::line(name)
        ));
    }
}

/// The least time that a comparison may take, and in how many of them the time of a rule is divided otherwise: of a rule with many instances
/// one that takes long must not take it all.
const COMPARISON: Duration = Duration::from_secs(5);
const COMPARISONS: u32 = 24;

/// Judges rules. `show` gets each verdict, in the order of the rules.
pub fn judge_all(
    args: &RulesArgs,
    rules: &[&Rule],
    interrupted: &Arc<AtomicBool>,
    show: &mut dyn FnMut(&Rule, &Judgement) -> Result<()>,
) -> Result<Vec<Judgement>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut judged = Vec::new();
    let progress = Progress::new(rules.len());
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !interrupted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(number) else { return };
                    let (outcome, verdict) = judge_rule(args, rule, interrupted);
                    if sender.send((number, outcome, verdict)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut earlier) = (BTreeMap::new(), EarlierRules::default());
        for (number, outcome, verdict) in receiver {
            progress.advance();
            waiting.insert(number, (outcome, verdict));
            while let Some((outcome, mut verdict)) = waiting.remove(&judged.len()) {
                // What was judged after Ctrl-C was not judged to its end.
                let Some(rule) = rules.get(judged.len()).filter(|_| !interrupted.load(Ordering::Relaxed))
                else {
                    break;
                };
                earlier.mark(&mut verdict);
                earlier.add(rule.line, outcome);
                progress.suspend(|| show(rule, &verdict))?;
                judged.push(verdict);
            }
        }
        Ok(())
    })?;
    if interrupted.load(Ordering::Relaxed) {
        drop(progress);
        terminal::end_interrupted();
    }
    Ok(judged)
}

/// Judges a rule until its time is over.
fn judge_rule(args: &RulesArgs, rule: &Rule, interrupted: &Arc<AtomicBool>) -> (Outcome, Judgement) {
    let start = Instant::now();
    let left = || args.time_limit.saturating_sub(start.elapsed());
    let deadline = match Deadline::after(Some(args.time_limit), interrupted) {
        Ok(deadline) => deadline,
        Err(error) => {
            let reason = format!("cannot start a thread: {error}");
            return (Outcome::NotDecided(reason.clone()), Judgement::of(RuleVerdict::NotDecided(reason)));
        }
    };
    let options = Options { processor: args.cpu, most: args.instances, cancel: Some(deadline.flag()) };
    judge(rule, &options, &mut |question| {
        within_time(left().min(COMPARISON.max(args.time_limit / COMPARISONS)), question, interrupted)
    })
}

fn within_time(limit: Duration, question: &Question, interrupted: &Arc<AtomicBool>) -> Option<Answer> {
    if limit.is_zero() {
        return None;
    }
    let deadline = Deadline::after(Some(limit), interrupted).ok()?;
    cancellable(deadline.flag(), || compare(question)).ok()
}

/// The number of rules that are judged, shown if standard error is a terminal.
struct Progress(ProgressBar);

impl Progress {
    fn new(rules: usize) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new(rules as u64) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{pos}/{len} rules {wide_bar} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress(bar)
    }

    fn advance(&self) {
        self.0.inc(1);
    }

    /// Hides the line while `print` runs.
    fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
