pub mod codec;
pub mod object;
pub mod parts;
pub mod shadow;
pub mod thread;
