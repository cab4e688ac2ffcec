//! The report: text, JSON, lists and the table's width.

use serde_json::json;

use super::{RIGHT, rows, verify, verify_sheet};

#[test]
fn routines_for_one_processor() {
    assert_eq!(rows(&verify(&["T2CW", "--cpu", "6502"])), [["T2CW", "6502", "symbolic", "2^16"]]);
    assert_eq!(rows(&verify(&["T2CW", "--cpu", "8080"])), [["T2CW", "8080", "symbolic", "2^16"]]);
    verify(&["T2CW", "--cpu", "z80"]).is_refused(&["no routine is left", "for that processor"]);
}

#[test]
fn claims_are_listed() {
    let result = verify(&["--claims"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    for line in [
        "f2_turn        board:2 -> board:2\n               4 x 4, figure 2: a quarter turn clockwise\n",
        "rotate_special position, board:16 -> board:16, refused\n",
        "ataxx_count    board:14 -> x, o, free\n",
    ] {
        assert!(result.out.contains(line), "{line}");
    }
    let report = verify(&["--claims", "--json"]).json();
    let claims = report["claims"].as_array().expect("claims");
    assert_eq!(result.out.lines().count(), 2 * claims.len());
    let field = |name: &str, bytes: u64| json!({ "name": name, "bytes": bytes });
    let about = "4 x 4, figure 2: a quarter turn clockwise";
    let (inputs, outputs) = ([field("board", 2)], [field("board", 2)]);
    assert_eq!(claims[0], json!({ "name": "f2_turn", "about": about, "inputs": inputs, "outputs": outputs }));
    verify(&["T2CW", "--claims"]).is_refused(&["cannot be used with"]);
}

#[test]
fn a_list_of_the_routines() {
    let result = verify(&["--list"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    assert!(
        result
            .out
            .starts_with("T2CW    8080  Turns the 4x4 board by a quarter turn clockwise\nT2CW    6502  "),
        "{}",
        result.out
    );
    assert_eq!(result.out.lines().count(), 88);
    let widest = result.out.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|columns| columns <= 80), "{widest:?}");
    let found = verify(&["--list", "--json", "t2cw", "--cpu", "6502"]).json();
    let title = "Turns the 4x4 board by a quarter turn clockwise";
    assert_eq!(found, json!({ "routines": [{ "name": "T2CW", "cpu": "6502", "title": title }] }));
    let own = verify_sheet(RIGHT, &["--list"]);
    assert!(own.out.starts_with("MYHALF  8080  "), "{own:?}");
}

/// The widest rows of the bundled routines.
#[test]
fn the_table_fits_80_columns() {
    let result = verify(&[
        "T2CAN",
        "T3REF",
        "RKEY",
        "TTAKE",
        "AANY",
        "HHOPS",
        "--method",
        "random",
        "--samples",
        "100",
    ]);
    let widest = result.out.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|columns| columns <= 80), "{}", result.out);
}
