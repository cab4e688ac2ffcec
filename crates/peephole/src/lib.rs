//! Peephole optimizers from outside: their rules ([`rules`]), and the listings of compilers before and after them ([`listing`]). Both
//! become pairs of code to compare.

pub mod listing {
    //! Reads the assembly output of compilers, and finds what differs between two versions of it: without and with the optimizer.
    //!
    //! Functions are matched by their names, instructions by a diff, labels by their uses. Where the two versions correspond is a
    //! *cut*. From each cut to the next ones the code is either unchanged or a [`Region`]: two pieces of code, which the caller
    //! compares. If all regions are the same, the functions are: by induction over the cuts that an execution passes. What must be
    //! the same at a cut is what is live there in the new version ([`Convention`] says what calls and returns pass).

    mod assembled;
    mod check;
    mod compare;
    mod compiler;
    mod fault;
    mod functions;
    mod item;
    mod library;
    mod live;
    mod matching;
    mod operands;
    mod region;
    mod state;
    mod statement;

    pub use check::{Checked, Judge, Judgement};
    pub use compare::{Correspondence, FunctionReport, Listings, Uncovered};
    pub use compiler::Compiler;
    pub use region::{NoRegion, Region, Side};
    pub use state::Convention;
}

pub mod rules {
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
    //! - `ask`, `judge`, `scope`: their comparisons, and the verdict about the rule; `words`: the verdict in words.
    //! - `identity`: stable names of rules. `report`: all verdicts as text, as JSON and as a page, the union of the parts of a divided run
    //!   (`report/json`), and lists of known findings (`report/known`).
    //! - [`syntax`]: instructions of the assemblers of SDCC and z88dk as ours reads them.

    mod ask;
    mod formats;
    mod identity;
    mod instances;
    mod judge;
    mod link;
    mod report;
    mod rule;
    mod scope;
    pub mod syntax;
    mod term;
    pub(crate) mod text;
    mod value;
    mod words;

    pub use ask::StackUse;
    pub use formats::{RuleFile, read};
    pub use identity::is_file_name;
    pub use instances::{Assume, Entry, Instance, Instances, Options, Outcome, instances};
    pub use judge::{EarlierRules, Example, Judgement, Proviso, Refutation, RuleVerdict, judge};
    pub use report::{
        Change, Counts, FileEntry, Head, Limits, Place, Report, RuleEntry, Status, VerdictName,
        known::{Known, KnownError},
        page::Provenance,
    };
    pub use rule::{Condition, Format, LineKind, PatternLine, Piece, Regex, Rule, RuleError, Template};
    pub use scope::Scope;
    pub use term::{Operator, Term, Unary};
    pub use value::{Function, Part, Property, Value};
}
