//! The board games, and `sliders`: `cargo bench -p arcadian-board`, with the name of a game after `--` for its benchmarks only.

fn main() {
    divan::main();
}

/// Ataxx: perft, in positions per second.
mod ataxx {
    use arcadian_board::ataxx::{Position, Walls};
    use divan::{Bencher, counter::ItemsCount};

    fn start() -> Position {
        Position::start(Walls::default())
    }

    #[divan::bench(args = [5, 6], sample_count = 5)]
    fn perft(bencher: Bencher<'_, '_>, depth: u8) {
        let nodes = start().perft(depth);
        bencher.counter(ItemsCount::new(nodes)).bench(|| divan::black_box(start()).perft(depth));
    }
}

/// Halma: perft from the initial position on one core. divan's `item` is one leaf.
///
/// The last move is not made: the destinations of every piece are counted, steps by their bits and hops by a flood
/// fill over the 64 squares that hops can reach. All earlier moves are made and unmade.
mod halma {
    use arcadian_board::halma::{Position, Variant, perft};
    use divan::{Bencher, black_box, counter::ItemsCount};

    #[divan::bench(args = [Variant::Standard, Variant::Kangaroo], sample_count = 20)]
    fn perft_4(bencher: Bencher, variant: Variant) {
        let start = Position::start();
        bencher
            .counter(ItemsCount::new(perft(&start, variant, 4)))
            .bench(|| perft(black_box(&start), variant, 4));
    }
}

/// ROTATE: turns and shortest solutions.
mod rotate {
    use arcadian_board::rotate::{Board, PAIRS, Rules, Solver};
    use divan::{Bencher, black_box, counter::ItemsCount};

    const GROUPS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];
    const MEMORY: usize = 512 << 20;
    const REGULAR: Rules = Rules { special: false, limit: usize::MAX };

    /// Returns the solved board after this many counterclockwise turns of the groups in rotation.
    fn puzzle(turns: usize) -> Board {
        let mut board = Board::SOLVED;
        GROUPS.iter().cycle().take(turns).for_each(|&position| board.unturn(position));
        board
    }

    #[divan::bench]
    fn turn(bencher: Bencher<'_, '_>) {
        bencher.counter(ItemsCount::new(GROUPS.len())).bench_local(|| {
            let mut board = black_box(Board::SOLVED);
            GROUPS.iter().for_each(|&position| board.turn(position));
            board
        });
    }

    /// Solves from scratch: the time includes computing the layers.
    #[divan::bench(args = [8, 10, 12, 14])]
    fn solve(turns: usize) -> bool {
        Solver::new(MEMORY).solve(&puzzle(turns), REGULAR, |_| {}).is_ok()
    }

    #[divan::bench(args = [5, 6, 7])]
    fn layers(depth: usize) -> usize {
        Solver::new(MEMORY).new_boards(depth).unwrap_or(0)
    }

    /// Computes the equivalents of all twelve special moves.
    #[divan::bench]
    fn special() -> usize {
        let mut solver = Solver::new(MEMORY);
        PAIRS
            .into_iter()
            .filter(|&position| matches!(solver.worth(position), Ok(Some(worth)) if worth.is_least))
            .count()
    }
}

/// Attacks of rooks and bishops on the same random squares and occupancies: the W system's shared tables (88,800 bytes for both pieces),
/// fancy and plain magic tables, tables indexed by PEXT, and walking the rays.
///
/// PEXT is an instruction only with `RUSTFLAGS="-C target-cpu=native"` on a processor with BMI2; otherwise it is computed by a loop.
mod sliders {
    use arcadian_board::sliders::{Piece, Square, Tables, subsets};
    use bitintr::Pext;
    use divan::{Bencher, black_box, counter::ItemsCount};

    const LOOKUPS: usize = 65_536;

    #[divan::bench]
    fn w_tables(bencher: Bencher) {
        let tables = Piece::ALL.map(Tables::new);
        bench(bencher, |piece, square, occupied| tables[piece as usize].attacks(square, occupied));
    }

    #[divan::bench]
    fn fancy_magic(bencher: Bencher) {
        let tables = Piece::ALL.map(|piece| Sets::magic(piece, |mask| mask.count_ones()));
        bench(bencher, |piece, square, occupied| tables[piece as usize].by_magic(square, occupied));
    }

    #[divan::bench]
    fn plain_magic(bencher: Bencher) {
        let tables =
            Piece::ALL.map(|piece| Sets::magic(piece, |_| if piece == Piece::Rook { 12 } else { 9 }));
        bench(bencher, |piece, square, occupied| tables[piece as usize].by_magic(square, occupied));
    }

    #[divan::bench]
    fn pext(bencher: Bencher) {
        let tables = Piece::ALL.map(Sets::pext);
        bench(bencher, |piece, square, occupied| tables[piece as usize].by_pext(square, occupied));
    }

    #[divan::bench]
    fn ray_walk(bencher: Bencher) {
        bench(bencher, Piece::attacks);
    }

    fn bench(bencher: Bencher, attacks: impl Fn(Piece, Square, u64) -> u64 + Sync) {
        let mut random = Random(1);
        let mut query = || {
            let number = random.next();
            let piece = Piece::ALL[(number >> 57 & 1) as usize];
            let square = Square::from_index((number >> 58) as u8).unwrap();
            (piece, square, random.next() & random.next())
        };
        let queries: Vec<_> = (0..LOOKUPS).map(|_| query()).collect();
        bencher.counter(ItemsCount::new(LOOKUPS)).bench(|| {
            let queries = black_box(&queries).iter();
            queries.fold(0, |sum, &(piece, square, occupied)| sum ^ attacks(piece, square, occupied))
        });
    }

