//! Lines of the Universal Ataxx Interface, each executed under a small bound.
#![no_main]

use arcadian_board::ataxx::{
    Move, Position, Side, Walls,
    uai::{self, Command, DEEPEST},
};
use arcadian_games::{
    ataxx,
    search::{Found, Settings, Watch},
};
use libfuzzer_sys::fuzz_target;

/// Stops a search after a number of polls.
struct StopAfter(u8);

impl Watch<Move> for StopAfter {
    fn is_enough(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn found(&mut self, found: &Found<Move>) {
        assert!(!found.line.is_empty());
    }
}

fuzz_target!(|text: &str| {
    let mut position = Position::start(Walls::default());
    for line in text.lines() {
        match uai::parse(line) {
            Ok(Command::Position(given)) => {
                position = given;
                assert_eq!(position.to_string().parse(), Ok(position));
            }
            Ok(Command::Go(go)) => {
                let _ = (go.time(Side::X), go.time(Side::O));
                let (depth, nodes) = (go.depth.unwrap_or(DEEPEST), go.node_limit(position.side));
                let settings = Settings { depth, nodes, entries: 1 << 10, ..Settings::default() };
                let found = ataxx::search(&position, settings, &mut StopAfter(1));
                assert!(found.line.iter().take(1).all(|played| position.play(*played).is_ok()));
            }
            Ok(Command::Perft { depth, nodes }) => {
                let mut polls = 0;
                let _ = position.perft_until(depth, nodes, &mut || {
                    polls += 1;
                    polls == 2
                });
            }
            Ok(_) => {}
            Err(error) => assert!(error.to_string().len() < 400),
        }
    }
});
