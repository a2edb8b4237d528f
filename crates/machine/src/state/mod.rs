//! What a state consists of, and how its pieces are written.

/// Which bits of a word are undefined, and of which pointer it is a piece.
pub mod shadow;

/// A block of memory, decoded.
pub mod object;

/// Objects and registers as bytes.
pub mod codec;

/// Long objects as vectors of parts.
pub mod parts;

/// What a state says of an object, and what a transition looked at.
pub mod look;

/// A thread: its frames and registers, and its section of the state.
pub mod thread;
