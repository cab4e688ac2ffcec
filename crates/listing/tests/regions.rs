//! The regions of two listings.

use arcadian_listing::{Convention, Dialect, Judgement, Listings, Region};

#[test]
fn show() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/listing/");
    let text = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).expect("a listing");
    let (old, new) = (text("cc65-before.s"), text("cc65-flag.s"));
    let listings = Listings::read(Dialect::Cc65, Convention::of(Dialect::Cc65), [&old, &new], &[]);
    listings.check(0, &mut |region: &Region| {
        println!("{}---\n{}{:?} {:?} {:?} {:?} {:?}\n", region.old.source, region.new.source, region.dead, region.dead_else, region.dead_at, region.dead_cells, region.maybe);
        Judgement::<()>::Undecided(String::new())
    });
}
