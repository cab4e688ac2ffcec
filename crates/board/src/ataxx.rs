//! Ataxx on 7 × 7 squares with walls: four values a cell, fourteen bytes a board.
