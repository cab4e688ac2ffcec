//! A second, slow move generator for comparison: an array of letters with a border, testing every pair of squares.

use crate::ataxx::Position;

/// Rows and columns -2 to 8, so that no access needs a bounds check.
type Grid = [[u8; 11]; 11];

#[derive(Clone, Copy)]
pub(super) struct Slow {
    grid: Grid,
    side: u8,
    clock: u32,
}

impl Slow {
    pub(super) fn of(position: &Position) -> Self {
        let fen = position.to_string();
        let words: Vec<_> = fen.split(' ').collect();
        let mut grid = [[b'#'; 11]; 11];
        for (row, rank) in words[0].split('/').enumerate() {
            let spaced =
                (1..=7).fold(rank.to_owned(), |rank, n| rank.replace(&n.to_string(), &".".repeat(n)));
            grid[row + 2][2..9].copy_from_slice(spaced.as_bytes());
        }
        Self { grid, side: words[1].as_bytes()[0], clock: words[2].parse().unwrap() }
    }

    fn cells(letter: u8, grid: &Grid) -> Vec<(usize, usize)> {
        let all = (2..9).flat_map(|row| (2..9).map(move |column| (row, column)));
        all.filter(|&(row, column)| grid[row][column] == letter).collect()
    }

    fn is_over(&self) -> bool {
        let [x, o] = [b'x', b'o'].map(|letter| Self::cells(letter, &self.grid));
        let can_move = |stones: &[_]| stones.iter().any(|&stone| self.has_free(stone));
        self.clock >= 100 || x.is_empty() || o.is_empty() || !(can_move(&x) || can_move(&o))
    }

    fn has_free(&self, (row, column): (usize, usize)) -> bool {
        (row - 2..=row + 2).any(|r| (column - 2..=column + 2).any(|c| self.grid[r][c] == b'.'))
    }

    /// Returns the position after each move.
    pub(super) fn children(&self) -> Vec<Slow> {
        if self.is_over() {
            return Vec::new();
        }
        let mut children = Vec::new();
        let own = Self::cells(self.side, &self.grid);
        for to in Self::cells(b'.', &self.grid) {
            let far = |from: &(usize, usize)| from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
            if own.iter().any(|from| far(from) == 1) {
                children.push(self.after(None, to));
            }
            children.extend(own.iter().filter(|from| far(from) == 2).map(|from| self.after(Some(*from), to)));
        }
        if children.is_empty() {
            children.push(Self { side: self.opponent(), clock: self.clock + 1, ..*self });
        }
        children
    }

    fn opponent(&self) -> u8 {
        if self.side == b'x' { b'o' } else { b'x' }
    }

    fn after(&self, from: Option<(usize, usize)>, to: (usize, usize)) -> Slow {
        let mut grid = self.grid;
        if let Some((row, column)) = from {
            grid[row][column] = b'.';
        }
        for cell in
            (to.0 - 1..=to.0 + 1).flat_map(|row| (to.1 - 1..=to.1 + 1).map(move |column| (row, column)))
        {
            if cell == to || grid[cell.0][cell.1] == self.opponent() {
                grid[cell.0][cell.1] = self.side;
            }
        }
        Slow { grid, side: self.opponent(), clock: if from.is_some() { self.clock + 1 } else { 0 } }
    }

    /// Formats board, side and clock as in a FEN.
    pub(super) fn text(&self) -> String {
        let rows: Vec<_> =
            self.grid[2..9].iter().map(|row| String::from_utf8_lossy(&row[2..9]).into_owned()).collect();
        let board =
            (1..=7).rev().fold(rows.join("/"), |text, n| text.replace(&".".repeat(n), &n.to_string()));
        format!("{board} {} {}", self.side as char, self.clock)
    }

    pub(super) fn perft(&self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            _ => self.children().iter().map(|child| child.perft(depth - 1)).sum(),
        }
    }
}
