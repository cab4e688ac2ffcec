//! Random programs and random keys.

use super::{
    generator::{Dice, keys, program},
    pair::Session,
    shrink::assert_equal,
};

fn session(seed: u64) -> Session {
    let mut dice = Dice::new(seed);
    Session {
        lines: program(&mut dice),
        is_run: true,
        keys: keys(&mut dice),
        seed: seed % 70_000,
        budget: 4_000,
        ..Session::default()
    }
}

#[test]
fn random_programs() {
    (0..300).for_each(|seed| assert_equal(&format!("program {seed}"), &session(seed)));
}

/// `FROM=1000 COUNT=100000 cargo test --release -p arcadian-tests --test all a_hundred_thousand -- --ignored --nocapture`
#[test]
#[expect(clippy::print_stdout, reason = "a long run shows its progress")]
#[ignore = "takes minutes; the environment variables FROM and COUNT select the programs"]
fn a_hundred_thousand_random_programs() {
    let number =
        |name, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (from, count): (u64, u64) = (number("FROM", 1_000), number("COUNT", 100_000));
    for seed in from..from + count {
        assert_equal(&format!("program {seed}"), &session(seed));
        if (seed + 1 - from).is_multiple_of(1_000) {
            println!("{} programs are equal", seed + 1 - from);
        }
    }
}
