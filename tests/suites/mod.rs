//! The public processor test suites. None of them is part of this project: see docs/suites.md for where they come from.
//!
//! They are looked for in the folder that the environment variable `ARCADIAN_SUITES` names:
//!
//! ```sh
//! ARCADIAN_SUITES=/my/suites cargo test -p arcadian-tests --release suites -- --ignored
//! ```

mod bus;
mod single_step;

use std::path::PathBuf;

/// A file or folder of the suites.
fn suite(name: &str) -> PathBuf {
    let folder = std::env::var_os("ARCADIAN_SUITES")
        .expect("ARCADIAN_SUITES names the folder that holds the public suites, see docs/suites.md");
    let path = PathBuf::from(folder).join(name);
    assert!(path.exists(), "{} is not there; docs/suites.md says where it comes from", path.display());
    path
}
