//! The program's messages and their locations on the screen (lines 11, 13, 19, 27 to 51).

/// A message: the CX where it begins, and its text.
pub(super) type Message = (i16, String);

/// Location of the level prompt (lines 12 and 13).
pub(super) const LEVEL_AT: (i16, i16) = (-77, 35);
/// Location of the reset message (line 11).
pub(super) const RESET_AT: (i16, i16) = (-65, 25);
/// Location of the special move message (line 43).
pub(super) const SPECIAL_AT: (i16, i16) = (-65, 15);
/// Location of the move prompt and of the answer's move number (lines 19 and 32).
pub(super) const MOVE_AT: (i16, i16) = (-65, 5);
/// Location of the count of revealed moves (line 36).
pub(super) const COUNT_AT: (i16, i16) = (19, 35);
/// CY of every message in the lower half (line 9).
pub(super) const LOWER_CY: i16 = -24;

/// The colors BC and FC of the game (line 12).
pub(super) const PLAIN: (u8, u8) = (223, 8);
/// The colors BC and FC after the answer was requested (line 31).
pub(super) const CAUGHT: (u8, u8) = (119, 0);

/// The prompt of line 13, with the blank that INPUT adds.
pub(super) const LEVEL: &str = "  LEVEL ";
/// The message of line 43.
pub(super) const SPECIAL: &str = "SP. MOVE";
/// The message of line 31.
pub(super) const CHEATING: (i16, &str) = (-29, "CHEATING???");
/// The prompt of line 51.
pub(super) const NEW_GAME: (i16, &str) = (-35, "NEW GAME? (Y/N)");

/// Returns the messages after quitting with `n` moves, in order (lines 27 to 29).
pub(super) fn quitting(n: i16) -> [Message; 3] {
    [(-29, "SPOILSPORT!".into()), (-65, format!("YOU QUIT AFTER {n} MOVES!")), (-29, "ANSWER? (Y/N)".into())]
}

/// Returns the messages after winning a level `d` puzzle in `n` moves, in order (lines 47 to 49).
pub(super) fn winning(n: i16, d: i16) -> impl Iterator<Item = Message> {
    let (fewer, more) = (n < d, n > d);
    let by = n.abs_diff(d);
    [
        (fewer, (-29, "WOW! SMARTY!".into())),
        (true, (-47, format!("YOU WON IN {n} MOVES!"))),
        (more, (-41, format!("{by} MORE THAN ME!"))),
        (fewer, (-41, format!("{by} FEWER THAN ME!"))),
        (fewer, (-77, "BET YOU CAN'T DO IT AGAIN!".into())),
    ]
    .into_iter()
    .filter_map(|(is_printed, message)| is_printed.then_some(message))
}

/// Returns the location of the `b`th move of the answer: ten to a row (lines 32 and 37).
pub(super) const fn answer_at(b: i16) -> (i16, i16) {
    let before = b.saturating_sub(1);
    (-23 + before % 10 * 6, -5 - before / 10 * 8)
}
