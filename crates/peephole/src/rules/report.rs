//! The report about files of rules, which all formats show: what was judged, an entry for each rule, and the numbers. Its JSON is that of
//! `arcadian rules --json`; the JSON of the parts of a run is read again to join them.

pub(crate) mod json;
pub(crate) mod known;
pub(crate) mod page;
pub(crate) mod text;

use std::{collections::BTreeSet, fmt};

use arcadian_compare::{Component, words};
use arcadian_files::{
    escape,
    shard::{self, JoinError, Part},
};
use arcadian_isa::Processor;
use serde::{Deserialize, Serialize};

use crate::rules::{
    ask::StackUse,
    formats::RuleFile,
    instances::Instance,
    judge::{Example, Judgement, RuleVerdict},
    link::link,
    rule::{Format, Rule, RuleError},
    scope::Scope,
};

/// A report. In JSON its fields are those of [`Head`], `rules`, and those of [`Counts`].
#[derive(Clone, Debug)]
pub struct Report {
    pub head: Head,
    pub rules: Vec<RuleEntry>,
    /// How the rules differ from a list of known findings.
    pub changes: Vec<Change>,
    /// Whether the run ended before all rules were judged.
    pub is_interrupted: bool,
    pub seconds: f64,
}

/// What differs from a line of a list of known findings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The list, and its line.
    pub file: String,
    pub line: usize,
    pub text: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// What is judged, known before the first verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The version of arcadian.
    #[serde(skip_serializing)]
    pub arcadian: String,
    #[serde(skip_serializing)]
    pub command: String,
    pub cpu: String,
    /// The name of the file, if there is only one.
    pub file: Option<String>,
    pub files: Vec<FileEntry>,
    pub limits: Limits,
    /// The stable names of the rules in the files that this run does not judge: they begin in other lines than were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    #[serde(flatten)]
    pub part: Option<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The greatest number of instances of a rule.
    pub instances: usize,
    /// The seconds for a rule.
    pub seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    pub name: String,
    pub format: String,
    /// Whether the format was guessed from the text.
    pub guessed: bool,
    /// A digest of the text.
    pub digest: String,
    /// The number of rules that are judged, of all parts of a run.
    pub selected: usize,
    pub errors: Vec<ErrorEntry>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorEntry {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl FileEntry {
    pub fn new(
        name: &str,
        format: Format,
        is_guessed: bool,
        text: &str,
        file: &RuleFile,
        selected: usize,
    ) -> FileEntry {
        let error = |error: &RuleError| ErrorEntry {
            line: error.line,
            column: error.column,
            message: error.message.clone(),
        };
        FileEntry {
            name: name.to_owned(),
            format: format.name().to_owned(),
            guessed: is_guessed,
            digest: shard::Digest::of(text).name(),
            selected,
            errors: file.errors.iter().map(error).collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictName {
    Refuted,
    IfDead,
    SaysNothing,
    Shadowed,
    Undecided,
    Unreadable,
    NeverMatches,
    Proven,
}

/// The verdicts, the worst first: the word in JSON and in lists of findings, the words after a number, and what it means.
const VERDICTS: [(VerdictName, &str, &str, &str); 8] = [
    (
        VerdictName::Refuted,
        "refuted",
        "refuted",
        "From some state the new code does something else: memory, the place where the code continues, or what is observed outside \
         differs, or a register or flag that the rule does not declare unused.",
    ),
    (
        VerdictName::IfDead,
        "if_dead",
        "proven under a condition",
        "The same for every state, if something holds that no condition of the rule says: mostly that later code does not use some \
         registers or flags.",
    ),
    (
        VerdictName::SaysNothing,
        "says_nothing",
        "saying nothing",
        "The same only if nothing is used that the code to replace computes. Right and wrong rules would look alike.",
    ),
    (
        VerdictName::Shadowed,
        "shadowed",
        "shadowed",
        "Refuted, but earlier rules of the file rewrite every code for which it is wrong.",
    ),
    (
        VerdictName::Undecided,
        "undecided",
        "not decided",
        "Neither proven nor refuted within the limits, for the reason given.",
    ),
    (
        VerdictName::Unreadable,
        "unreadable",
        "not readable",
        "The rule could not be read, so it was not judged.",
    ),
    (
        VerdictName::NeverMatches,
        "never_matches",
        "never matching",
        "No code of the processor matches it: it is for another one.",
    ),
    (
        VerdictName::Proven,
        "proven",
        "proven",
        "For every state and every instance the new code does what the old code does.",
    ),
];

impl VerdictName {
    fn row(self) -> &'static (VerdictName, &'static str, &'static str, &'static str) {
        VERDICTS.iter().find(|(name, ..)| *name == self).unwrap_or(&VERDICTS[0])
    }

    /// Returns the word of the JSON and of lists of findings.
    pub fn word(self) -> &'static str {
        self.row().1
    }

    /// Returns the words in front of which a number stands.
    pub(crate) fn words(self) -> &'static str {
        self.row().2
    }

    pub fn named(word: &str) -> Option<VerdictName> {
        VERDICTS.iter().find(|(_, other, ..)| *other == word).map(|(name, ..)| *name)
    }

    /// Returns whether nothing is wrong with the rule on this processor.
    pub fn is_fine(self) -> bool {
        matches!(self, VerdictName::Proven | VerdictName::NeverMatches)
    }
}

/// A rule with its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RuleEntry {
    pub file: String,
    pub line: usize,
    /// The stable name, a digest of its text.
    pub id: String,
    /// The name that the file gives it; empty if it has none.
    pub name: String,
    pub verdict: VerdictName,
    /// Whether a list of known findings has it with this verdict.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub known: bool,
    pub instances: usize,
    /// The number of instances that are the same whatever holds.
    pub proven: usize,
    /// An instance that shows the verdict: the old code, a line of dashes, the new code.
    pub instance: Option<String>,
    /// A state from which its parts differ, in words.
    pub counterexample: Option<String>,
    /// What is wrong with the rule, in words.
    pub why: Option<String>,
    /// The verdict in words.
    pub text: String,
    pub limited: Option<String>,
    /// The registers and flags that must be dead, and those of which a condition could say so.
    pub dead: Vec<String>,
    pub unstated: Vec<String>,
    /// The labels to which nothing else may jump.
    pub sole_labels: BTreeSet<String>,
    pub stack_apart: bool,
    pub tail_calls: bool,
    pub needed_for: Option<ScopeEntry>,
    pub refuted_for: Option<ScopeEntry>,
    /// The reason that the rule never matches, is not decided or cannot be read.
    pub reason: Option<String>,
    pub example: Option<ExampleEntry>,
    /// The instances for which the new code has the most bytes, or takes the most cycles, more than the old one.
    pub longer: Option<Cost>,
    pub slower: Option<Cost>,
    /// The rule as the file has it.
    pub source: String,
    /// The time that it took.
    pub seconds: f64,
    /// Its place in the whole run, from 0.
    pub position: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScopeEntry {
    variable: String,
    operands: BTreeSet<String>,
    text: String,
    proven_instances: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExampleEntry {
    old: String,
    new: String,
    answer: String,
    counterexample: serde_json::Value,
    text: String,
    /// The part of an address that opens the example in the view Compare of the page.
    link: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cost {
    more: i64,
    /// The code to replace.
    code: String,
}

/// Where a rule is: its file, and its place in the run.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub file: &'a str,
    pub position: usize,
}

impl RuleEntry {
    pub fn new(
        processor: Processor,
        place: Place,
        rule: &Rule,
        judgement: &Judgement,
        seconds: f64,
    ) -> RuleEntry {
        let verdict = match &judgement.verdict {
            RuleVerdict::Proven => VerdictName::Proven,
            RuleVerdict::If(..) => VerdictName::IfDead,
            RuleVerdict::Refuted(_) => VerdictName::Refuted,
            RuleVerdict::SaysNothing(_) => VerdictName::SaysNothing,
            RuleVerdict::Shadowed(..) => VerdictName::Shadowed,
            RuleVerdict::NeverMatches(_) => VerdictName::NeverMatches,
            RuleVerdict::NotDecided(_) => VerdictName::Undecided,
        };
        let (proviso, found) = match &judgement.verdict {
            RuleVerdict::If(proviso, _) => (Some(proviso), None),
            RuleVerdict::Refuted(found) | RuleVerdict::SaysNothing(found) => {
                (Some(&found.proviso), Some(found))
            }
            _ => (None, None),
        };
        let reason = match &judgement.verdict {
            RuleVerdict::NeverMatches(reason) | RuleVerdict::NotDecided(reason) => Some(escaped(reason)),
            _ => None,
        };
        let stack = proviso.map_or(StackUse::default(), |proviso| proviso.stack);
        let example = judgement.verdict.example().map(|example| ExampleEntry::of(processor, example));
        let cost = |cost: &Option<(i64, Instance)>| {
            cost.as_ref().map(|(more, instance)| {
                let lines: Vec<&str> = instance.old.lines().map(str::trim).collect();
                Cost { more: *more, code: escaped(&lines.join("; ")) }
            })
        };
        let text = escaped(&judgement.text(processor));
        RuleEntry {
            verdict,
            instances: judgement.instances,
            proven: judgement.proven,
            instance: example.as_ref().map(ExampleEntry::code),
            counterexample: example.as_ref().map(|example| example.text.clone()),
            why: (verdict != VerdictName::Proven).then(|| text.clone()),
            text,
            limited: judgement.limited.clone(),
            dead: proviso.map_or(Vec::new(), |proviso| names(&proviso.dead)),
            unstated: found.map_or(Vec::new(), |found| names(&found.unstated)),
            sole_labels: {
                let unstated = found.iter().flat_map(|found| &found.sole);
                unstated.chain(proviso.iter().flat_map(|proviso| &proviso.sole)).cloned().collect()
            },
            stack_apart: stack.is_apart,
            tail_calls: stack.has_tail_calls,
            needed_for: proviso.and_then(|proviso| proviso.scope.as_ref()).map(ScopeEntry::of),
            refuted_for: found.and_then(|found| found.scope.as_ref()).map(ScopeEntry::of),
            reason,
            example,
            longer: cost(&judgement.longer),
            slower: cost(&judgement.slower),
            seconds,
            ..RuleEntry::plain(place, rule.line, rule.id(), &rule.name, &rule.text)
        }
    }

    /// Returns the entry of a rule that cannot be read.
    pub fn unreadable(place: Place, error: &RuleError) -> RuleEntry {
        let text = escaped(&format!("not readable: {}", error.message));
        let source = if error.rule.is_empty() { &error.text } else { &error.rule };
        RuleEntry {
            why: Some(text.clone()),
            text,
            reason: Some(escaped(&error.message)),
            ..RuleEntry::plain(place, error.line, error.id(), "", source)
        }
    }

    fn plain(
        Place { file, position }: Place,
        line: usize,
        id: String,
        name: &str,
        source: &str,
    ) -> RuleEntry {
        RuleEntry {
            file: file.to_owned(),
            line,
            id,
            name: name.to_owned(),
            verdict: VerdictName::Unreadable,
            known: false,
            instances: 0,
            proven: 0,
            instance: None,
            counterexample: None,
            why: None,
            text: String::new(),
            limited: None,
            dead: Vec::new(),
            unstated: Vec::new(),
            sole_labels: BTreeSet::new(),
            stack_apart: false,
            tail_calls: false,
            needed_for: None,
            refuted_for: None,
            reason: None,
            example: None,
            longer: None,
            slower: None,
            source: source.to_owned(),
            seconds: 0.0,
            position,
        }
    }

    /// Returns whether it makes the run fail.
    pub fn is_wrong(&self) -> bool {
        !self.known && !self.verdict.is_fine()
    }

    /// Returns file and line.
    pub fn place(&self) -> String {
        format!("{}:{}", escape::line(&self.file), self.line)
    }
}

fn escaped(text: &str) -> String {
    escape::line(text).into_owned()
}

fn names(components: &[Component]) -> Vec<String> {
    components.iter().map(|component| component.name.to_owned()).collect()
}

impl ScopeEntry {
    fn of(scope: &Scope) -> ScopeEntry {
        ScopeEntry {
            variable: scope.variable.clone(),
            operands: scope.operands.clone(),
            text: scope.text(),
            proven_instances: scope.others,
        }
    }
}

impl ExampleEntry {
    fn of(processor: Processor, example: &Example) -> ExampleEntry {
        ExampleEntry {
            old: example.instance.old.clone(),
            new: example.instance.new.clone(),
            answer: example.answer.clone(),
            // A value of strings, numbers and lists is always JSON.
            counterexample: serde_json::to_value(&example.counterexample).unwrap_or_default(),
            text: words::example(&example.counterexample).trim().to_owned(),
            link: link(processor, &example.instance),
        }
    }

    /// Returns both parts, as `arcadian compare` reads them.
    fn code(&self) -> String {
        format!("{}---\n{}", self.old, self.new).replace('\t', "    ")
    }
}

/// The numbers of rules by their verdicts.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Whether nothing is wrong with the rules that can match, and there is one.
    #[serde(skip)]
    pub ok: bool,
    proven: usize,
    conditional: usize,
    refuted: usize,
    /// Refuted rules that are proven for some operands.
    #[serde(rename = "refuted_for_some_operands")]
    partly: usize,
    #[serde(rename = "say_nothing")]
    nothing: usize,
    shadowed: usize,
    #[serde(rename = "never_match")]
    never: usize,
    not_decided: usize,
    unreadable: usize,
    /// Rules with a verdict that a list of known findings has.
    #[serde(default, skip_serializing_if = "is_zero")]
    known: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Counts {
    fn of(rules: &[RuleEntry]) -> Counts {
        let mut counts = Counts::default();
        for rule in rules {
            counts.partly += usize::from(rule.verdict == VerdictName::Refuted && rule.refuted_for.is_some());
            counts.known += usize::from(rule.known);
            *match rule.verdict {
                VerdictName::Proven => &mut counts.proven,
                VerdictName::IfDead => &mut counts.conditional,
                VerdictName::Refuted => &mut counts.refuted,
                VerdictName::SaysNothing => &mut counts.nothing,
                VerdictName::Shadowed => &mut counts.shadowed,
                VerdictName::NeverMatches => &mut counts.never,
                VerdictName::Undecided => &mut counts.not_decided,
                VerdictName::Unreadable => &mut counts.unreadable,
            } += 1;
        }
        counts
    }

    fn by_verdict(&self) -> [(VerdictName, usize); 8] {
        [
            (VerdictName::Proven, self.proven),
            (VerdictName::IfDead, self.conditional),
            (VerdictName::Refuted, self.refuted),
            (VerdictName::SaysNothing, self.nothing),
            (VerdictName::Shadowed, self.shadowed),
            (VerdictName::NeverMatches, self.never),
            (VerdictName::Undecided, self.not_decided),
            (VerdictName::Unreadable, self.unreadable),
        ]
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All rules that can match are proven, or their findings are known.
    Holds,
    /// Something does not hold, or is not decided.
    Fails,
    /// Nothing is refuted, but not everything can be judged: a rule cannot be read, or no rule can match.
    NotJudged,
}

impl Report {
    pub fn status(&self) -> Status {
        let wrong: Vec<VerdictName> =
            self.rules.iter().filter(|rule| rule.is_wrong()).map(|rule| rule.verdict).collect();
        // Another part of the run may have rules that match.
        let is_empty = self.head.part.is_none()
            && self.rules.iter().all(|rule| rule.verdict == VerdictName::NeverMatches);
        match () {
            () if !self.changes.is_empty() => Status::Fails,
            () if wrong.iter().any(|verdict| *verdict != VerdictName::Unreadable) => Status::Fails,
            () if !wrong.is_empty() || is_empty => Status::NotJudged,
            () => Status::Holds,
        }
    }

    pub fn is_right(&self) -> bool {
        self.status() == Status::Holds && !self.is_interrupted
    }

    pub fn counts(&self) -> Counts {
        Counts { ok: self.is_right(), ..Counts::of(&self.rules) }
    }

    /// Returns the entries of a file.
    pub fn of_file(&self, file: usize) -> impl Iterator<Item = &RuleEntry> {
        let name = self.head.files.get(file).map(|file| &file.name);
        self.rules.iter().filter(move |rule| Some(&rule.file) == name)
    }

    /// Returns the report of a whole run from those of its parts, which have the names of their files.
    pub fn join(parts: Vec<(String, Report)>) -> Result<Report, JoinError> {
        let heads: Vec<(String, Head)> =
            parts.iter().map(|(name, report)| (name.clone(), report.head.clone())).collect();
        let seconds = parts.iter().map(|(_, report)| report.seconds).sum();
        let changes = joined_changes(parts.iter().flat_map(|(_, report)| &report.changes));
        if let Some((name, _)) = parts.iter().find(|(_, report)| report.is_interrupted) {
            return Err(JoinError::Interrupted(name.clone()));
        }
        let items = parts.into_iter().map(|(name, report)| {
            let rules = report.rules.into_iter().map(|rule| (rule.position, rule)).collect();
            (name, report.head.part, rules)
        });
        let rules = shard::join(items.collect())?;
        let mut heads = heads.into_iter().map(|(name, head)| (name, Head { part: None, ..head }));
        let Some((name, head)) = heads.next() else { return Err(JoinError::Changed(0, 0)) };
        match heads.find(|(_, other)| *other != head) {
            Some((other, _)) => Err(JoinError::OtherRun(name, other)),
            None => Ok(Report { head, rules, changes, is_interrupted: false, seconds }),
        }
    }
}

/// Returns the changes that parts report, one for each line of the list. A part without the rule that is there now says that the line is not
/// in the files any more, and the part that has the rule says *has another text now*, which comes first.
fn joined_changes<'a>(changes: impl Iterator<Item = &'a Change>) -> Vec<Change> {
    let mut all: Vec<&Change> = changes.collect();
    all.sort_by_key(|change| (&change.file, change.line, &change.text));
    all.dedup_by_key(|change| (&change.file, change.line));
    all.into_iter().cloned().collect()
}
