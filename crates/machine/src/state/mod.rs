//! What a state consists of, and how its pieces are written.

/// Which bits of a word are undefined, and of which pointer it is a piece.
pub(crate) mod shadow;

/// Sets of numbers as intervals.
pub(crate) mod ranges;

/// A block of memory, decoded.
pub(crate) mod object;

/// Objects and registers as bytes.
pub(crate) mod codec;

/// Long objects as vectors of parts.
pub(crate) mod parts;

/// What a state says of an object, and what a transition looked at.
pub(crate) mod look;

/// A thread: its frames and registers, and its section of the state.
pub(crate) mod thread;
