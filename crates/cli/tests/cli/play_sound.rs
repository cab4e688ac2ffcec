//! The live sound of `play`, with players that are shell scripts.
