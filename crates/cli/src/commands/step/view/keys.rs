//! The keys, a row each: from this table come what they do, the footer and the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Executes a command.
    Run(&'static str),
    /// Asks for the rest of a command.
    Ask(Question),
    /// Sets a breakpoint at the cursor, or takes it away.
    Toggle,
    /// Goes on to the cursor.
    ToCursor,
    /// Moves in the panel that has the focus: so many lines.
    Move(isize),
    /// The same by what the panel shows.
    Page(isize),
    /// Gives the focus to the next panel, or the one before.
    Focus(isize),
    /// Gives the focus to the code, the cursor to the current place.
    Home,
    Help,
    Redraw,
    Suspend,
    Leave,
}

/// A question on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What stands before the answer.
    pub label: &'static str,
    /// The command of which the answer is the rest; none asks where the memory panel is to be.
    pub command: Option<&'static str>,
}

/// Programs for which a key is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    All,
    Code,
    Basic,
}

/// A row of the table.
#[derive(Debug)]
pub struct Key {
    codes: &'static [(KeyCode, KeyModifiers)],
    /// How it is written.
    pub shown: &'static str,
    /// What it does.
    pub action: Action,
    /// In one word, for the footer; nothing keeps it out of there.
    pub brief: &'static str,
    /// In a sentence, for the help.
    pub help: &'static str,
    who: For,
}

const fn plain(code: KeyCode) -> (KeyCode, KeyModifiers) {
    (code, KeyModifiers::NONE)
}

const fn key(letter: char) -> (KeyCode, KeyModifiers) {
    plain(KeyCode::Char(letter))
}

const fn control(letter: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(letter), KeyModifiers::CONTROL)
}

const fn row(
    codes: &'static [(KeyCode, KeyModifiers)],
    [shown, brief, help]: [&'static str; 3],
    action: Action,
) -> Key {
    Key { codes, shown, action, brief, help, who: For::All }
}

impl Key {
    const fn of(self, who: For) -> Self {
        Key { who, ..self }
    }
}

const fn ask(label: &'static str, command: Option<&'static str>) -> Action {
    Ask(Question { label, command })
}

use Action::{Ask, Focus, Move, Page, Run};

/// All keys.
#[rustfmt::skip]
const KEYS: &[Key] = &[
    row(&[key('s'), plain(KeyCode::F(11))], ["s F11", "step", "one step"], Run("step")),
    row(&[key('n'), plain(KeyCode::F(10))], ["n F10", "next", "one step, a subroutine as a whole"], Run("next")),
    row(&[key('f')], ["f", "finish", "on until this subroutine is left"], Run("finish")),
    row(&[key('c'), plain(KeyCode::F(5))], ["c F5", "continue", "on until something stops it; a key does, too"], Run("continue")),
    row(&[key('u')], ["u", "to cursor", "on to the cursor's line"], Action::ToCursor),
    row(&[key('b'), plain(KeyCode::Backspace)], ["b", "back", "one step back; so does Backspace"], Run("back")),
    row(&[key('B')], ["B", "back next", "one step back, a subroutine as a whole"], Run("back-next")),
    row(&[key('F')], ["F", "back finish", "back to where this subroutine was called"], Run("back-finish")),
    row(&[key('C')], ["C", "back continue", "back until something stops it"], Run("back-continue")),
    row(&[key('r')], ["r", "restart", "back to the start"], Run("restart")),
    row(&[key('g')], ["g", "go", "to where so many steps are done"], ask("go to step: ", Some("go"))),
    row(&[key(' ')], ["Space", "breakpoint", "sets a breakpoint at the cursor, or takes it away"], Action::Toggle),
    row(&[key('k')], ["k", "keys", "presses keys for the program: 8{GO}"], ask("keys: ", Some("key"))).of(For::Basic),
    row(&[key('m')], ["m", "memory", "where the memory panel looks: an address or HL"], ask("memory at: ", None)).of(For::Code),
    row(&[key('w')], ["w", "watch", "shows a value from now on"], ask("show: ", Some("display"))),
    row(&[key(':'), key('/')], [":", "command", "the command line; Tab completes, arrows bring lines back"], Ask(COMMAND)),
    row(&[plain(KeyCode::Tab)], ["Tab", "panel", "the next panel; Shift-Tab the one before"], Focus(1)),
    row(&[(KeyCode::BackTab, KeyModifiers::SHIFT), plain(KeyCode::BackTab)], ["", "", ""], Focus(-1)),
    row(&[plain(KeyCode::Down), key('j')], ["↑↓", "move", "the cursor in the code, or what a panel shows; PgUp, PgDn"], Move(1)),
    row(&[plain(KeyCode::Up)], ["", "", ""], Move(-1)),
    row(&[plain(KeyCode::PageDown)], ["", "", ""], Page(1)),
    row(&[plain(KeyCode::PageUp)], ["", "", ""], Page(-1)),
    row(&[plain(KeyCode::Home), plain(KeyCode::Esc)], ["Home", "", "the cursor back to where the program stands"], Action::Home),
    row(&[plain(KeyCode::Enter)], ["Enter", "", "the last command once more"], Run("")),
    row(&[key('?'), key('h'), plain(KeyCode::F(1))], ["?", "help", "this help"], Action::Help),
    row(&[key('q')], ["q", "quit", "leaves"], Action::Leave),
    row(&[control('l')], ["", "", ""], Action::Redraw),
    row(&[control('z')], ["^Z", "", "puts the debugger aside; `fg` brings it back"], Action::Suspend),
];

const COMMAND: Question = Question { label: ":", command: Some("") };

/// What a key does.
pub fn action(event: &KeyEvent, is_basic: bool) -> Option<Action> {
    // A capital letter says that Shift was held.
    let shift = if matches!(event.code, KeyCode::Char(_)) { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    let pressed = (event.code, event.modifiers - shift);
    table(is_basic).find(|key| key.codes.contains(&pressed)).map(|key| key.action)
}

/// The keys that there are for a program.
pub fn table(is_basic: bool) -> impl Iterator<Item = &'static Key> {
    let other = if is_basic { For::Code } else { For::Basic };
    KEYS.iter().filter(move |key| key.who != other)
}

#[cfg(test)]
mod tests {
    use arcadian_debugger::command::find;

    use super::*;

    #[test]
    fn each_key_does_one_thing() {
        for is_basic in [true, false] {
            let codes: Vec<_> = table(is_basic).flat_map(|key| key.codes).collect();
            assert!((1..codes.len()).all(|n| !codes[..n].contains(&codes[n])));
        }
    }

    #[test]
    fn commands_are_commands() {
        for key in KEYS {
            match key.action {
                Run(command) | Ask(Question { command: Some(command), .. }) if !command.is_empty() => {
                    assert_eq!(find(command).map(|found| found.name).ok(), Some(command));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn capitals_and_control() {
        let press = |code, modifiers| action(&KeyEvent::new(code, modifiers), true);
        assert_eq!(press(KeyCode::Char('B'), KeyModifiers::SHIFT), Some(Run("back-next")));
        assert_eq!(press(KeyCode::Char('s'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    }
}
