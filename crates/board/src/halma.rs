//! Halma on 16 × 16 squares, and its Kangaroo variation.
