//! What a state consists of, and how its pieces are written.

pub mod codec;
pub mod look;
pub mod object;
pub mod parts;
pub mod shadow;
pub mod thread;
