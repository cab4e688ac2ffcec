//! Reports of whole boards.

use arcadian_board::tactix::{Move, Rule, Shape};
use serde_json::{Value, json};

use super::{Numbers, Solved};
use crate::commands::board::tactix::{lookup, solve::name};

/// Reports a board as text.
pub fn text(shape: Shape, solved: &[Solved]) -> String {
    let mut text = format!("{shape}: positions in which the player to move loses\n\n");
    text += &line("counters", solved.iter().map(|one| name(one.rule).to_owned()));
    for counters in 0..=shape.squares() as usize {
        text += &line(
            &counters.to_string(),
            solved.iter().map(|one| one.census.by_counters()[counters].to_string()),
        );
    }
    text += &line("all", solved.iter().map(|one| one.census.total().to_string()));
    text += &line("classes", solved.iter().map(|one| one.census.classes().to_string()));
    text += &format!("\nof {} positions. The full board:\n", 1u64 << shape.squares());
    for one in solved {
        let verdict = lookup::words(one.is_losing, &one.winning, shape.moves().first());
        text += &format!("{}: {verdict}\n{}", name(one.rule), up_to_symmetry(shape, one));
        text += &one.numbers.as_ref().map(of_positions).unwrap_or_default();
    }
    text
}

fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    format!("{name:>8}{}\n", cells.map(|cell| format!("{cell:>11}")).collect::<String>())
}

fn up_to_symmetry(shape: Shape, solved: &Solved) -> String {
    let classes = shape.representatives(&solved.winning);
    if classes.len() == solved.winning.len() {
        return String::new();
    }
    format!("        up to symmetry by {}\n", texts(&classes).join(" "))
}

fn of_positions(numbers: &Numbers) -> String {
    let grundy = numbers
        .grundy
        .map(|(of_full, most)| format!("        Grundy number {of_full}; maximum of all positions {most}\n"));
    let (of_full, most) = numbers.length;
    format!(
        "{}        {of_full} moves with best play; maximum of all positions {most}\n",
        grundy.unwrap_or_default()
    )
}

/// Reports a board as JSON, which is a certificate: `docs/boards/tactix/check.py` verifies it.
pub fn json(shape: Shape, solved: &[Solved]) -> Value {
    json!({
        "rows": shape.rows(),
        "columns": shape.columns(),
        "games": solved.iter().map(|one| game(shape, one)).collect::<Vec<_>>(),
    })
}

fn game(shape: Shape, solved: &Solved) -> Value {
    let mut game = json!({
        "rule": if solved.rule == Rule::Normal { "normal" } else { "misere" },
        "winner": if solved.is_losing { "second player" } else { "first player" },
        "losing": solved.census.total(),
        "losing_by_counters": solved.census.by_counters(),
        "losing_classes": solved.census.classes(),
        "winning_first_moves": texts(&solved.winning),
        "winning_first_moves_up_to_symmetry": texts(&shape.representatives(&solved.winning)),
        "table_sha256": solved.digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
    });
    if let Some(numbers) = &solved.numbers {
        game["grundy"] =
            json!(numbers.grundy.map(|(of_full, most)| json!({ "full_board": of_full, "maximum": most })));
        game["length"] = json!({ "full_board": numbers.length.0, "maximum": numbers.length.1 });
    }
    game
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
