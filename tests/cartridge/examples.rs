//! The example programs.

use std::{fs, path::Path};

use super::{pair::Scenario, shrink::assert_equal};

#[test]
fn example_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "bas") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a program");
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        for (seed, keys) in [
            (1, "50{GO}25{GO}12{GO}{ERASE}7{GO}"),
            (70_000, "A{GO}{GO}99999{GO}50{GO}75{GO}"),
            (3, "{AT 40}{JX1=1}{AT 400}{JX1=-1}{AT 700}{JX1=0}{AT 720}{TR1=1}"),
        ] {
            let scenario = Scenario {
                lines: lines.clone(),
                is_run: true,
                keys: keys.to_owned(),
                seed,
                budget: 4_000,
                ..Scenario::default()
            };
            assert_equal(&path.display().to_string(), &scenario);
        }
        count += 1;
    }
    assert_eq!(count, 9);
}
