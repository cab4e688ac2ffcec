//! Screens of games, read before they were accepted.
