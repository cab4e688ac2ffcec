//! The keys of a game, and their help.

use arcadian_games::Kind;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves the cursor by rows and columns.
    Go(isize, isize),
    /// Plays the typed move, or touches the square at the cursor.
    Enter,
    Erase,
    Cancel,
    TakeBack,
    Hint,
    New,
    Write,
    Quit,
    Help,
    Step(Step),
    /// Steps through a routine of the last move.
    Debug,
    Redraw,
    Suspend,
    /// Adds a character to the typed move.
    Type(char),
}

/// A step through the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Back,
    Forward,
    Start,
    End,
}

/// Returns what a key does, or `None` for an unused key. A character of a move is typed, whatever else it means in other games.
pub fn action(key: &KeyEvent, kind: &Kind) -> Option<Action> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if is_control => Action::Quit,
        KeyCode::Char('l') if is_control => Action::Redraw,
        KeyCode::Char('z') if is_control => Action::Suspend,
        KeyCode::Char('n') if is_control => Action::New,
        KeyCode::Char('s') if is_control => Action::Debug,
        KeyCode::Char(_) if is_control || key.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Char(typed) if kind.characters.contains(typed.to_ascii_lowercase()) => Action::Type(typed),
        KeyCode::Char('u') => Action::TakeBack,
        KeyCode::Char('h') | KeyCode::Tab => Action::Hint,
        KeyCode::Char('r') => Action::New,
        KeyCode::Char('w') => Action::Write,
        KeyCode::Char('s') => Action::Debug,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('<') | KeyCode::PageUp => Action::Step(Step::Back),
        KeyCode::Char('>') | KeyCode::PageDown => Action::Step(Step::Forward),
        KeyCode::Home => Action::Step(Step::Start),
        KeyCode::End => Action::Step(Step::End),
        KeyCode::Up => Action::Go(-1, 0),
        KeyCode::Down => Action::Go(1, 0),
        KeyCode::Left => Action::Go(0, -1),
        KeyCode::Right => Action::Go(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Action::Enter,
        KeyCode::Backspace => Action::Erase,
        KeyCode::Esc => Action::Cancel,
        _ => return None,
    })
}

/// Returns a letter key and the one that has its meaning in every game, or only the latter if the letter is of a move.
fn either(kind: &Kind, letter: char, other: &str) -> String {
    if kind.characters.contains(letter) { other.to_owned() } else { format!("{letter}, {other}") }
}

/// Returns the shortest key of a meaning: a letter, or the other key if the letter is of a move.
fn shortest(kind: &Kind, letter: char, other: &str) -> String {
    if kind.characters.contains(letter) { other.to_owned() } else { letter.to_string() }
}

/// Marks a key that a narrow terminal does not show.
const OPTIONAL: char = '~';

/// Returns the keys of a footer that fit. The last optional one is left out first, the way out never.
pub fn fitting(footer: &str, width: usize) -> String {
    let mut keys: Vec<&str> = footer.split("  ").collect();
    let joined = |keys: &[&str]| keys.join("  ").replace(OPTIONAL, "");
    while joined(&keys).chars().count() > width
        && let Some(last) = keys.iter().rposition(|key| key.starts_with(OPTIONAL))
    {
        keys.remove(last);
    }
    joined(&keys)
}

/// Returns the keys in short, for the last row. With machine code there is one more, so others are in the help only.
pub fn footer(kind: &Kind, has_machine: bool) -> String {
    let hint = shortest(kind, 'h', "Tab");
    if has_machine {
        let debug = shortest(kind, 's', "Ctrl-S");
        return format!(
            "~arrows Enter select  ~u take back  ~{hint} hint  ~{debug} step the code  q quit  ? help"
        );
    }
    let new = shortest(kind, 'r', "Ctrl-N");
    format!("~arrows Enter select  ~u take back  ~{hint} hint  ~{new} new  ~w write  q quit  ? help")
}

pub fn stepping_footer(kind: &Kind, has_machine: bool) -> String {
    if has_machine {
        let debug = shortest(kind, 's', "Ctrl-S");
        return format!("~arrows step  ~c continue from here  ~{debug} step the code  q quit  ? help");
    }
    "~arrows step  ~Home End  ~c continue from here  ~w write  q quit  ? help".to_owned()
}

pub fn help(kind: &Kind, has_machine: bool) -> Vec<String> {
    let (hint, new) = (either(kind, 'h', "Tab"), either(kind, 'r', "Ctrl-N"));
    let debug = has_machine.then(|| (either(kind, 's', "Ctrl-S"), "step through a routine of the last move"));
    let keys = [
        ("arrows", "move the cursor"),
        ("Enter, blank, click", "select the square at the cursor"),
        ("Esc", "select nothing, erase the typed move, cancel a hint"),
        ("u", "take back the last move of a person"),
        (&hint, "give a hint"),
        (&new, "start a new game"),
        ("w", "write the record of the game to a file"),
        ("<, >, Home, End", "step through the moves; c continues from there"),
    ];
    let debug = debug.iter().map(|(key, meaning)| (&key[..], *meaning));
    let others = [("Ctrl-L, Ctrl-Z", "redraw the screen, suspend"), ("q, Ctrl-C", "leave")];
    let keys = keys.into_iter().chain(debug).chain(others);
    let keys: Vec<String> = keys.map(|(key, meaning)| format!("{key:<21}{meaning}")).collect();
    let shading = kind.shading.map(|what| format!(" Underlined, or a comma: {what}."));
    let texts = [
        format!("Typed: {}.", kind.notation),
        format!("On the board: {}.", kind.selection),
        format!(
            "Marks: [ ] cursor, ( ) selected, : : where it can go, ! ! hint, - - last move.{}",
            shading.unwrap_or_default()
        ),
    ];
    keys.into_iter().chain([String::new()]).chain(texts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_stays_in_a_narrow_footer() {
        const FOOTER: &str = "~arrows select  ~h hint  q quit  ? help";
        for (width, shown) in [
            (80, "arrows select  h hint  q quit  ? help"),
            (36, "arrows select  q quit  ? help"),
            (28, "q quit  ? help"),
            (3, "q quit  ? help"),
        ] {
            assert_eq!(fitting(FOOTER, width), shown);
        }
    }
}
