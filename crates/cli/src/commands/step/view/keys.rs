//! The table of keys. It determines their actions, the footer and the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Executes a command.
    Run(&'static str),
    /// Prompts for the rest of a command.
    Ask(Question),
    /// Sets or deletes a breakpoint at the cursor.
    Toggle,
    /// Continues to the cursor.
    ToCursor,
    /// Moves the cursor or scrolls the focused panel by a number of lines.
    Move(isize),
    /// Moves the cursor or scrolls the focused panel by a number of pages.
    Page(isize),
    /// Focuses the next or previous panel.
    Focus(isize),
    /// Focuses the code, and moves the cursor to the program counter.
    Home,
    Help,
    Redraw,
    Suspend,
    Quit,
}

/// A prompt on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The label before the input.
    pub label: &'static str,
    /// The command that the input completes; `None` for the address of the memory panel.
    pub command: Option<&'static str>,
}

/// The programs for which a key exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    All,
    Code,
    Basic,
}

/// A row of the table.
#[derive(Debug)]
pub struct Key {
    codes: &'static [(KeyCode, KeyModifiers)],
    /// The notation of the key.
    pub shown: &'static str,
    /// The action.
    pub action: Action,
    /// The short text for the footer; empty if the key is not in the footer.
    pub brief: &'static str,
    /// The text for the help; empty if the key is not in the help.
    pub help: &'static str,
    scope: Scope,
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
    Key { codes, shown, action, brief, help, scope: Scope::All }
}

impl Key {
    const fn only_for(self, scope: Scope) -> Self {
        Key { scope, ..self }
    }
}

const fn ask(label: &'static str, command: Option<&'static str>) -> Action {
    Ask(Question { label, command })
}

use Action::{Ask, Focus, Move, Page, Run};

/// The table.
#[rustfmt::skip]
const KEYS: &[Key] = &[
    row(&[key('s'), plain(KeyCode::F(11))], ["s F11", "step", "execute one step"], Run("step")),
    row(&[key('n'), plain(KeyCode::F(10))], ["n F10", "next", "execute one step, stepping over subroutines"], Run("next")),
    row(&[key('f')], ["f", "finish", "continue until the current subroutine returns"], Run("finish")),
    row(&[key('c'), plain(KeyCode::F(5))], ["c F5", "continue", "continue to a breakpoint, a watchpoint or the end"], Run("continue")),
    row(&[key('u')], ["u", "to cursor", "continue to the cursor"], Action::ToCursor),
    row(&[key('b'), plain(KeyCode::Backspace)], ["b", "back", "take back one step; Backspace does the same"], Run("back")),
    row(&[key('B')], ["B", "back next", "take back one step, stepping over subroutines"], Run("back-next")),
    row(&[key('F')], ["F", "back finish", "go back to the call of the current subroutine"], Run("back-finish")),
    row(&[key('C')], ["C", "back continue", "go back to a breakpoint, a watchpoint or the start"], Run("back-continue")),
    row(&[key('r')], ["r", "restart", "go back to the start"], Run("restart")),
    row(&[key('g')], ["g", "go", "go to a step by its number"], ask("go to step: ", Some("go"))),
    row(&[key(' ')], ["Space", "breakpoint", "set or delete a breakpoint at the cursor"], Action::Toggle),
    row(&[key('k')], ["k", "keys", "press keys for the program, such as 8{GO}"], ask("keys: ", Some("key"))).only_for(Scope::Basic),
    row(&[key('m')], ["m", "memory", "set the address of the memory panel, such as 4000 or HL"], ask("memory at: ", None)).only_for(Scope::Code),
    row(&[key('w')], ["w", "watch", "display the value of an expression from now on"], ask("show: ", Some("display"))),
    row(&[key(':'), key('/')], [":", "command", "open the command line; Tab completes, arrows recall lines"], Ask(COMMAND)),
    row(&[plain(KeyCode::Tab)], ["Tab", "panel", "focus the next panel; Shift-Tab the previous one"], Focus(1)),
    row(&[(KeyCode::BackTab, KeyModifiers::SHIFT), plain(KeyCode::BackTab)], ["", "", ""], Focus(-1)),
    row(&[plain(KeyCode::Down), key('j')], ["↑↓", "move", "move the cursor or scroll the focused panel; PgUp, PgDn"], Move(1)),
    row(&[plain(KeyCode::Up)], ["", "", ""], Move(-1)),
    row(&[plain(KeyCode::PageDown)], ["", "", ""], Page(1)),
    row(&[plain(KeyCode::PageUp)], ["", "", ""], Page(-1)),
    row(&[plain(KeyCode::Home), plain(KeyCode::Esc)], ["Home", "", "move the cursor to the program counter"], Action::Home),
    row(&[plain(KeyCode::Enter)], ["Enter", "", "repeat the last command"], Run("")),
    row(&[key('?'), key('h'), plain(KeyCode::F(1))], ["?", "help", "show this help"], Action::Help),
    row(&[key('q')], ["q", "quit", "quit"], Action::Quit),
    row(&[control('l')], ["", "", ""], Action::Redraw),
    row(&[control('z')], ["^Z", "", "suspend the debugger; `fg` resumes it"], Action::Suspend),
];

const COMMAND: Question = Question { label: ":", command: Some("") };

/// Returns the action of a key event.
pub fn action(event: &KeyEvent, is_basic: bool) -> Option<Action> {
    // A capital letter already implies Shift.
    let shift = if matches!(event.code, KeyCode::Char(_)) { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    let pressed = (event.code, event.modifiers - shift);
    table(is_basic).find(|key| key.codes.contains(&pressed)).map(|key| key.action)
}

/// Returns the keys for a program.
pub fn table(is_basic: bool) -> impl Iterator<Item = &'static Key> {
    let other = if is_basic { Scope::Code } else { Scope::Basic };
    KEYS.iter().filter(move |key| key.scope != other)
}

#[cfg(test)]
mod tests {
    use arcadian_debugger::command::find;

    use super::*;

    #[test]
    fn each_key_has_one_action() {
        for is_basic in [true, false] {
            let codes: Vec<_> = table(is_basic).flat_map(|key| key.codes).collect();
            assert!((1..codes.len()).all(|n| !codes[..n].contains(&codes[n])));
        }
    }

    #[test]
    fn keys_run_existing_commands() {
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
    fn shift_and_control() {
        let press = |code, modifiers| action(&KeyEvent::new(code, modifiers), true);
        assert_eq!(press(KeyCode::Char('B'), KeyModifiers::SHIFT), Some(Run("back-next")));
        assert_eq!(press(KeyCode::Char('s'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    }
}
