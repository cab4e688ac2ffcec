//! TACTIX: taking runs of counters from a board whose squares are laid out so that turning it is shifting bytes.
