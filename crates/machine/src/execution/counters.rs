//! What is counted while a program runs.

/// Instructions executed, and visible actions that did not end a transition after all, by the rule
/// that spared them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    pub instructions: u64,
    pub spared: [u64; SPARED],
}

/// Why a visible action does not end its transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spared {
    /// Nobody else could run.
    Alone,
    /// Memory that belongs to one thread at a time, or that nobody writes any more.
    Staged,
    /// Memory under a lock.
    Guarded,
    /// The release of a lock.
    Release,
    /// Start, end and join of threads.
    Life,
}

impl Spared {
    /// In the order in which they are counted.
    pub const ALL: [Spared; 5] = [Spared::Alone, Spared::Staged, Spared::Guarded, Spared::Release, Spared::Life];
}

/// The kinds of [`Spared`].
pub const SPARED: usize = Spared::ALL.len();

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.instructions += other.instructions;
        self.spared.iter_mut().zip(other.spared).for_each(|(sum, more)| *sum += more);
    }
}

impl std::ops::Sub for Counters {
    type Output = Counters;

    fn sub(self, other: Counters) -> Counters {
        let spared = std::array::from_fn(|i| self.spared[i] - other.spared[i]);
        Counters { instructions: self.instructions - other.instructions, spared }
    }
}
