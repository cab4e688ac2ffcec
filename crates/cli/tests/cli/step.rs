//! `step` of a recorded game, and its help. The rest is in `tests/cases/step.txt`, `tests/commands/step.trycmd` and `step_cartridge.trycmd`.

use crate::support::Folder;

#[test]
fn help_states_the_budget_of_scripts() {
    let help = Folder::with(&[]).run(&["step", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("default: 100000000, with --coverage 10000000"), "{help}");
}

/// A recording of `play --record` is stepped: the seed, keys, and hand controllers at their statements.
#[test]
fn a_recorded_game_is_stepped() {
    let program = "10 K=KP\n20 A=RND(1000)\n30 FOR I=1TO 50;S=S+JX(1);NEXT I\n40 L=KP;STOP\n";
    let keys = "#! arcadian keys\n#! seed: 7\nA{AT 40}{JX1=1}{AT 90}{JX1=-1}{AT 100}{JX1=0}B";
    let folder = Folder::with(&[("x.bas", program), ("x.keys", keys)]);
    let run = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]).json();
    let [a, s] = ["A", "S"].map(|name| run["variables"][name].as_i64().expect("a number"));
    assert_ne!(s, 0);
    let print = ["--command", "continue", "--command", "print A", "--command", "print S"];
    let result = folder.run(&[&["step", "x.bas", "--keys-file", "x.keys"][..], &print].concat());
    assert_eq!(result.status, Some(0), "{result:?}");
    assert!(result.out.ends_with(&format!("> print A\n{a}\n> print S\n{s}\n")), "{result:?}");
}
