//! How a program is moved.

use arcadian_debugger::{Debuggee, Debugger, Report, debuggee::SourceLine};

/// So many steps the program runs before its output is looked at.
const SLICE: u64 = 1 << 20;

/// Where a program is going.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub way: Way,
    /// Subroutines entered when it began.
    pub depth: usize,
    /// The line that it is to leave.
    pub line: Option<SourceLine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Resume,
    In,
    Over,
    Out,
    Back,
    Reverse,
}

impl Motion {
    /// Going on.
    pub(crate) fn resume() -> Motion {
        Motion { way: Way::Resume, depth: 0, line: None }
    }

    /// What a command of the console, typed without arguments, does.
    pub(crate) fn of_command(name: &str, program: &dyn Debuggee) -> Option<Motion> {
        let way = match name {
            "continue" => Way::Resume,
            "next" => Way::Over,
            "finish" => Way::Out,
            "back-next" => Way::Back,
            "back-continue" => Way::Reverse,
            _ => return None,
        };
        Some(Motion { way, depth: program.depth(), line: None })
    }

    /// Goes on from where it is: a part of the way, after which the client can be listened to.
    pub(crate) fn go(&self, debugger: &mut Debugger) -> Report {
        let is_deeper = debugger.program().depth() > self.depth;
        match self.way {
            Way::Resume => debugger.step(SLICE),
            Way::In => debugger.step(1),
            Way::Over if is_deeper => debugger.finish(),
            Way::Over => debugger.next(),
            Way::Out => debugger.finish(),
            Way::Back => debugger.back_next(),
            Way::Reverse => debugger.back_resume(),
        }
    }

    /// Returns whether a step is done.
    pub(crate) fn has_arrived(&self, program: &dyn Debuggee) -> bool {
        let depth = program.depth();
        let is_there = match self.way {
            Way::Resume | Way::Reverse => false,
            Way::In => true,
            Way::Over | Way::Back => depth <= self.depth,
            Way::Out => depth < self.depth,
        };
        let here = || program.source_line(program.location());
        is_there && self.line.as_ref().is_none_or(|line| !here().is_some_and(|here| same_line(line, &here)))
    }

    /// Returns whether the program runs forward.
    pub(crate) fn is_forward(&self) -> bool {
        !matches!(self.way, Way::Back | Way::Reverse)
    }
}

fn same_line(one: &SourceLine, other: &SourceLine) -> bool {
    (&one.file, one.line) == (&other.file, other.line)
}
