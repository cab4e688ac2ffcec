//! Checks rectangles, the sieve in parts, the census and the lengths of games against the definition.

mod boards;
mod solutions;

use crate::tactix::{Board, Counter, Rule, Shape, Solution, TactixError, all_moves};

const RULES: [Rule; 2] = [Rule::Normal, Rule::Misere];

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).expect("a shape")
}

/// The shapes with at most this number of squares.
fn shapes(most: usize) -> impl Iterator<Item = Shape> {
    (1..=most).flat_map(move |rows| (1..=most / rows).map(move |columns| shape(rows, columns)))
}

/// The P-positions by definition, one after another.
fn by_definition(shape: Shape, rule: Rule) -> Vec<bool> {
    let moves: Vec<u64> = shape.moves().iter().map(|run| shape.mask(run)).collect();
    let mut losing = vec![rule == Rule::Normal];
    for position in 1..=shape.full() {
        losing.push(!moves.iter().any(|run| run & position == *run && losing[(position ^ run) as usize]));
    }
    losing
}

fn is_losing(table: &[u64], position: u64) -> bool {
    table[(position / 64) as usize] >> (position % 64) & 1 != 0
}

#[test]
fn every_small_rectangle_agrees_with_the_definition() {
    for shape in shapes(12) {
        for rule in RULES {
            let table = shape.sieve(rule).solve().expect("memory");
            let expected = by_definition(shape, rule);
            for position in 0..=shape.full() {
                let losing = is_losing(&table, position);
                assert_eq!(losing, expected[position as usize], "{shape}, {rule:?}, {position:b}");
            }
        }
    }
}

#[test]
fn a_transposed_rectangle_has_equally_many_p_positions() {
    for (rows, columns) in [(1, 20), (2, 9), (3, 6), (4, 5), (3, 7), (2, 11)] {
        for rule in RULES {
            let census = |shape: Shape| count(shape, rule);
            assert_eq!(
                census(shape(rows, columns)),
                census(shape(columns, rows)),
                "{rows} × {columns}, {rule:?}"
            );
        }
    }
}

/// Returns the numbers by counters and the number of classes.
fn count(shape: Shape, rule: Rule) -> (Vec<u64>, u64) {
    let (sieve, counter) = (shape.sieve(rule), Counter::new(&shape));
    let mut census = counter.nothing();
    for (part, words) in sieve.solve().expect("memory").chunks(sieve.part_words()).enumerate() {
        census.add(&counter.count(part, words));
    }
    (census.by_counters().to_vec(), census.classes())
}

#[test]
fn squares_agree_with_solution() {
    for size in 1..=5 {
        for rule in RULES {
            let solution = Solution::new(Board::full(size).expect("a board"), rule).expect("small enough");
            assert_eq!(count(shape(size, size), rule).0, solution.losses_by_counters(), "{size}, {rule:?}");
        }
    }
}

/// Counts the classes by the smallest image of each P-position.
#[test]
fn classes_agree_with_the_smallest_images() {
    for shape in shapes(12) {
        let maps: Vec<Vec<usize>> =
            shape.symmetries().into_iter().map(|symmetry| shape.map(symmetry)).collect();
        let image = |map: &Vec<usize>, position: u64| {
            let counters = map.iter().enumerate().filter(|(square, _)| position >> square & 1 != 0);
            counters.fold(0u64, |image, (_, to)| image | 1 << to)
        };
        for rule in RULES {
            let losing = by_definition(shape, rule);
            let is_least = |position: &u64| maps.iter().all(|map| image(map, *position) >= *position);
            let least = (0..=shape.full()).filter(|position| losing[*position as usize]).filter(is_least);
            assert_eq!(count(shape, rule).1, least.count() as u64, "{shape}, {rule:?}");
        }
    }
}

#[test]
fn blocks_of_a_source_strike_what_the_whole_strikes() {
    let sieve = shape(4, 5).sieve(Rule::Misere);
    let (table, size) = (sieve.solve().expect("memory"), sieve.part_words());
    assert_eq!((sieve.parts(), size), (4, 4096));
    for part in 0..sieve.parts() {
        let mut words = vec![0; size];
        for source in sieve.sources(part) {
            for (block, of_source) in table[source * size..][..size].chunks(512).enumerate() {
                sieve.strike(part, source, 512 * block, of_source, &mut words);
            }
        }
        sieve.settle(part, &mut words);
        assert_eq!(words, table[part * size..][..size], "{part}");
    }
}

#[test]
fn moves_of_a_square_are_those_of_the_board() {
    for size in 1..=6 {
        let (shape, moves) = (shape(size, size), all_moves(size));
        assert_eq!(shape.moves(), moves);
        assert!(moves.iter().all(|run| Some(shape.mask(run)) == run.squares(size)));
    }
}

/// Columns: shape, symmetries, classes of moves.
#[test]
fn symmetries_and_classes_of_moves() {
    for (text, symmetries, classes) in [("1", 1, 1), ("1x6", 2, 12), ("2x3", 4, 6), ("3", 8, 7), ("6", 8, 33)]
    {
        let shape: Shape = text.parse().expect("a shape");
        assert_eq!(shape.symmetries().len(), symmetries, "{text}");
        assert_eq!(shape.representatives(&shape.moves()).len(), classes, "{text}");
    }
}

#[test]
fn lengths_of_games() {
    for shape in shapes(9) {
        for rule in RULES {
            let lengths = shape.lengths(rule).expect("small enough");
            let losing = by_definition(shape, rule);
            let moves: Vec<u64> = shape.moves().iter().map(|run| shape.mask(run)).collect();
            for position in 1..=shape.full() {
                let reached = moves.iter().filter(|run| *run & position == **run);
                let after: Vec<u64> = reached.map(|run| position ^ run).collect();
                let length = |next: &u64| lengths[*next as usize] + 1;
                let expected = if losing[position as usize] {
                    after.iter().map(length).max()
                } else {
                    after.iter().filter(|next| losing[**next as usize]).map(length).min()
                };
                assert_eq!(Some(lengths[position as usize]), expected, "{shape}, {rule:?}, {position:b}");
            }
        }
    }
}

#[test]
fn invalid_shapes() {
    for text in ["0", "7", "6x7", "37x1", "0x4", "99999999999x99999999999"] {
        assert!(text.parse::<Shape>().is_err(), "{text}");
    }
    for text in ["", "x", "5x", "x5", "+5", "5X7", "5×7", "5x7x1"] {
        assert_eq!(text.parse::<Shape>(), Err(TactixError::ShapeText(text.to_owned())), "{text}");
    }
    assert_eq!("5x7".parse::<Shape>().map(|shape| shape.to_string()), Ok("5 × 7".to_owned()));
}