    /// Attack sets that a key finds at once.
    struct Sets {
        entries: [Entry; 64],
        sets: Vec<u64>,
    }

    /// The lookup data of a square. `first` is the start of its sets.
    #[derive(Clone, Copy, Default)]
    struct Entry {
        mask: u64,
        magic: u64,
        shift: u32,
        first: u32,
    }

    impl Sets {
        /// Finds magics by trial for keys as wide as `width` says for a mask.
        fn magic(piece: Piece, width: impl Fn(u64) -> u32) -> Self {
            let mut random = Random(2);
            Self::with(piece, |square, mask| {
                let shift = 64 - width(mask);
                std::iter::repeat_with(|| random.next() & random.next() & random.next())
                    .find_map(|magic| Some((magic, shift, table(piece, square, magic, shift)?)))
                    .unwrap()
            })
        }

        fn pext(piece: Piece) -> Self {
            // Subsets come in the order of their bits gathered by PEXT.
            Self::with(piece, |square, mask| {
                (0, 0, subsets(mask).map(|occupied| piece.attacks(square, occupied)).collect())
            })
        }

        fn with(piece: Piece, mut table: impl FnMut(Square, u64) -> (u64, u32, Vec<u64>)) -> Self {
            let mut all = Self { entries: [Entry::default(); 64], sets: Vec::new() };
            for square in Square::all() {
                let mask = piece.mask(square);
                let (magic, shift, sets) = table(square, mask);
                all.entries[square.index()] = Entry { mask, magic, shift, first: all.sets.len() as u32 };
                all.sets.extend(sets);
            }
            all
        }

        fn by_magic(&self, square: Square, occupied: u64) -> u64 {
            let Entry { mask, magic, shift, first } = self.entries[square.index()];
            self.sets[first as usize + ((occupied & mask).wrapping_mul(magic) >> shift) as usize]
        }

        fn by_pext(&self, square: Square, occupied: u64) -> u64 {
            let Entry { mask, first, .. } = self.entries[square.index()];
            self.sets[first as usize + occupied.pext(mask) as usize]
        }
    }

    /// Builds the table of a magic, or returns `None` if two occupancies with different attacks collide.
    fn table(piece: Piece, square: Square, magic: u64, shift: u32) -> Option<Vec<u64>> {
        let mut sets = vec![0; 1 << (64 - shift)];
        for occupied in subsets(piece.mask(square)) {
            let key = (occupied.wrapping_mul(magic) >> shift) as usize;
            let attacked = piece.attacks(square, occupied);
            if sets[key] != 0 && sets[key] != attacked {
                return None;
            }
            sets[key] = attacked;
        }
        Some(sets)
    }

    /// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        }
    }
}

/// TACTIX: images, canonical forms and solutions.
mod tactix {
    use arcadian_board::tactix::{
        Board, FIGURE_2, FIGURE_3, Layout, Rule, Solution, Symmetry, grundy_numbers,
    };
    use divan::{Bencher, black_box, counter::ItemsCount};

    const FIGURES: [u8; 2] = [2, 3];

    fn layout(figure: u8) -> &'static Layout {
        if figure == 2 { &FIGURE_2 } else { &FIGURE_3 }
    }

    /// Returns 65,536 different boards.
    fn words(layout: &Layout) -> Vec<u64> {
        let spread = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & layout.full();
        (0..=u64::from(u16::MAX)).map(spread).collect()
    }

    #[divan::bench(args = FIGURES)]
    fn turn(bencher: Bencher<'_, '_>, figure: u8) {
        let layout = layout(figure);
        let words = words(layout);
        bencher.counter(ItemsCount::new(words.len())).bench_local(|| {
            words.iter().fold(0, |sum, word| sum ^ layout.image(black_box(*word), Symmetry::Clockwise))
        });
    }

    #[divan::bench(args = FIGURES)]
    fn canonical(bencher: Bencher<'_, '_>, figure: u8) {
        let layout = layout(figure);
        let words = words(layout);
        bencher
            .counter(ItemsCount::new(words.len()))
            .bench_local(|| words.iter().fold(0, |sum, word| sum ^ layout.canonical(black_box(*word))));
    }

    #[divan::bench(args = [4, 5])]
    fn solve_normal(bencher: Bencher<'_, '_>, size: usize) {
        solve(bencher, size, Rule::Normal);
    }

    #[divan::bench(args = [4, 5])]
    fn solve_misere(bencher: Bencher<'_, '_>, size: usize) {
        solve(bencher, size, Rule::Misere);
    }

    fn solve(bencher: Bencher<'_, '_>, size: usize, rule: Rule) {
        bencher
            .counter(ItemsCount::new(1usize << (size * size)))
            .bench_local(|| Board::full(black_box(size)).and_then(|board| Solution::new(board, rule)));
    }

    #[divan::bench]
    fn grundy_4x4() -> Option<u8> {
        let board = Board::full(black_box(4)).ok()?;
        grundy_numbers(&board).ok()?.pop()
    }
}
