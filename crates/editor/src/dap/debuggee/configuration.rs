//! Launch configurations.

use arcadian_debugger::step::request::StepRequest;
use serde::Deserialize;

/// The attributes of an editor. The host of a session reads the token.
pub(crate) const EDITOR_ATTRIBUTES: [&str; 3] = ["stopOnEntry", "noDebug", "token"];

/// The arguments of `launch`: a program with the options of `arcadian step`, and those of an editor.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Launch {
    #[serde(flatten)]
    pub request: StepRequest,
    stop_on_entry: Option<bool>,
    #[serde(default)]
    no_debug: bool,
}

impl Launch {
    /// Returns whether the program stops before its first step.
    pub(crate) fn stops_on_entry(&self) -> bool {
        !self.no_debug && self.stop_on_entry.unwrap_or(true)
    }

    /// Returns whether the program runs without the debugger.
    pub(crate) fn is_without_debugger(&self) -> bool {
        self.no_debug
    }
}
