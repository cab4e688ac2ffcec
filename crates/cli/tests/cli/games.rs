//! `board GAME play`: whole games, line by line and in a pseudo-terminal. The games are those of docs/boards/games.

use crate::support::Folder;

/// A game, its options, and its record.
const GAMES: [(&str, &[&str], &str); 4] = [
    ("tactix", &["--program", "none"], include_str!("../../../../docs/boards/games/tactix.txt")),
    ("halma", &["--program", "none", "--kangaroo"], include_str!("../../../../docs/boards/games/halma.txt")),
    ("ataxx", &["--program", "none"], include_str!("../../../../docs/boards/games/ataxx.txt")),
    ("rotate", &["BCDHFGEPIJKLAMNO"], include_str!("../../../../docs/boards/games/rotate.txt")),
];

fn play<'a>(game: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    [&["board", game, "play"], options].concat()
}

fn moves(record: &str) -> Vec<&str> {
    let (_, moves) = record.split_once("\n\n").expect("moves");
    moves.split_whitespace().filter(|word| !word.ends_with('.')).collect()
}

/// Returns a record without its seed, which the puzzle takes from the clock if its board is given.
fn without_seed(record: &str) -> Vec<&str> {
    record.lines().filter(|line| !line.starts_with("seed")).collect()
}

