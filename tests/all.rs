//! The workspace tests, one binary; a module a topic.
