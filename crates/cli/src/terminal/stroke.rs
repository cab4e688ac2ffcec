//! The keys that answer a question in the footer.

use arcadian_play::question::Stroke;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Returns the input of a key at a question, or `None` for an unused key.
pub fn stroke(event: &KeyEvent) -> Option<Stroke> {
    let is_plain = (event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT)).is_empty();
    match event.code {
        KeyCode::Esc => Some(Stroke::Escape),
        KeyCode::Enter => Some(Stroke::Enter),
        KeyCode::Backspace | KeyCode::Delete => Some(Stroke::Erase),
        KeyCode::Char(character) if is_plain => Some(Stroke::Character(character)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_do_not_answer_questions() {
        let stroke = |modifiers, code| stroke(&KeyEvent::new(code, modifiers));
        assert_eq!(stroke(KeyModifiers::CONTROL, KeyCode::Char('c')), None);
        assert_eq!(stroke(KeyModifiers::NONE, KeyCode::Char('s')), Some(Stroke::Character('s')));
        assert_eq!(stroke(KeyModifiers::NONE, KeyCode::Esc), Some(Stroke::Escape));
    }
}
