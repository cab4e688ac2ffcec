//! `rules`: proves or refutes the rules of peephole optimizers, on all cores.

mod judging;
mod sources;

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, anyhow, ensure};
use arcadian_files::{Files as _, LONGEST_SOURCE, escape};
use arcadian_isa::Processor;
use arcadian_peephole::rules::{
    Format, Head, Known, Place, Provenance, Report, RuleEntry, Status, VerdictName,
};
use arcadian_verify::suite::{self, Suite};
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus, output, pending::Pending, project},
    number::decimal,
    reports::{self, ShardArgs},
    terminal::{self, deadline},
};
use judging::Item;
use sources::NamedFile;

const RULES_HELP: &str = "\
The files are read as they are: peephole rules of SDCC and z88dk (replace { … } by { … } if …), copt (z88dk, Fuzix), patterns and lists of \
equivalent sequences of mdlz80optimizer, and .opt files of zxbasic. The format is guessed from the text. Below a folder, files are read \
whose names are those of rule files, or whose text is rules and nothing else.

A variable of a rule is tried with every register and operand that assembles; constants and labels stay unknown. Each instance is decided \
for every machine state, as `arcadian compare` does it. What the conditions of a rule mean is in docs/rules.md.

A rule is
  proven       for all its instances
  if ...       proven if something holds that no condition of the rule says: registers and flags are dead, or no pointer leads to
               what the code pushes, a routine takes nothing from the stack, or nothing else jumps to a label
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
  arcadian rules peeph.def --html report.html          a page to show
  arcadian rules src --write-known known.txt           a list of what is wrong now
  arcadian rules src --known known.txt                 fails only if that changes
  arcadian rules src --format sarif -o rules.sarif     also junit, tap and github
  arcadian rules src --shard 2/8 --json -o 2.json      the second of eight machines
  arcadian rules --join 1.json 2.json ...              the report of all of them

Exit status: 0 all rules that can match are proven, or what is wrong is known; 1 some are not proven, or a known finding has changed; \
2 nothing else is wrong, but not everything can be judged: bad arguments, a rule or a file that cannot be read, or nothing to judge: a file without a rule, none in a line of \
--line, or none that can match; 130 Ctrl-C.";

/// The arguments of `rules`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "See --help for the verdicts and examples.", after_long_help = RULES_HELP)]
pub struct RulesArgs {
    /// Rule files, and folders with rule files; - is standard input
    #[arg(value_name = "PATH", required_unless_present = "join", conflicts_with = "join")]
    pub files: Vec<PathBuf>,
    /// Syntax of the rules: sdcc, copt, mdl, equivalences or zxbasic [default: guessed]
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    pub dialect: Option<Format>,
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
    pub max_instances: usize,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Give up a rule after this many seconds [default: 60]
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = deadline::seconds)]
    pub stated_time_limit: Option<Duration>,
    /// The time limit, stated here or in the project.
    #[arg(skip = TIME)]
    pub time_limit: Duration,
    /// A list of known findings: only what is not in it, or has changed, counts as wrong
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Write the findings of this run as such a list; without --known they count as known
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "line"])]
    pub write_known: Option<PathBuf>,
    #[command(flatten)]
    pub division: ShardArgs,
    /// Format of the report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: FormatName,
    /// Report everything as one JSON object, as --format json does, with a line for each rule as soon as it is judged
    #[arg(long)]
    pub json: bool,
    /// Write the report to a file; the counts are still printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write the report as one page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Address of arcadian's web page, whose view Compare the report links to [default: arcadian.html beside the report, if it is there]
    #[arg(long, value_name = "ADDRESS", requires = "html", value_parser = page_address)]
    pub page: Option<String>,
}

/// The time limit for a rule if none is given.
const TIME: Duration = Duration::from_secs(60);

impl RulesArgs {
    /// Returns the arguments with what the project of the first file states. No rules are for the 6502.
    fn in_project(&self) -> Result<Self> {
        let is_6502 = self.stated_cpu == Some(Processor::Mos6502);
        ensure!(!is_6502, "--cpu takes 8080 or z80: no rules are for the 6502");
        let first = self.files.first().map_or(Path::new("-"), PathBuf::as_path);
        let project = project(first)?.unwrap_or_default();
        let cpu = project.defaults.cpu.filter(|cpu| *cpu != Processor::Mos6502);
        Ok(RulesArgs {
            cpu: self.stated_cpu.or(cpu).unwrap_or(Processor::Z80),
            time_limit: self.stated_time_limit.or(project.time_limit).unwrap_or(TIME),
            known: self.known.clone().or(project.known.filter(|_| self.write_known.is_none())),
            ..self.clone()
        })
    }
}

