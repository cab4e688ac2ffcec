//! The reports as text.

use arcadian_board::rotate::{Board, Bound, Move, Solution, Unsolved, Worth, keys};

/// Formats a solution: its keys, and the positions of the letters.
pub fn solution(board: &Board, solution: &Solution) -> String {
    let keys = line(&keys(*board, &solution.moves));
    let positions = line(&texts(&solution.moves));
    let length = match solution.moves.len() {
        0 => return "0 moves: the board is in order\n".to_owned(),
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let others = match solution.count {
        1 => "the only shortest solution".to_owned(),
        count => format!("the first of {count} shortest solutions"),
    };
    format!("{length}, {others}\nkeys      {keys}\npositions {positions}\n")
}

/// Formats the reason why a board was not solved.
pub fn unsolved(unsolved: &Unsolved) -> String {
    let hint = match unsolved.bound {
        Bound::Memory(_) => " (--memory raises it)",
        Bound::Moves(_) => "",
    };
    format!("{unsolved}{hint}\n")
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
    words.iter().map(|word| format!("{word:>3}")).collect()
}
