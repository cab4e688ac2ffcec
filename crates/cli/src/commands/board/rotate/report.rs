//! The reports as text.

use arcadian_board::rotate::{Board, Move, Unsolved, Worth, keys};

/// Formats a solution: its keys, and the positions of the letters. `count` is the number of shortest solutions, if it is known.
pub fn solution(board: &Board, moves: &[Move], count: Option<u64>) -> String {
    let keys = line(&keys(*board, moves));
    let positions = line(&texts(moves));
    let length = match moves.len() {
        0 => return "0 moves: the board is in order\n".to_owned(),
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let others = match count {
        Some(1) => "the only shortest solution".to_owned(),
        Some(count) => format!("the first of {count} shortest solutions"),
        None => "the first of the shortest solutions, which are too many to count".to_owned(),
    };
    format!("{length}, {others}\nkeys      {keys}\npositions {positions}\n")
}

/// Formats the reason why a board was not solved.
pub fn unsolved(unsolved: &Unsolved) -> String {
    format!("{unsolved}\n")
}

/// Formats a table of special moves, and the proof that no shorter word is equivalent.
pub fn special(found: &[Worth]) -> String {
    let mut proofs: Vec<String> = found.iter().map(proof).collect();
    proofs.dedup();
    let rows: String = found.iter().map(row).collect();
    format!(
        " pair  turns  words  the first word, by position     its keys on the solved board\n{rows}{}",
        proofs.concat()
    )
}

fn row(worth: &Worth) -> String {
    let Worth { position, words, .. } = worth;
    let pair = format!("{position}-{}", position + 1);
    let keys = keys(Board::SOLVED, &words.moves).join(" ");
    format!(
        "{pair:>5}  {:>5}  {:>5} {:<31}  {keys}\n",
        words.moves.len(),
        words.count,
        line(&texts(&words.moves))
    )
}

fn proof(worth: &Worth) -> String {
    let Worth { depth, boards, .. } = worth;
    let shorter = worth.words.moves.len().saturating_sub(1);
    let found =
        if worth.is_least { "the two sets are disjoint" } else { "the two sets intersect, a contradiction" };
    format!(
        "No word of up to {shorter} turns is equivalent: {boards} boards are within {depth} turns of the board with the\n\
        pair exchanged, {boards} boards are within {depth} turns of the solved board, and {found}.\n"
    )
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Formats words in columns of one width for keys and positions.
fn line(words: &[String]) -> String {
    let width = 1 + words.iter().map(String::len).max().unwrap_or(0).max(2);
    words.iter().map(|word| format!("{word:>width$}")).collect()
}
