//! The report, as text and as JSON.

use std::fmt::Write;

use arcadian_compare::{list, words};
use arcadian_files::escape;
use arcadian_peephole::rules::{Instance, Rule};

use super::{
    NamedFile, RulesArgs,
    judge::{Example, Judged, Refutation, RuleVerdict},
};

/// The verdicts about all rules.
pub struct Report<'a> {
    pub args: &'a RulesArgs,
    pub files: &'a [NamedFile],
    /// For each file its rules.
    pub judged: &'a [Vec<Judged>],
}

/// Returns a verdict in words.
pub fn verdict(args: &RulesArgs, judged: &Judged) -> String {
    let count = format!("{} instance{}", judged.instances, if judged.instances == 1 { "" } else { "s" });
    let limit = judged.limited.as_ref().map(|limit| format!("; {limit}")).unwrap_or_default();
    let text = match &judged.verdict {
        RuleVerdict::Proven => format!("proven ({count}{limit})"),
        RuleVerdict::If(proviso, _) => {
            format!("proven if {} ({count}{limit})", proviso.text(args.cpu).unwrap_or_default())
        }
        RuleVerdict::Refuted(refutation) => refuted(args, "refuted", "no condition says", refutation),
        RuleVerdict::SaysNothing(refutation) => {
            refuted(args, "says nothing", "is all that the code computes", refutation)
        }
        RuleVerdict::NeverMatches(reason) => format!("never matches: {reason}"),
        RuleVerdict::Shadowed(line, example) => {
            format!("shadowed by the rule in line {line}; refuted: {}", example.answer)
        }
        RuleVerdict::NotDecided(reason) => format!("not decided: {reason}"),
    };
    escape::line(&text).into_owned()
}

fn refuted(args: &RulesArgs, word: &str, why: &str, refutation: &Refutation) -> String {
    let Refutation { example, unstated, scope, proviso, .. } = refutation;
    let what = match &unstated[..] {
        [] => example.answer.clone(),
        _ => format!("{} must be dead, which {why}", list(args.cpu, unstated)),
    };
    let Some(scope) = scope else { return format!("{word}: {what}") };
    let condition = proviso.text(args.cpu).map(|text| format!(" if {text}")).unwrap_or_default();
    let count = format!("{} other instance{}", scope.others, if scope.others == 1 { "" } else { "s" });
    format!("{word} {}: {what}; proven{condition} for the {count}", scope.text())
}

/// Returns an instance and its counterexample.
pub fn details(example: &Example) -> String {
    let mut text = String::new();
    let _ = writeln!(text);
    for line in code(&example.instance).lines() {
        let _ = writeln!(text, "        {}", escape::line(line));
    }
    for line in words::example(&example.counterexample).lines() {
        let line = format!("        {}", escape::line(line));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text);
    text
}

/// Returns both parts of an instance, as `arcadian compare` reads them.
pub fn code(instance: &Instance) -> String {
    let part = |code: &str| code.replace('\t', "    ");
    format!("{}---\n{}", part(&instance.old), part(&instance.new))
}

/// The numbers of rules with each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub proven: usize,
    pub conditional: usize,
    pub refuted: usize,
    /// Refuted rules that are proven for some operands.
    pub partly: usize,
    pub nothing: usize,
    pub shadowed: usize,
    pub never: usize,
    pub not_decided: usize,
    pub unreadable: usize,
}

impl Report<'_> {
    /// Whether no rule was judged: there is none, or none can match.
    pub fn is_empty(&self) -> bool {
        let is_judged = |judged: &Judged| !matches!(judged.verdict, RuleVerdict::NeverMatches(_));
        !self.judged.iter().flatten().any(is_judged)
    }

    /// Returns the numbers for all files.
    pub fn counts(&self) -> Counts {
        let unreadable = self.files.iter().map(|file| file.file.errors.len()).sum();
        let mut counts = Counts { unreadable, ..Counts::default() };
        for judged in self.judged.iter().flatten() {
            let is_partly = matches!(&judged.verdict, RuleVerdict::Refuted(found) if found.scope.is_some());
            counts.partly += usize::from(is_partly);
            *match judged.verdict {
                RuleVerdict::Proven => &mut counts.proven,
                RuleVerdict::If(..) => &mut counts.conditional,
                RuleVerdict::Refuted(_) => &mut counts.refuted,
                RuleVerdict::SaysNothing(_) => &mut counts.nothing,
                RuleVerdict::NeverMatches(_) => &mut counts.never,
                RuleVerdict::Shadowed(..) => &mut counts.shadowed,
                RuleVerdict::NotDecided(_) => &mut counts.not_decided,
            } += 1;
        }
        counts
    }

    /// Returns each judged rule with its file.
    pub fn rules(&self) -> impl Iterator<Item = (&NamedFile, &Rule, &Judged)> {
        self.files.iter().zip(self.judged).flat_map(|(file, judged)| {
            let selected = file.file.rules.iter().filter(|rule| super::is_selected(self.args, rule));
            selected.zip(judged).map(move |(rule, judged)| (file, rule, judged))
        })
    }

    pub fn summary(&self) -> String {
        let costs = if self.args.cost { self.costs() } else { String::new() };
        format!("{costs}{}\n", self.counts())
    }

    /// Lists the rules that make code longer or slower.
    fn costs(&self) -> String {
        let mut text = "longer or slower code:\n".to_owned();
        for (file, rule, judged) in self.rules() {
            for (what, cost) in [("bytes", &judged.longer), ("cycles", &judged.slower)] {
                if let Some((more, instance)) = cost {
                    let first = instance.old.lines().map(str::trim).collect::<Vec<_>>().join("; ");
                    let line = format!("{}:{}: {more} {what} more, for {first}", file.name, rule.line);
                    let _ = writeln!(text, "  {}", escape::line(&line));
                }
            }
        }
        text
    }
}

impl Counts {
    pub fn is_all_proven(self) -> bool {
        let others =
            [self.conditional, self.refuted, self.nothing, self.shadowed, self.not_decided, self.unreadable];
        others.iter().sum::<usize>() == 0 && self.proven > 0
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts {
            proven,
            conditional,
            refuted,
            partly,
            nothing,
            shadowed,
            never,
            not_decided,
            unreadable,
        } = self;
        write!(f, "{proven} proven, {conditional} proven under a condition, {refuted} refuted")?;
        if *partly > 0 {
            write!(f, " ({partly} only for some operands)")?;
        }
        if *nothing > 0 {
            write!(f, ", {nothing} saying nothing")?;
        }
        write!(
            f,
            ", {shadowed} shadowed, {never} never matching, {not_decided} not decided, {unreadable} not readable"
        )
    }
}
