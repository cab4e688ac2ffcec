//! The table of commands.

use arcadian_asm::nearest;

use super::{
    Answer, CommandError, Session, Topic,
    Topic::*,
    call::Call,
    complete::{commands, displays, names, nothing, places, stops, views},
    counting, listing, looking, memory, moving, stopping, talking,
};

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// What it is about.
    pub topic: Topic,
    /// Its name.
    pub name: &'static str,
    /// The shortest that one can type.
    pub short: &'static str,
    /// What follows it; what stands in brackets may be left out.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Words that can follow it.
    pub(super) words: fn(&Session) -> Vec<String>,
    pub(super) perform: fn(&mut Session, &Call) -> Answer,
}

impl Command {
    /// The name with the arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }

    /// Whether an empty line repeats it.
    pub fn repeats(&self) -> bool {
        self.topic == Going
    }
}

const fn row(
    topic: Topic,
    [name, short, arguments, help]: [&'static str; 4],
    words: fn(&Session) -> Vec<String>,
    perform: fn(&mut Session, &Call) -> Answer,
) -> Command {
    Command { topic, name, short, arguments, help, words, perform }
}

/// All commands.
#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
    row(Going, ["step", "s", "[N]", "execute one step, or N"], nothing, moving::step),
    row(Going, ["trace", "t", "[N]", "execute 10 steps, or N, and show each with what it changed"], nothing, moving::trace),
    row(Going, ["next", "n", "[N]", "the same, but a subroutine as a whole"], nothing, moving::next),
    row(Going, ["finish", "f", "", "go on until this subroutine is left"], nothing, moving::finish),
    row(Going, ["continue", "c", "", "go on until something stops it"], nothing, moving::resume),
    row(Going, ["until", "u", "PLACE", "go on to a place, or until something else stops it"], places, moving::until),
    row(Going, ["back", "ba", "[N]", "take one step back, or N"], nothing, moving::back),
    row(Going, ["back-next", "bn", "[N]", "the same, but a subroutine as a whole"], nothing, moving::back_next),
    row(Going, ["back-finish", "bf", "", "go back to where this subroutine was called"], nothing, moving::back_finish),
    row(Going, ["back-continue", "bc", "", "go back until something stops it"], nothing, moving::back_resume),
    row(Going, ["back-until", "bu", "PLACE", "go back to a place, or until something else stops it"], places, moving::back_until),
    row(Going, ["go", "g", "N", "go to where N steps are done, forward or back"], nothing, moving::go),
    row(Going, ["restart", "r", "", "go back to the start"], nothing, moving::restart),

    row(Stopping, ["break", "b", "[PLACE] [if EXPR]", "stop at a place, or when an expression becomes true"], places, stopping::set_break),
    row(Stopping, ["watch", "w", "EXPR | [A-B]", "stop when a value changes, or a byte from A to B"], names, stopping::watch),
    row(Stopping, ["stops", "sto", "", "list breakpoints and watches"], nothing, stopping::list),
    row(Stopping, ["delete", "d", "N | all", "take a breakpoint or watch away"], stops, stopping::delete),
    row(Stopping, ["enable", "e", "N | all", "let it stop the program again"], stops, stopping::enable),
    row(Stopping, ["disable", "dis", "N | all", "keep it, but do not stop"], stops, stopping::disable),
    row(Stopping, ["ignore", "ig", "N COUNT", "do not stop the next COUNT times"], stops, stopping::ignore),

    row(Looking, ["print", "p", "EXPR", "show a value"], names, looking::print),
    row(Looking, ["display", "disp", "[EXPR]", "show a value after every stop; or all of these now"], names, looking::display),
    row(Looking, ["undisplay", "undisp", "N | all", "show it no longer"], displays, looking::undisplay),
    row(Looking, ["set", "se", "PLACE = EXPR", "change a register, flag, variable or element"], names, looking::set),
    row(Looking, ["registers", "reg", "", "show the registers and flags"], nothing, looking::values),
    row(Looking, ["variables", "v", "", "show the variables and the array"], nothing, looking::values),
    row(Looking, ["memory", "m", "ADDRESS [N]", "show N bytes of memory"], names, memory::dump),
    row(Looking, ["list", "l", "[PLACE] [N]", "show N rows of code around a place, or around this one"], places, listing::list),
    row(Looking, ["calls", "ca", "", "show the subroutines and loops the program is in"], nothing, looking::calls),
    row(Looking, ["screen", "sc", "[text | dots]", "show the screen, its characters or its picture"], views, talking::screen),
    row(Looking, ["output", "o", "", "show what has been printed"], nothing, talking::output),
    row(Looking, ["figure", "fig", "", "draw the board that the bytes are"], nothing, talking::figure),
    row(Looking, ["profile", "pro", "[N]", "show the N places that took longest, up to here"], nothing, counting::profile),
    row(Looking, ["coverage", "cov", "", "show what of the source has not run, up to here"], nothing, counting::coverage),
    row(Looking, ["info", "i", "", "say what the program is and where it stands"], nothing, talking::info),

    row(Other, ["key", "k", "KEYS", "press keys: characters as typed, and {GO} {ERASE} {HALT}"], nothing, talking::key),
    row(Other, ["assert", "a", "EXPR", "fail if an expression is not true"], names, talking::assert),
    row(Other, ["echo", "ec", "TEXT", "show a text"], nothing, talking::echo),
    row(Other, ["help", "h", "[COMMAND | expressions]", "say what commands do"], commands, talking::help),
    row(Other, ["quit", "q", "", "leave"], nothing, talking::quit),
];

/// The command that a word means: a name, its shortest form, anything between the two, or the beginning of one name.
pub fn find(word: &str) -> Result<&'static Command, CommandError> {
    let word = word.to_ascii_lowercase();
    let exact = COMMANDS.iter().find(|command| command.name == word || command.short == word);
    if let Some(command) = exact {
        return Ok(command);
    }
    let begun: Vec<_> = COMMANDS.iter().filter(|command| command.name.starts_with(&word)).collect();
    let short: Vec<_> = begun.iter().copied().filter(|command| word.starts_with(command.short)).collect();
    if let ([command], _) | (_, [command]) = (begun.as_slice(), short.as_slice()) {
        return Ok(command);
    }
    let could: Vec<_> = begun.iter().map(|command| command.name).collect();
    let near = nearest(&word, COMMANDS.iter().map(|command| command.name));
    match could.is_empty() {
        true => Err(CommandError::Unknown { word, near }),
        false => Err(CommandError::Ambiguous { word, could }),
    }
}
