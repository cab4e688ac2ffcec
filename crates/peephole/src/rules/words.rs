//! Verdicts in words.

use arcadian_compare::list;
use arcadian_files::count;
use arcadian_isa::Processor;

use crate::rules::judge::{Judgement, Refutation, RuleVerdict, labels};

impl Judgement {
    pub fn text(&self, processor: Processor) -> String {
        let limit = self.limited.as_ref().map(|limit| format!("; {limit}")).unwrap_or_default();
        let count = count(self.instances, "instance");
        match &self.verdict {
            RuleVerdict::Proven => format!("proven ({count}{limit})"),
            RuleVerdict::If(proviso, _) => {
                format!("proven if {} ({count}{limit})", proviso.text(processor).unwrap_or_default())
            }
            RuleVerdict::Refuted(found) => {
                let why = if found.is_partly_stated {
                    "no condition says of jumps and returns"
                } else {
                    "no condition says"
                };
                refuted(processor, "refuted", why, found)
            }
            RuleVerdict::SaysNothing(found) => {
                refuted(processor, "says nothing", "is all that the code computes", found)
            }
            RuleVerdict::NeverMatches(reason) => format!("never matches: {reason}"),
            RuleVerdict::Shadowed(line, example) => {
                format!("shadowed by the rule in line {line}; refuted: {}", example.answer)
            }
            RuleVerdict::NotDecided(reason) => format!("not decided: {reason}"),
        }
    }
}

fn refuted(processor: Processor, word: &str, why: &str, refutation: &Refutation) -> String {
    let Refutation { example, unstated, sole, scope, proviso, .. } = refutation;
    let dead = (!unstated.is_empty()).then(|| format!("{} must be dead", list(processor, unstated)));
    let sole = labels(sole).map(|labels| format!("nothing else may jump to {labels}"));
    let what = match &[dead, sole].into_iter().flatten().collect::<Vec<_>>()[..] {
        [] => example.answer.clone(),
        needs => format!("{}, which {why}", needs.join(" and ")),
    };
    let Some(scope) = scope else { return format!("{word}: {what}") };
    let condition = proviso.text(processor).map(|text| format!(" if {text}")).unwrap_or_default();
    let count = count(scope.others, "other instance");
    format!("{word} {}: {what}; proven{condition} for the {count}", scope.text())
}
