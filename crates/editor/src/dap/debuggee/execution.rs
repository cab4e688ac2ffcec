//! The execution of a step or continue request, and the output that it sends.

use std::rc::Rc;

use arcadian_debugger::{Debuggee, Debugger, Report, debuggee::SourceLine};
use arcadian_program::CompiledLines;

/// The number of steps after which the client's messages and the program's output are handled.
const SLICE: u64 = 1 << 20;

/// A step or continue request that is being executed.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    pub kind: ExecutionKind,
    /// The depth of the call stack at the start.
    pub depth: usize,
    pub granularity: Granularity,
}

/// The locations at which a step can end.
#[derive(Clone, Debug)]
pub(crate) enum Granularity {
    /// After any instruction or statement.
    Instruction,
    /// Outside of a source line.
    Line(SourceLine),
    /// In another line than this one or at the start of a line, or at any instruction of an assembler source. Code without a source
    /// is stepped over.
    Statement(SourceLine, Rc<CompiledLines>),
}

impl Granularity {
    fn can_end(&self, program: &dyn Debuggee, is_forward: bool) -> bool {
        let location = program.location();
        let here = program.source_line(location);
        match self {
            Granularity::Instruction => true,
            Granularity::Line(line) => !here.is_some_and(|here| is_same_line(line, &here)),
            // Only a compiler's language has lines of several instructions.
            Granularity::Statement(_, compiled) if compiled.starts.is_empty() => true,
            Granularity::Statement(from, compiled) => here.is_some_and(|here| {
                // A loop enters a line in its middle. Backward, the middle of a line is reached before its start.
                let is_entered = is_forward && !is_same_line(from, &here);
                let is_start =
                    || program.address(location).is_some_and(|address| compiled.starts.contains(&address));
                !compiled.files.contains(&here.file) || is_entered || is_start()
            }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExecutionKind {
    Continue,
    StepIn,
    Next,
    StepOut,
    StepBack,
    ReverseContinue,
}

impl Execution {
    /// Returns the execution of `continue`.
    pub(crate) fn resume() -> Execution {
        Execution { kind: ExecutionKind::Continue, depth: 0, granularity: Granularity::Instruction }
    }

    /// Returns the execution that a console command without arguments starts.
    pub(crate) fn of_command(name: &str, program: &dyn Debuggee) -> Option<Execution> {
        let kind = match name {
            "continue" => ExecutionKind::Continue,
            "next" => ExecutionKind::Next,
            "finish" => ExecutionKind::StepOut,
            "back-next" => ExecutionKind::StepBack,
            "back-continue" => ExecutionKind::ReverseContinue,
            _ => return None,
        };
        Some(Execution { kind, depth: program.depth(), granularity: Granularity::Instruction })
    }

    /// Executes the next part of the request, and returns so that the client's messages can be handled.
    pub(crate) fn advance(&self, debugger: &mut Debugger) -> Report {
        let is_deeper = debugger.program().depth() > self.depth;
        match self.kind {
            ExecutionKind::Continue => debugger.step(SLICE),
            ExecutionKind::StepIn => debugger.step(1),
            ExecutionKind::Next if is_deeper => debugger.finish(),
            ExecutionKind::Next => debugger.next(),
            ExecutionKind::StepOut => debugger.finish(),
            ExecutionKind::StepBack => debugger.back_next(),
            ExecutionKind::ReverseContinue => debugger.back_resume(),
        }
    }

    pub(crate) fn is_complete(&self, program: &dyn Debuggee) -> bool {
        let depth = program.depth();
        let has_depth = match self.kind {
            ExecutionKind::Continue | ExecutionKind::ReverseContinue => false,
            ExecutionKind::StepIn => true,
            ExecutionKind::Next | ExecutionKind::StepBack => depth <= self.depth,
            ExecutionKind::StepOut => depth < self.depth,
        };
        has_depth && self.granularity.can_end(program, self.is_forward())
    }

    pub(crate) fn is_forward(&self) -> bool {
        !matches!(self.kind, ExecutionKind::StepBack | ExecutionKind::ReverseContinue)
    }
}

fn is_same_line(one: &SourceLine, other: &SourceLine) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SentOutput {
    lines: Vec<String>,
}

impl SentOutput {
    /// Records all lines as sent and returns the text that the client lacks.
    ///
    /// Output that reverse execution removed is not sent again when the program prints it again.
    pub(crate) fn update(&mut self, lines: Vec<String>) -> Option<String> {
        if self.lines.starts_with(&lines) {
            return None;
        }
        let (sent, last_length) = self.sent_prefix(&lines);
        let mut text = last_length.map_or("", |length| &lines[sent - 1][length..]).to_owned();
        for (number, line) in lines.iter().enumerate().skip(sent) {
            let is_first = number == 0 && self.lines.is_empty();
            text.push_str(if is_first { "" } else { "\n" });
            text.push_str(line);
        }
        self.lines = lines;
        Some(text)
    }

    /// Returns whether the last line that was sent lacks its line end.
    pub(crate) fn has_open_line(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns how many of `lines` have been sent, and the length that was sent of the last of them if it can be longer
    /// now.
    fn sent_prefix(&self, lines: &[String]) -> (usize, Option<usize>) {
        // The program keeps only its newest lines, so the oldest that were sent can be missing.
        let kept = (0..self.lines.len()).find(|first| continues(&self.lines[*first..], lines));
        match (kept, self.lines.last()) {
            (Some(first), Some(last)) => (self.lines.len() - first, Some(last.len())),
            _ => (self.lines.iter().zip(lines).take_while(|(old, new)| old == new).count(), None),
        }
    }
}

/// Returns whether `new` starts with `old`; the last line of `old` can be longer in `new`.
fn continues(old: &[String], new: &[String]) -> bool {
    let Some((last, complete)) = old.split_last() else { return false };
    new.starts_with(complete) && new.get(complete.len()).is_some_and(|line| line.starts_with(last.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn updates(steps: &[&[&str]]) -> Vec<Option<String>> {
        let mut sent_output = SentOutput::default();
        let lines = |step: &&[&str]| step.iter().map(|line| (*line).to_owned()).collect();
        steps.iter().map(|step| sent_output.update(lines(step))).collect()
    }

    #[test]
    fn new_output_is_sent_once() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(updates(&[&[], &["A"], &["A"]]), [None, some("A"), None]);
        assert_eq!(
            updates(&[&["A"], &["AB", "C"], &["AB", "C", "D"]]),
            [some("A"), some("B\nC"), some("\nD")]
        );
        assert_eq!(updates(&[&["A", "B"], &["A"], &["A", "B"]]), [some("A\nB"), None, None]);
        assert_eq!(updates(&[&["A", "B", "C"], &["B", "C", "D"]]), [some("A\nB\nC"), some("\nD")]);
        assert_eq!(updates(&[&["A", "B"], &["A", "X", "Y"]]), [some("A\nB"), some("\nX\nY")]);
        assert_eq!(updates(&[&["A"], &["X"]]), [some("A"), some("\nX")]);
    }
}
