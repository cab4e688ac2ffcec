//! What the program says, and where (lines 11, 13, 19, 27 to 51).

/// A message and the CX where it begins.
pub(super) type Message = (i16, String);

/// Where the level is asked for (lines 12 and 13).
pub(super) const LEVEL_AT: (i16, i16) = (-77, 35);
/// Where resets are told (line 11).
pub(super) const RESET_AT: (i16, i16) = (-65, 25);
/// Where the special move is told (line 43).
pub(super) const SPECIAL_AT: (i16, i16) = (-65, 15);
/// Where moves are asked for and the answer's are told (lines 19 and 32).
pub(super) const MOVE_AT: (i16, i16) = (-65, 5);
/// Where the count of revealed moves stands (line 36).
pub(super) const COUNT_AT: (i16, i16) = (19, 35);
/// CY of every message in the lower half (line 9).
pub(super) const LOWER_CY: i16 = -24;

/// The colours BC and FC of play (line 12).
pub(super) const PLAIN: (u8, u8) = (223, 8);
/// The colours BC and FC since an answer was asked for (line 31).
pub(super) const CAUGHT: (u8, u8) = (119, 0);

/// The question of line 13, with the blank that INPUT adds.
pub(super) const LEVEL: &str = "  LEVEL ";
/// The message of line 43.
pub(super) const SPECIAL: &str = "SP. MOVE";
/// The message of line 31.
pub(super) const CHEATING: (i16, &str) = (-29, "CHEATING???");
/// The question of line 51.
pub(super) const NEW_GAME: (i16, &str) = (-35, "NEW GAME? (Y/N)");

/// Lines 27 to 29: what a player who quits after `n` moves is told and asked, one after the other.
pub(super) fn quitting(n: i16) -> [Message; 3] {
    [(-29, "SPOILSPORT!".into()), (-65, format!("YOU QUIT AFTER {n} MOVES!")), (-29, "ANSWER? (Y/N)".into())]
}

/// Lines 47 to 49: what the winner in `n` moves of a level `d` puzzle is told, one after the other.
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
    .filter_map(|(said, message)| said.then_some(message))
}

/// Where the `b`th move of the answer stands: ten to a row (lines 32 and 37).
pub(super) const fn answer_at(b: i16) -> (i16, i16) {
    let before = b.saturating_sub(1);
    (-23 + before % 10 * 6, -5 - before / 10 * 8)
}
