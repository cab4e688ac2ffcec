//! Laws of the search, on random games with few positions, which are reached in many ways.

use proptest::prelude::*;

use super::{End, Found, Ranked, Searchable, Settings, Unwatched, WON, Watch, hash, search};

/// A random game: the place determines end, estimate and moves.
#[derive(Clone, Debug)]
struct Random {
    seed: u64,
    place: u64,
    places: u64,
}

impl Random {
    fn roll(&self, purpose: u64) -> u64 {
        hash(hash(self.seed ^ self.place << 8) ^ purpose)
    }

    fn count(&self) -> u64 {
        self.roll(3) % 5
    }
}

impl Searchable for Random {
    type Move = u64;
    const SLOTS: usize = 4;
    const SWING: i32 = 5;

    fn end(&self) -> Option<End> {
        match self.roll(1) % 24 {
            0 => Some(End::Won),
            1 => Some(End::Lost),
            2 => Some(End::Drawn),
            _ => None,
        }
    }

    fn evaluate(&self) -> i32 {
        (self.roll(2) % 21) as i32 - 10
    }

    fn moves(&self, moves: &mut Vec<Ranked<u64>>) {
        moves.extend((0..self.count()).map(|n| Ranked { played: n, rank: (self.roll(10 + n) % 3) as i64 }));
    }

    fn after(&self, played: u64) -> Self {
        Self { place: self.roll(20 + played) % self.places, ..*self }
    }

    fn key(&self, _depth: u8) -> u64 {
        hash(self.place + 1)
    }

    fn slot(&self, played: u64) -> usize {
        played as usize
    }
}

fn minimax(position: &Random, depth: u8, ply: i32) -> i32 {
    match position.end() {
        Some(End::Won) => WON - ply,
        Some(End::Lost) => ply - WON,
        Some(End::Drawn) => 0,
        None if depth == 0 => position.evaluate(),
        None => {
            let values = (0..position.count()).map(|n| -minimax(&position.after(n), depth - 1, ply + 1));
            values.max().unwrap_or(position.evaluate())
        }
    }
}

fn full_width(depth: u8, entries: usize) -> Settings {
    Settings { depth, entries, is_selective: false, ..Settings::default() }
}

fn games() -> impl Strategy<Value = Random> {
    (any::<u64>(), 1..200_u64).prop_map(|(seed, places)| Random { seed, place: 0, places })
}

/// Records the results of completed depths.
#[derive(Default)]
struct Depths(Vec<Found<u64>>);

impl Watch<u64> for Depths {
    fn is_enough(&mut self) -> bool {
        false
    }
    fn found(&mut self, found: &Found<u64>) {
        self.0.push(found.clone());
    }
}

proptest! {
    /// The score is that of minimax, whatever the size of the table.
    #[test]
    fn a_full_search_is_minimax(game in games(), depth in 1..7_u8, entries in prop::sample::select(vec![0, 1, 2, 100, 4096])) {
        prop_assume!(game.end().is_none() && game.count() > 0);
        let mut depths = Depths::default();
        search(&game, full_width(depth, entries), &mut depths);
        for found in &depths.0 {
            prop_assert_eq!(found.score, minimax(&game, found.depth, 0), "depth {}", found.depth);
        }
        // A search that ends before its depth has found the value of every greater depth.
        let last = depths.0.last().expect("depth 1 is completed");
        prop_assert_eq!(last.score, minimax(&game, depth, 0));
    }

    /// The line leads to the score: its last position has it as estimate or end.
    #[test]
    fn the_line_has_the_score(game in games(), depth in 1..7_u8) {
        let found = search(&game, full_width(depth, 4096), &mut Unwatched);
        let end = found.line.iter().fold(game.clone(), |position, &played| position.after(played));
        if !found.line.is_empty() {
            let plies = found.line.len() as i32;
            prop_assert_eq!(found.score, (1 - plies % 2 * 2) * minimax(&end, 0, plies));
        }
    }

    /// Equal inputs give equal results, and no bound makes the search fail.
    #[test]
    fn any_search_is_repeated(game in games(), nodes in 0..3000_u64, entries in 0..2000_usize, is_selective: bool) {
        let settings = Settings { depth: 12, nodes, entries, is_selective };
        let found = search(&game, settings, &mut Unwatched);
        prop_assert_eq!(&found, &search(&game, settings, &mut Unwatched));
        prop_assert!(found.nodes <= nodes);
        prop_assert_eq!(found.line.is_empty(), game.end().is_some() || game.count() == 0);
    }
}

/// A row of squares: the player to move walks one or two squares, and who reaches the last one wins.
#[derive(Clone, Debug)]
struct Walk(u8);

impl Searchable for Walk {
    type Move = u8;
    const SLOTS: usize = 3;
    const SWING: i32 = 0;

    fn end(&self) -> Option<End> {
        (self.0 == 0).then_some(End::Lost)
    }
    fn evaluate(&self) -> i32 {
        0
    }
    fn moves(&self, moves: &mut Vec<Ranked<u8>>) {
        moves.extend((1..=self.0.min(2)).map(|played| Ranked { played, rank: 0 }));
    }
    fn after(&self, played: u8) -> Self {
        Self(self.0 - played)
    }
    fn key(&self, _depth: u8) -> u64 {
        hash(self.0.into())
    }
    fn slot(&self, played: u8) -> usize {
        played.into()
    }
}

/// Multiples of three are lost; the winner needs a move for each three squares, and the loser's moves are between.
#[test]
fn distant_wins_are_found() {
    for length in 1..=24 {
        let found = search(&Walk(length), full_width(30, 64), &mut Unwatched);
        let moves = i32::from(2 * length.div_ceil(3));
        let (score, first) = match length % 3 {
            0 => (moves - WON, None),
            left => (WON - (moves - 1), Some(left)),
        };
        assert_eq!(found.score, score, "{length}");
        assert!(first.is_none_or(|first| found.line[0] == first), "{length}: {:?}", found.line);
    }
}
