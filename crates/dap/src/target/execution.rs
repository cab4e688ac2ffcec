//! The execution of a step or continue request.

use arcadian_debugger::{Debuggee, Debugger, Report, debuggee::SourceLine};

/// The number of steps after which the client's messages and the program's output are handled.
const SLICE: u64 = 1 << 20;

/// A step or continue request that is being executed.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    pub kind: ExecutionKind,
    /// The depth of the call stack at the start.
    pub depth: usize,
    /// The source line that a step by lines has to leave.
    pub line: Option<SourceLine>,
}

/// The requests that execute the program.
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
        Execution { kind: ExecutionKind::Continue, depth: 0, line: None }
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
        Some(Execution { kind, depth: program.depth(), line: None })
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

    /// Returns whether a step is complete.
    pub(crate) fn is_complete(&self, program: &dyn Debuggee) -> bool {
        let depth = program.depth();
        let has_depth = match self.kind {
            ExecutionKind::Continue | ExecutionKind::ReverseContinue => false,
            ExecutionKind::StepIn => true,
            ExecutionKind::Next | ExecutionKind::StepBack => depth <= self.depth,
            ExecutionKind::StepOut => depth < self.depth,
        };
        let here = || program.source_line(program.location());
        has_depth
            && self.line.as_ref().is_none_or(|line| !here().is_some_and(|here| is_same_line(line, &here)))
    }

    /// Returns whether the program runs forward.
    pub(crate) fn is_forward(&self) -> bool {
        !matches!(self.kind, ExecutionKind::StepBack | ExecutionKind::ReverseContinue)
    }
}

fn is_same_line(one: &SourceLine, other: &SourceLine) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
}
