mod boards;
mod figures;
mod shapes;
mod solutions;
