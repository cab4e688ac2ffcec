//! Errors of programs: the machine's error codes, and explanations.

use std::{borrow::Cow, fmt, ops::Range};

/// The error codes of the language. Evidence: patb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// Not understood.
    What,
    /// Understood but impossible.
    How,
    /// No room.
    Sorry,
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorCode::What => "WHAT?",
            ErrorCode::How => "HOW?",
            ErrorCode::Sorry => "SORRY",
        })
    }
}

/// The reason why a statement failed. Small, because it is part of an instruction (`Op::Fail`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// WHAT?
    #[error("expected a number, a variable or `(`")]
    NoValue,
    /// WHAT?
    #[error("`{}` is not an operator", char::from(*.0))]
    NoOperator(u8),
    /// WHAT?
    #[error("no statement begins like this")]
    NoStatement,
    /// WHAT?
    #[error("the statement ends before this; `;` separates statements")]
    TextLeft,
    /// WHAT?
    #[error("nothing may follow this statement on its line")]
    NotLast,
    /// WHAT?
    #[error("unknown name of two letters; a blank separates two variables")]
    NoSuchName,
    /// WHAT?
    #[error("this cannot be set, only read")]
    ReadOnly,
    /// WHAT?
    #[error("expected `{}`", char::from(*.0))]
    Missing(u8),
    /// WHAT?
    #[error("expected the word {0}")]
    MissingWord(ShortWord),
    /// WHAT?
    #[error("expected a variable")]
    NoVariable,
    /// WHAT?
    #[error("no FOR of this variable is active")]
    NextWithoutFor,
    /// WHAT?
    #[error("no GOSUB is active")]
    ReturnWithoutGosub,
    /// WHAT?
    #[error("only `:PRINT`, `:LIST`, `:INPUT`, `:RUN` and, in Bally BASIC, `:RETURN` use the tape")]
    NoTapeStatement,
    /// HOW?
    #[error("the largest number is 32767")]
    NumberTooLarge,
    /// HOW?
    #[error("the result does not fit -32768..32767")]
    Overflow,
    /// HOW?
    #[error("division by zero")]
    DivisionByZero,
    /// HOW?
    #[error("there is no line {0}")]
    NoSuchLine(i16),
    /// HOW?
    #[error("RND(n) gives 1 to n, and n is {0}")]
    NothingToDraw(i16),
    /// HOW?
    #[error("a field is 0 to 63 columns wide, not {0}")]
    FieldWidth(i16),
    /// HOW?
    #[error("there are hand controllers 1 to 4, not {0}")]
    NoController(i16),
    /// HOW?
    #[error("elements are numbered from 0, not {0}")]
    NegativeElement(i16),
    /// HOW?
    #[error("CALL needs a machine with memory for machine code; none is attached")]
    NoMachineCode,
    /// HOW?
    #[error("modes are 1 foreground, 2 background, 3 reverse, 4 nothing, not {0}")]
    NoMode(i16),
    /// SORRY
    #[error("element {0} is outside the free memory: twice its number must not exceed SZ")]
    NoElement(i16),
    /// SORRY
    #[error("the stack is full: too many nested subroutines or loops")]
    StackFull,
    /// SORRY
    #[error("too many nested parentheses or waiting operators")]
    TooDeep,
    /// SORRY
    #[error("a direct command has at most 95 bytes, not {0}; a line with a number may have more")]
    CommandTooLong(u16),
    /// SORRY
    #[error("the words in its strings make the line too long; a file may have such a line")]
    WordsTooLong,
    /// SORRY
    #[error("the line needs {needed} bytes and {free} are free")]
    NoRoom {
        /// Bytes of the line.
        needed: u16,
        free: u16,
    },
    /// SORRY
    #[error("the calculator (`$`) is not emulated: no description of it was available")]
    NoCalculator,
    /// SORRY
    #[error("no tape is attached")]
    NoTape,
    /// SORRY
    #[error("there is no tape: `:PRINT \"NAME\"` saves the program as NAME.bas, `:INPUT \"NAME\"` loads it")]
    NoName,
}

/// A one-byte word, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortWord(pub u8);

impl fmt::Display for ShortWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::words::word(self.0).unwrap_or("?"))
    }
}

impl Why {
    pub fn code(self) -> ErrorCode {
        use Why::*;
        match self {
            NoValue | NoOperator(_) | NoStatement | TextLeft | NotLast | NoSuchName | ReadOnly
            | Missing(_) | MissingWord(_) | NoVariable | NextWithoutFor | ReturnWithoutGosub
            | NoTapeStatement => ErrorCode::What,
            NumberTooLarge | Overflow | DivisionByZero | NoSuchLine(_) | NothingToDraw(_) | FieldWidth(_)
            | NoController(_) | NegativeElement(_) | NoMachineCode | NoMode(_) => ErrorCode::How,
            NoElement(_)
            | StackFull
            | TooDeep
            | CommandTooLong(_)
            | WordsTooLong
            | NoRoom { .. }
            | NoCalculator
            | NoTape
            | NoName => ErrorCode::Sorry,
        }
    }
}

/// An error of a running program or a direct command, for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The reason; determines the error code.
    pub why: Why,
    /// The program line, or `None` for a direct command.
    pub line: Option<u16>,
    /// The line or command as LIST shows it, number included.
    pub source: String,
    /// Column of the failure in `source`, in characters from 1.
    pub column: usize,
    /// A better explanation than that of `why`: what to write instead, or the host's error.
    pub hint: Option<Cow<'static, str>>,
}

impl Fault {
    /// Returns one sentence: why it failed, or what to do.
    pub fn sentence(&self) -> Cow<'static, str> {
        self.hint.clone().unwrap_or_else(|| self.why.to_string().into())
    }

    /// Returns the characters of `source` that are wrong, from 0: the number of a line that does not exist, which ends at the
    /// failure, or the character there.
    pub fn wrong(&self) -> Range<usize> {
        let at = self.column.saturating_sub(1);
        let before: String = self.source.chars().take(at).collect();
        let number = match self.why {
            Why::NoSuchLine(_) => {
                ["GOTO ", "GOSUB "].into_iter().filter_map(|word| after(&before, word)).max()
            }
            _ => None,
        };
        number.filter(|number| *number < at).map_or(at..at + 1, |number| number..at)
    }
}

/// Returns where the text after the last occurrence of a word begins, in characters.
fn after(text: &str, word: &str) -> Option<usize> {
    let end = text.rfind(word)? + word.len();
    let blanks = text[end..].len() - text[end..].trim_start().len();
    Some(text[..end + blanks].chars().count())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => {
                write!(f, "{} in line {line}, column {}: {}", self.why.code(), self.column, self.sentence())
            }
            None => write!(f, "{} {}", self.why.code(), self.sentence()),
        }
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use crate::{Basic, Dialect, Ending};

    #[test]
    fn the_wrong_part_of_a_line() {
        for (text, wrong) in [
            ("GOTO 99", "99"),
            ("A=5;IF A GOSUB 10+A", "10+A"),
            ("PRINT \"GOTO ×\";GOTO 30", "30"),
            ("PRINT 1/2", "/"),
            ("A=", ""),
            ("A=7÷0", ""),
        ] {
            let mut basic = Basic::new(Dialect::Bally, 1);
            basic.enter(text).expect("machine characters");
            basic.run(100);
            let Some(Ending::Error(fault)) = basic.ending() else { panic!("{text} has no error") };
            let shown: String =
                fault.source.chars().skip(fault.wrong().start).take(fault.wrong().len()).collect();
            assert_eq!(shown, wrong, "{text}: {fault}");
        }
    }
}
