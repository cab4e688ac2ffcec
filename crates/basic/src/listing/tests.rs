use super::*;
use account::account;
use errata::Errata;

const PRINTED: &str = include_str!("../../../../roms/rotate-1982.lst");
const ERRATA: &str = include_str!("../../../../roms/rotate-1982.errata.toml");

fn as_printed() -> Listing {
    Listing::read(PRINTED, Form::Listing).expect("the listing can be read")
}

fn corrected() -> Listing {
    let mut listing = as_printed();
    Errata::parse(ERRATA).expect("the errata can be read").apply(&mut listing).expect("the errata apply");
    listing
}

#[test]
fn all_fifty_three_numbers_come_out() {
    let account = account(&corrected());
    assert_eq!(account.lines.len(), 53);
    assert!(account.ok());
    assert_eq!((account.lines[0].sz, account.lines[52].sz), (1790, 144));
}

#[test]
fn show() {
    for line in account(&as_printed()).lines {
        if !line.ok || line.doubt.is_some() {
            println!(
                "{} bytes {} sz {} printed {:?} expected {:?}",
                line.number, line.bytes, line.sz, line.printed, line.expected
            );
            for repair in &line.repairs {
                println!("   {}   [{}]", repair.text, repair.why);
            }
            if let Some(doubt) = &line.doubt {
                println!("   doubt col {} {}", doubt.column, doubt.why);
                for repair in &doubt.repairs {
                    println!("   {}   [{}]", repair.text, repair.why);
                }
            }
        }
    }
}
