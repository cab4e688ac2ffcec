//! The W system: a numbering of the chess board with which rooks on squares that are turns of each other share one table.
