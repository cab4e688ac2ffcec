//! Rules of peephole optimizers: files in the formats of SDCC and z88dk, copt, mdlz80optimizer and zxbasic, read into one model,
//! instances of the rules, which are pairs of code to compare, and verdicts about the rules.
//!
//! A pattern variable is tried with every register and operand that the instruction can have; constants and labels stay names. The
//! conditions of a rule select instances, and become assumptions: registers and flags that may differ, ranges and equations of
//! constants. `docs/rules.md` lists the conditions of each format with their meaning.
//!
//! ```
//! use arcadian_peephole::rules::{Format, Options, Outcome, instances, read};
//!
//! let file = read(Format::Sdcc, "replace {\n\tld\t%1, #0\n} by {\n\txor\ta, a\n} if same(%1 'a'), notUsed('f')\n");
//! let [rule] = &file.rules[..] else { panic!("one rule") };
//! let Outcome::Instances(found) = instances(rule, &Options::default()) else { panic!("decided") };
//! let [instance] = &found.list[..] else { panic!("one instance") };
//! assert_eq!(instance.old, "\tld a,0\n");
//! assert_eq!(instance.new, "\txor a\n");
//! assert_eq!(instance.dead, ["F"]);
//! ```
//!
//! # Modules
//!
//! - `formats`: a parser for each format. A rule that cannot be read is a [`RuleError`]; the others are read.
//! - `rule`, `condition`, `value`: the model that all formats share.
//! - `term`, `text`: numbers that are computed from unknown ones, as trees, and texts in which they stand.
//! - `instances`: the pairs of code that a rule stands for.
//! - `ask`, `judge`, `scope`: their comparisons, and the verdict about the rule; `report`: the verdict in words and as JSON.
//! - [`syntax`]: instructions of the assemblers of SDCC and z88dk as ours reads them.

mod ask;
mod formats;
mod instances;
mod judge;
mod report;
mod rule;
mod scope;
pub mod syntax;
mod term;
pub(crate) mod text;
mod value;

pub use ask::StackUse;
pub use formats::{RuleFile, read};
pub use instances::{Assume, Instance, Instances, Options, Outcome, instances};
pub use judge::{EarlierRules, Example, Judgement, Proviso, Refutation, RuleVerdict, judge};
pub use report::{Counts, FileReport, RuleReport};
pub use rule::Condition;
pub use rule::RuleError;
pub use rule::{Format, LineKind, PatternLine, Piece, Regex, Rule, Template};
pub use scope::Scope;
pub use term::{Operator, Term, Unary};
pub use value::{Function, Part, Property, Value};
