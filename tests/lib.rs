//! Placeholder of the test package; the tests are in all.rs.
