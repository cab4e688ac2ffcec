//! The table of keys. It determines their actions, the footer and the help.

use Action::{Ask, Focus, Move, Page, Run};
use arcadian_debugger::{command, step::stepping::ViewKind};
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

/// A row of the table.
#[derive(Debug)]
pub struct Key {
    codes: &'static [(KeyCode, KeyModifiers)],
    /// The notation of the key.
    pub shown: &'static str,
    pub action: Action,
    /// The short text for the footer; empty if the key is not in the footer.
    pub brief: &'static str,
    /// The text for the help; empty if the key is not in the help.
    pub help: &'static str,
    /// The programs for which the key exists.
    kinds: &'static [ViewKind],
}

const WITH_MEMORY: &[ViewKind] = &[ViewKind::Code, ViewKind::Cartridge];
const WITH_KEYS: &[ViewKind] = &[ViewKind::Cartridge, ViewKind::Basic];
const WITH_BEAM: &[ViewKind] = &[ViewKind::Cartridge];

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
    Key { codes, shown, action, brief, help, kinds: &ViewKind::ALL }
}

impl Key {
    const fn only_for(self, kinds: &'static [ViewKind]) -> Self {
        Key { kinds, ..self }
    }
}

const fn ask(label: &'static str, command: Option<&'static str>) -> Action {
    Ask(Question { label, command })
}

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
    row(&[key('k')], ["k", "keys", "press keys for the program, such as 8{GO}"], ask("keys: ", Some("key"))).only_for(WITH_KEYS),
    row(&[key('l')], ["l", "next line", "continue to the start of the next raster line"], Run("until line 0-261")).only_for(WITH_BEAM),
    row(&[key('L')], ["L", "back line", "go back to the start of a raster line"], Run("back-until line 0-261")).only_for(WITH_BEAM),
    row(&[key('v')], ["v", "next frame", "continue to vertical blanking, where the frame is complete"], Run("until line 240")).only_for(WITH_BEAM),
    row(&[key('V')], ["V", "back frame", "go back to vertical blanking"], Run("back-until line 240")).only_for(WITH_BEAM),
    row(&[key('m')], ["m", "memory", "set the address of the memory panel, such as 4000 or HL"], ask("memory at: ", None)).only_for(WITH_MEMORY),
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
pub fn action(event: &KeyEvent, kind: ViewKind) -> Option<Action> {
    // A capital letter already implies Shift.
    let shift = if matches!(event.code, KeyCode::Char(_)) { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    let pressed = (event.code, event.modifiers - shift);
    table(kind).find(|key| key.codes.contains(&pressed)).map(|key| key.action)
}

/// Returns the keys for a program.
pub fn table(kind: ViewKind) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.kinds.contains(&kind))
}

/// Returns the lines that `?` shows.
pub fn lines(kind: ViewKind) -> Vec<String> {
    let keys = table(kind).filter(|key| !key.help.is_empty());
    let mut lines = vec!["Keys".to_owned()];
    lines.extend(keys.map(|key| format!("  {:8}  {}", key.shown, key.help)));
    lines.extend([String::new(), "Signs".to_owned()]);
    lines.extend(SIGNS.iter().map(|(sign, meaning)| format!("  {sign:8}  {meaning}")));
    lines.extend([String::new(), "Commands, after `:`".to_owned(), String::new()]);
    let commands = command::help(None).unwrap_or_default();
    lines.extend(commands.lines().map(str::to_owned));
    lines
}

/// The signs next to code and values.
const SIGNS: [(&str, &str); 6] = [
    ("▶", "the program counter; beside a screen, the row that the beam draws"),
    ("›", "the cursor"),
    ("●", "a breakpoint"),
    ("○", "a disabled breakpoint"),
    (">", "changed by the last move"),
    ("'", "changed since the start"),
];

#[cfg(test)]
mod tests {
    use arcadian_debugger::command::find;

    use super::*;

    #[test]
    fn each_key_has_one_action() {
        for kind in ViewKind::ALL {
            let codes: Vec<_> = table(kind).flat_map(|key| key.codes).collect();
            assert!((1..codes.len()).all(|n| !codes[..n].contains(&codes[n])));
        }
    }

    #[test]
    fn keys_run_existing_commands() {
        for key in KEYS {
            match key.action {
                Run(command) | Ask(Question { command: Some(command), .. }) if !command.is_empty() => {
                    let word = command.split_whitespace().next().unwrap_or(command);
                    assert_eq!(find(word).map(|found| found.name).ok(), Some(word));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn shift_and_control() {
        let press = |code, modifiers| action(&KeyEvent::new(code, modifiers), ViewKind::Basic);
        assert_eq!(press(KeyCode::Char('B'), KeyModifiers::SHIFT), Some(Run("back-next")));
        assert_eq!(press(KeyCode::Char('s'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Some(Action::Help));
    }
}
