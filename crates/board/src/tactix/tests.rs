mod boards;
mod figures;
mod layouts;
mod solutions;
