mod boards;
mod figures;
mod layouts;
mod shapes;
mod solutions;
