//! Rules of peephole optimizers as test cases.

use std::path::PathBuf;

use arcadian_files::escape;
use arcadian_peephole::rules::{Change, Report, RuleEntry, VerdictName};

use super::{Case, Status, Subject, Suite};

impl From<&Report> for Suite {
    fn from(report: &Report) -> Suite {
        let rules = report.rules.iter().map(|rule| case(rule, &report.head.cpu));
        let cases = rules.chain(report.changes.iter().map(changed)).collect();
        Suite { cases, subject: Subject::Rules, part: report.head.part.clone() }
    }
}

/// Returns the case of a rule. Its name stays when the rule moves.
fn case(rule: &RuleEntry, processor: &str) -> Case {
    let status = match rule.verdict {
        VerdictName::Proven | VerdictName::NeverMatches => Status::Passed,
        _ if rule.known => Status::Known,
        VerdictName::Refuted | VerdictName::IfDead | VerdictName::SaysNothing | VerdictName::Shadowed => {
            Status::Failed
        }
        VerdictName::Undecided => Status::Undecided,
        VerdictName::Unreadable => Status::Invalid,
    };
    let name = if rule.name.is_empty() { rule.id.clone() } else { format!("{} ({})", rule.name, rule.id) };
    let mut details = format!("{}\n", rule.source);
    for part in [&rule.instance, &rule.counterexample].into_iter().flatten() {
        details += &format!("\n{part}\n");
    }
    Case {
        file: PathBuf::from(&rule.file),
        name: escape::line(&name).into_owned(),
        processor: Some(processor.to_owned()),
        line: rule.line,
        status,
        seconds: rule.seconds,
        message: rule.text.clone(),
        details: escape::text(&details).into_owned(),
        id: Some(rule.id.clone()),
        position: rule.position,
    }
}

/// Returns the case of a line in a list of known findings that is not true any more.
fn changed(change: &Change) -> Case {
    Case {
        file: PathBuf::from(&change.file),
        name: "known findings".to_owned(),
        line: change.line,
        status: Status::Failed,
        message: escape::line(&change.text).into_owned(),
        ..Case::default()
    }
}