#[test]
fn whole_games_line_by_line() {
    for (game, options, record) in GAMES {
        let folder = Folder::with(&[]);
        let lines = moves(record).join("\n");
        let result =
            folder.feed(&play(game, &[options, &["--record", "game.txt"]].concat()), lines.as_bytes());
        assert!(result.status == Some(0) && result.err.is_empty(), "{game}: {result:?}");
        assert_eq!(without_seed(&folder.read("game.txt")), without_seed(record), "{game}");
        let boards: Vec<&str> = result.out.split("\n\n").collect();
        assert_eq!(boards.len(), moves(record).len() + 1, "{game}: a board for each position");
        insta::assert_snapshot!(game, boards[boards.len() - 1]);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_writes_the_record_of_the_lines_so_far() {
    use std::io::{BufRead as _, Write as _};
    for (game, options, record) in GAMES {
        for signal in [rustix::process::Signal::TERM, rustix::process::Signal::INT] {
            let folder = Folder::with(&[]);
            let mut child = std::process::Command::new(crate::support::ARCADIAN)
                .args(play(game, &[options, &["--record", "game.txt"]].concat()))
                .current_dir(folder.root())
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .spawn()
                .expect("the program");
            let mut input = child.stdin.take().expect("its input");
            let lines = std::io::BufReader::new(child.stdout.take().expect("its output")).lines();
            let first = moves(record)[0];
            writeln!(input, "{first}\nboard").expect("a line");
            // `board` prints the position a third time.
            let boards = lines.map_while(Result::ok).filter(|line| line.is_empty());
            assert_eq!(boards.take(2).count(), 2, "{game}");
            let process = rustix::process::Pid::from_raw(child.id().cast_signed()).expect("a process");
            rustix::process::kill_process(process, signal).expect("a signal");
            assert!(!child.wait().expect("an end").success(), "{game}");
            assert_eq!(moves(&folder.read("game.txt")), [first], "{game} {signal:?}");
        }
    }
}

#[test]
fn a_game_without_a_move_replaces_no_record() {
    for (game, options, record) in GAMES {
        for (input, status) in [("", 0), ("nonsense\n", 2)] {
            let folder = Folder::with(&[("game.txt", record)]);
            let run =
                folder.feed(&play(game, &[options, &["--record", "game.txt"]].concat()), input.as_bytes());
            assert_eq!(run.status, Some(status), "{game} {input:?}");
            assert_eq!(folder.read("game.txt"), record, "{game} {input:?}");
        }
    }
}

#[test]
fn records_are_replayed_and_continued() {
    for (game, _, record) in GAMES {
        let moves = moves(record);
        let (last, before) = moves.split_last().expect("moves");
        let start = record.split_once("\n\n").expect("moves").0;
        let unfinished: String = start
            .lines()
            .filter(|line| !line.starts_with("result"))
            .map(|line| format!("{line}\n"))
            .collect();
        let folder = Folder::with(&[("game.txt", &format!("{unfinished}\n{}\n", before.join(" ")))]);
        let args = play(game, &["--replay", "game.txt", "--record", "whole.txt"]);
        let result = folder.feed(&args, format!("{last}\n").as_bytes());
        assert_eq!(result.status, Some(0), "{game}: {result:?}");
        assert_eq!(folder.read("whole.txt"), record, "{game}");
    }
}

#[test]
fn commands_between_the_moves() {
    let lines = "board\n00\nundo\nhint\nquit\nnothing is read here\n";
    let result = Folder::with(&[])
        .feed(&play("tactix", &["--size", "2", "--program", "none", "--seed", "1"]), lines.as_bytes());
    assert_eq!(result.status, Some(0), "{result:?}");
    insta::assert_snapshot!(result.out);
}

/// The processors with `--on`, as they are named in the lines about their code.
const PROCESSORS: [(&str, &str); 3] = [("8080", "8080"), ("z80", "Z80"), ("6502", "6502")];

/// A whole game with machine code prints what it prints without, and a line for each move.
#[test]
fn whole_games_on_each_processor() {
    for (game, options, record) in GAMES {
        let folder = Folder::with(&[]);
        let lines = moves(record).join("\n");
        // The seed is in the first line.
        let positions = |out: &str| out.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        let plain = folder.feed(&play(game, options), lines.as_bytes());
        assert_eq!(plain.status, Some(0), "{game}: {plain:?}");
        for (on, name) in PROCESSORS {
            let coded = folder.feed(&play(game, &[options, &["--on", on]].concat()), lines.as_bytes());
            let is_cost = |line: &&str| line.contains(&format!(" on the {name}: "));
            assert_eq!(
                coded.out.lines().filter(is_cost).count(),
                moves(record).len(),
                "{game} {on}: {coded:?}"
            );
            let others: String =
                coded.out.lines().filter(|line| !is_cost(line)).map(|line| format!("{line}\n")).collect();
            assert_eq!(positions(&others), positions(&plain.out), "{game} {on}");
            assert!(coded.status == Some(0) && coded.err.is_empty(), "{game} {on}: {coded:?}");
        }
    }
}

#[test]
fn a_record_is_replayed_on_a_processor() {
    for (game, _, record) in GAMES {
        let folder = Folder::with(&[("game.txt", record)]);
        let plain = folder.run(&play(game, &["--replay", "game.txt"]));
        let coded = folder.run(&play(game, &["--replay", "game.txt", "--on", "z80"]));
        let cost = coded.out.lines().nth(1).unwrap_or_default();
        let moves = moves(record).len();
        assert!(cost.starts_with(&format!("{moves} moves on the Z80: ")), "{game}: {coded:?}");
        assert_eq!(coded.out.replace(&format!("{cost}\n"), ""), plain.out, "{game}");
    }
}

/// `step` prints commands that work: they end with the outputs that the oracle has.
#[test]
fn printed_commands_step_through_the_routines() {
    let games: [(&str, &[&str], &str); 5] = [
        ("tactix", &["--program", "none"], "10-12\nstep\n"),
        ("halma", &["--program", "none", "--kangaroo"], "34-36\nstep\n"),
        ("halma", &["--program", "none"], "34-36\nstep\n238-204\nstep\n"),
        ("ataxx", &["--program", "none"], "a7a5\nstep\ng6\nstep\n"),
        ("rotate", &["BCDHFGEPIJKLAMNO"], "SB\nstep\nE\nT\nstep\n"),
    ];
    for (game, options, lines) in games {
        for (on, name) in PROCESSORS {
            let folder = Folder::with(&[]);
            let args = play(game, &[options, &["--on", on]].concat());
            let printed = folder.feed(&args, lines.as_bytes()).out;
            let commands: Vec<&str> =
                printed.lines().filter_map(|line| line.strip_prefix("arcadian ")).collect();
            assert!(!commands.is_empty(), "{game} {on}: {printed}");
            for command in commands {
                let words: Vec<&str> =
                    command.split(' ').chain(["--command", "continue", "--command", "figure"]).collect();
                let stepped = folder.run(&words);
                assert_eq!(stepped.status, Some(0), "{command}: {stepped:?}");
                assert!(stepped.out.contains(&format!(", {name}: ")), "{command}: {}", stepped.out);
                assert!(stepped.out.contains("as the oracle says"), "{command}: {}", stepped.out);
            }
        }
    }
}

#[cfg(unix)]
mod in_a_terminal {
    use super::{Folder, GAMES, moves, play};
    use crate::terminal::Terminal;

    const SIZE: (u16, u16) = (80, 24);

    /// The last words of the status.
    const ENDINGS: [&str; 4] = ["The second player has won", "White has won", "o has won", "Solved in"];

    #[test]
    fn whole_games_by_typed_moves() {
        for ((game, options, record), ending) in GAMES.into_iter().zip(ENDINGS) {
            let ending = if record.contains("Black has won") { "Black has won" } else { ending };
            let folder = Folder::with(&[]);
            let args = play(game, &[options, &["--record", "game.txt"]].concat());
            let mut terminal = Terminal::start(&folder, SIZE, &args);
            terminal.wait_for_text("? help");
            let enter = if game == "rotate" { "" } else { "\r" };
            for played in moves(record) {
                terminal.type_keys(&format!("{played}{enter}"));
            }
            terminal.wait_for_text(ending);
            terminal.type_keys("q");
            assert!(terminal.wait_for_exit().success(), "{game}");
            assert_eq!(moves(&folder.read("game.txt")), moves(record), "{game}");
        }
    }

    #[test]
    fn cursor_mouse_hint_and_a_small_terminal() {
        let folder = Folder::with(&[]);
        let args = play("tactix", &["--program", "none", "--seed", "1"]);
        let mut terminal = Terminal::start(&folder, SIZE, &args);
        terminal.wait_for_text("[x]");
        terminal.type_and_wait("\r\x1b[C\r", ">00-01");
        // A click on the counter in row 3, column 3, twice: SGR mouse reports, counted from 1.
        terminal.type_and_wait("\x1b[<0;20;10M\x1b[<0;20;10m\x1b[<0;20;10M\x1b[<0;20;10m", ">33");
        terminal.type_and_wait("h", "Hint: ");
        terminal.resize(20, 5);
        terminal.wait_for_text("The board needs");
        terminal.resize(SIZE.0, SIZE.1);
        terminal.wait_for_text(">33");
        terminal.type_and_wait("q", "Leave without writing the game?");
        terminal.leave("y");
    }

    #[test]
    fn a_routine_is_stepped_through_and_the_game_goes_on() {
        let folder = Folder::with(&[]);
        let args = play("rotate", &["BCDHFGEPIJKLAMNO", "--on", "6502"]);
        let mut terminal = Terminal::start(&folder, SIZE, &args);
        terminal.wait_for_text("on the 6502");
        terminal.type_and_wait("a", "has no group");
        terminal.type_and_wait("e", "RKEY on the 6502: ");
        terminal.type_and_wait("\x13", "Step through: 1 RKEY  2 RDONE?");
        terminal.type_and_wait("1", "letter=45");
        terminal.type_and_wait("c", "as the oracle says");
        terminal.type_and_wait("q", "1.>E");
        terminal.type_and_wait("b", "2.>B");
        terminal.type_and_wait("q", "Leave without writing the game?");
        terminal.leave("y");
    }

    #[test]
    fn q_leaves_while_the_program_thinks() {
        let folder = Folder::with(&[]);
        let args = play("ataxx", &["--program", "first", "--level", "5"]);
        let terminal = Terminal::start(&folder, SIZE, &args);
        terminal.wait_for_text("The program is thinking");
        terminal.leave("q");
    }

    /// Two moves of each game, and then its start is shown.
    fn stepped_back(folder: &Folder, game: &str, options: &[&str], record: &str) -> Terminal {
        let mut terminal = Terminal::start(folder, SIZE, &play(game, options));
        terminal.wait_for_text("? help");
        let enter = if game == "rotate" { "" } else { "\r" };
        for played in &moves(record)[..2] {
            terminal.type_and_wait(&format!("{played}{enter}"), &format!(">{played}"));
        }
        terminal.type_and_wait("<", "1/2");
        terminal.type_and_wait("\x1b[H", "0/2");
        terminal
    }

    fn signal(terminal: &Terminal, signal: rustix::process::Signal) {
        let process = rustix::process::Pid::from_raw(terminal.process().cast_signed()).expect("a process");
        rustix::process::kill_process(process, signal).expect("a signal");
    }

    #[test]
    fn the_record_has_the_whole_game_whatever_ends_it_while_one_steps_back() {
        use rustix::process::Signal;
        for (game, options, record) in GAMES {
            for end in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT)] {
                let folder = Folder::with(&[]);
                let mut terminal =
                    stepped_back(&folder, game, &[options, &["--record", "game.txt"]].concat(), record);
                match end {
                    None => terminal.type_keys("\x03"),
                    Some(end) => signal(&terminal, end),
                }
                assert_eq!(terminal.wait_for_exit().success(), end.is_none(), "{game} {end:?}");
                assert_eq!(moves(&folder.read("game.txt")), moves(record)[..2], "{game} {end:?}");
            }
        }
    }

    #[test]
    fn an_unwritten_game_is_rescued_if_nobody_can_be_asked() {
        use rustix::process::Signal;
        for (game, options, record) in GAMES {
            let folder = Folder::with(&[]);
            let terminal = stepped_back(&folder, game, options, record);
            signal(&terminal, Signal::HUP);
            assert!(!terminal.wait_for_exit().success(), "{game}");
            assert_eq!(moves(&folder.read(&format!("{game}-rescued.txt"))), moves(record)[..2], "{game}");
        }
    }

    #[test]
    fn a_signal_writes_the_record() {
        let folder = Folder::with(&[]);
        let args = play("tactix", &["--program", "none", "--record", "game.txt"]);
        let mut terminal = Terminal::start(&folder, SIZE, &args);
        terminal.wait_for_text("? help");
        terminal.type_and_wait("12\r", ">12");
        let process = rustix::process::Pid::from_raw(terminal.process().cast_signed()).expect("a process");
        rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("a signal");
        assert!(!terminal.wait_for_exit().success());
        assert_eq!(moves(&folder.read("game.txt")), ["12"]);
    }
}
