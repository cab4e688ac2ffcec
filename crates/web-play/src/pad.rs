//! The keypad as data.

use arcadian_basic::keypad;
use serde_json::{Value, json};

/// The keys in the last row, which shift the next key.
const SHIFTS: [&str; 4] = ["GREEN", "RED", "BLUE", "WORDS"];

/// Returns the rows of the pad. A key is what it types plain and after each shift; an empty text is nothing.
pub(crate) fn rows() -> Value {
    let keys: Vec<[&str; 5]> = keypad::legends().chain(SHIFTS.map(|shift| [shift, "", "", "", ""])).collect();
    json!({ "rows": keys.chunks(keypad::COLUMNS).collect::<Vec<_>>() })
}