/// The name of a format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Test Anything Protocol, version 14
    Tap,
    /// XML of JUnit
    Junit,
    /// Static analysis results, version 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    // The option named the syntax of the rules before --dialect did.
    #[value(hide = true)]
    Sdcc,
    #[value(hide = true)]
    Copt,
    #[value(hide = true)]
    Mdl,
    #[value(hide = true)]
    Equivalences,
    #[value(hide = true)]
    Zxbasic,
}

/// A report in one piece, or in the lines of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Suite(suite::Format),
}

impl FormatName {
    fn dialect(self) -> Option<Format> {
        match self {
            FormatName::Sdcc => Some(Format::Sdcc),
            FormatName::Copt => Some(Format::Copt),
            FormatName::Mdl => Some(Format::Mdl),
            FormatName::Equivalences => Some(Format::Equivalences),
            FormatName::Zxbasic => Some(Format::Zxbasic),
            _ => None,
        }
    }
}

impl RulesArgs {
    fn form(&self) -> Form {
        match self.format {
            FormatName::Json => Form::Json,
            FormatName::Tap => Form::Suite(suite::Format::Tap),
            FormatName::Junit => Form::Suite(suite::Format::Junit),
            FormatName::Sarif => Form::Suite(suite::Format::Sarif),
            FormatName::Github => Form::Suite(suite::Format::Github),
            _ if self.json => Form::Json,
            _ => Form::Text,
        }
    }

    /// Returns the syntax of the rules, if the arguments name it.
    fn named_dialect(&self) -> Option<Format> {
        self.dialect.or(self.format.dialect())
    }

    /// Whether the report is written to standard output while rules are judged.
    fn is_streamed(&self) -> bool {
        self.output.is_none() && self.form() == Form::Text
    }

    fn selects(&self, line: usize) -> bool {
        self.line.is_empty() || self.line.contains(&line)
    }
}

