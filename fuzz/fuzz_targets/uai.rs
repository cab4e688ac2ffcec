//! Lines of the Universal Ataxx Interface, each executed under a small bound.
#![no_main]

use arcadian_board::ataxx::{
    Found, Position, Search, Side, Walls, Watch,
    uai::{self, Command},
};
use libfuzzer_sys::fuzz_target;

/// Stops a search after a number of polls.
struct StopAfter(u8);

impl Watch for StopAfter {
    fn is_enough(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn found(&mut self, found: &Found) {
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
                let found = Search::new(go.limits(position.side), &mut StopAfter(1)).run(&position);
                assert!(found.line.iter().take(1).all(|played| position.play(*played).is_ok()));
            }
            Ok(Command::Perft { depth, nodes }) => {
                let mut watch = StopAfter(2);
                let _ = position.perft_until(depth, nodes, &mut || watch.is_enough());
            }
            Ok(_) => {}
            Err(error) => assert!(error.to_string().len() < 400),
        }
    }
});
