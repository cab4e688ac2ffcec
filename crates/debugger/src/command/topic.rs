//! What commands are about.

/// What commands are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Going forward and back.
    Going,
    /// Where to stop.
    Stopping,
    /// Looking at the program, and changing it.
    Looking,
    /// All else.
    Other,
}

impl Topic {
    /// All, in the order in which help shows them.
    pub const ALL: [Topic; 4] = [Topic::Going, Topic::Stopping, Topic::Looking, Topic::Other];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Going => "Going forward and back",
            Topic::Stopping => "Where to stop",
            Topic::Looking => "Looking and changing",
            Topic::Other => "Other",
        }
    }
}
