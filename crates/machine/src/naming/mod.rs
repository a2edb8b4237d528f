pub mod canon;
pub mod delta;
pub mod links;
pub mod moves;
pub mod recall;
pub mod scene;