fn dialect(name: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
    let names = || Format::ALL.map(Format::name).join(", ");
    found.ok_or_else(|| format!("the dialects are {}", names()))
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

pub fn run(args: &RulesArgs) -> Result<ExitStatus> {
    judge_files(&args.in_project()?)
}

/// The files that are written at the end, and the list of known findings.
struct Outputs {
    report: Option<Pending>,
    html: Option<Pending>,
    written: Option<Pending>,
    known: Option<(String, Known)>,
}

impl Outputs {
    fn new(args: &RulesArgs) -> Result<Outputs> {
        let pending = |path: &Option<PathBuf>| path.as_deref().map(Pending::new).transpose();
        Ok(Outputs {
            report: pending(&args.output)?,
            html: pending(&args.html)?,
            written: pending(&args.write_known)?,
            known: args.known.as_deref().map(read_known).transpose()?,
        })
    }
}

fn read_known(path: &Path) -> Result<(String, Known)> {
    let name = escape::path(path);
    let text = Disk.text(path, "known findings", LONGEST_SOURCE)?;
    let known = Known::read(&text).map_err(|error| anyhow!("cannot read {name}: {error}"))?;
    Ok((name, known))
}

fn judge_files(args: &RulesArgs) -> Result<ExitStatus> {
    ensure!(
        !args.json || matches!(args.form(), Form::Json),
        "--json and --format ask for different reports; leave one of them out"
    );
    if !args.division.join.is_empty() {
        let outputs = Outputs::new(args)?;
        let mut report = args.division.joined(Report::read, Report::join)?;
        ensure!(
            args.write_known.is_none() || report.head.left_out.is_empty(),
            "cannot write the findings of a run with --line: the list would lack those of the other rules; run `rules` without it"
        );
        if let Some((_, known)) = &outputs.known {
            report.rules.iter_mut().for_each(|rule| known.mark(rule));
        }
        let ids = report.rules.iter().map(|rule| &rule.id).chain(&report.head.left_out).cloned().collect();
        return finish(args, report, &ids, outputs, false);
    }
    let files = sources::read(args)?;
    files.iter().for_each(sources::show_errors);
    sources::check_selection(args, &files)?;
    let outputs = Outputs::new(args)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let (head, items) = sources::items(args, &files);
    let start = Instant::now();
    let (mut table, mut rules) = (Table { args, head: &head, file: None }, Vec::new());
    judging::judge_all(args, &items, &interrupted, &mut |item, judged| {
        let name = files.get(item.file).map_or("", |file| &file.name);
        let place = Place { file: name, position: item.position };
        let mut entry = match item.rule {
            Ok(rule) => RuleEntry::new(args.cpu, place, rule, &judged.judgement, judged.seconds),
            Err(error) => RuleEntry::unreadable(place, error),
        };
        if let Some((_, known)) = &outputs.known {
            known.mark(&mut entry);
        }
        table.rule(item, &entry)?;
        rules.push(entry);
        Ok(())
    })?;
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    if !is_interrupted {
        table.show_files(files.len())?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let report = Report { head: head.clone(), rules, changes: Vec::new(), is_interrupted, seconds };
    let ids = files.iter().flat_map(NamedFile::ids).collect();
    let status = finish(args, report, &ids, outputs, args.is_streamed())?;
    if is_interrupted {
        terminal::end_interrupted();
    }
    Ok(status)
}

/// Compares a report with the list of known findings, and writes it. `ids` are the stable names of all rules in the files.
fn finish(
    args: &RulesArgs,
    mut report: Report,
    ids: &BTreeSet<String>,
    outputs: Outputs,
    is_begun: bool,
) -> Result<ExitStatus> {
    let mut name = None;
    if let Some((list, known)) = &outputs.known {
        report.changes = known.changes(list, &report, ids);
        name = Some(list.as_str());
        for (file, count) in known.others(&report) {
            output::remark(&format!(
                "{list}: {} of {file}, which is not judged here",
                arcadian_files::count(count, "finding")
            ));
        }
    }
    if let (Some(written), false) = (outputs.written, report.is_interrupted) {
        written.finish(report.findings().as_bytes())?;
        if outputs.known.is_none() {
            report.rules.iter_mut().for_each(|rule| rule.known = !rule.verdict.is_fine());
            report.changes.clear();
        }
    }
    let text = match args.form() {
        Form::Text if is_begun => report.summary(args.cost, name),
        Form::Text => report.text(args.details, args.cost, name),
        Form::Json => report.json()?,
        Form::Suite(format) => Suite::from(&report).write(format),
    };
    reports::write(outputs.report, &text, &report.counts().to_string())?;
    if let (Some(html), Some(path)) = (outputs.html, &args.html) {
        let page = page(args, path);
        let command = command();
        let provenance = Provenance { date: &date(), command: &command, page: page.as_deref() };
        html.finish(report.page(&provenance).as_bytes())?;
    }
    show_empty(&report);
    Ok(match report.status() {
        Status::Holds => ExitStatus::Holds,
        Status::Fails => ExitStatus::Fails,
        Status::NotJudged => ExitStatus::Unjudged,
    })
}

/// Names the files of which no rule can match.
fn show_empty(report: &Report) {
    if let Some(part) =
        report.head.part.as_ref().filter(|_| report.rules.is_empty() && !report.is_interrupted)
    {
        output::note(&format!(
            "nothing to judge: no rule is in part {}; --join takes its report all the same",
            part.shard
        ));
    }
    if report.is_interrupted || report.head.part.is_some() {
        return;
    }
    let is_never = |rule: &RuleEntry| rule.verdict == VerdictName::NeverMatches;
    let cpu = &report.head.cpu;
    if report.rules.iter().all(is_never) {
        return output::note(&format!("nothing to judge: no rule matches code of the {cpu}"));
    }
    for (number, file) in report.head.files.iter().enumerate() {
        let mut rules = report.of_file(number).peekable();
        if rules.peek().is_some() && rules.all(is_never) {
            let name = escape::line(&file.name);
            output::remark(&format!("nothing to judge in {name}: no rule matches code of the {cpu}"));
        }
    }
}

/// Returns the address of arcadian's page: that of the arguments, or that of the page beside the report.
fn page(args: &RulesArgs, report: &Path) -> Option<String> {
    const PAGE: &str = "arcadian.html";
    if args.page.is_some() {
        return args.page.clone();
    }
    let is_there = !escape::is_stream(report) && report.with_file_name(PAGE).is_file();
    if !is_there {
        output::remark(&format!(
            "{} has no links to the view Compare, because {PAGE} is not beside it; --page gives its address",
            escape::output_path(report)
        ));
    }
    is_there.then(|| PAGE.to_owned())
}

/// Returns the command line of this run.
fn command() -> String {
    let words = env::args_os().skip(1).map(|word| escape::shell_word(&escape::os_text(&word)));
    ["arcadian".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns today's date, in UTC.
fn date() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    reports::date(now.as_secs() / 86_400)
}

/// The verdicts that are written while rules are judged.
struct Table<'a> {
    args: &'a RulesArgs,
    head: &'a Head,
    /// The last file whose line was written.
    file: Option<usize>,
}

impl Table<'_> {
    /// Writes a rule, and with --details what is wrong.
    fn rule(&mut self, item: &Item, rule: &RuleEntry) -> Result<()> {
        if !self.args.is_streamed() {
            return Ok(());
        }
        self.show_files(item.file + 1)?;
        let text = rule.lines(self.args.details);
        if rule.known { output::print(&text) } else { output::print_verdicts(&text) }
    }

    /// Writes the lines of the files before the one with this number.
    fn show_files(&mut self, end: usize) -> Result<()> {
        let first = self.file.map_or(0, |file| file + 1);
        if self.args.is_streamed() {
            for file in self.head.files.get(first..end).unwrap_or(&[]) {
                output::print(&file.line())?;
            }
            self.file = self.file.max(end.checked_sub(1));
        }
        Ok(())
    }
}
