//! Where a generated program comes from: a sequence of small numbers.
//!
//! A seed draws it; the generator consumes it. A mismatch is shrunk by making the
//! sequence shorter and its numbers smaller and generating again, so no part of
//! the generator knows about shrinking. It only has to see to it that 0 is the
//! simplest choice everywhere: a sequence that has run out goes on with zeros.

use crate::fuzz::random::Random;

pub(super) struct Choices {
    given: Vec<u32>,
    random: Option<Random>,
    taken: Vec<u32>,
}

impl Choices {
    pub(super) fn from_seed(seed: u64) -> Self {
        Choices { given: Vec::new(), random: Some(Random::new(seed)), taken: Vec::new() }
    }

    pub(super) fn replay(given: Vec<u32>) -> Self {
        Choices { given, random: None, taken: Vec::new() }
    }

    /// What was chosen, to be replayed.
    pub(super) fn taken(self) -> Vec<u32> {
        self.taken
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let drawn = match &mut self.random {
            Some(random) => random.below(bound),
            None => self.given.get(self.taken.len()).map_or(0, |n| *n as usize % bound),
        };
        self.taken.push(drawn as u32);
        drawn
    }

    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) >= 100 - chance
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The sequence with parts left out or made smaller, as long as it stays interesting.
pub(super) fn shrink(choices: &[u32], attempts_max: usize, mut interesting: impl FnMut(&[u32]) -> bool) -> Vec<u32> {
    let mut smallest = choices.to_vec();
    let mut attempts = 0;
    let mut size = smallest.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < smallest.len() && attempts < attempts_max {
            let end = (at + size).min(smallest.len());
            let without = [&smallest[..at], &smallest[end..]].concat();
            let zeroed = [&smallest[..at], &vec![0; end - at], &smallest[end..]].concat();
            let mut candidates = vec![without];
            if smallest[at..end].iter().any(|n| *n != 0) {
                candidates.push(zeroed);
            }
            attempts += candidates.len();
            match candidates.into_iter().find(|candidate| interesting(candidate)) {
                Some(smaller) if smaller.len() < smallest.len() => smallest = smaller,
                Some(smaller) => {
                    smallest = smaller;
                    at = end;
                }
                None => at = end,
            }
        }
        size /= 2;
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_can_be_replayed() {
        let mut first = Choices::from_seed(4);
        let drawn: Vec<usize> = (1..30).map(|n| first.below(n)).collect();
        let mut again = Choices::replay(first.taken());
        assert_eq!((1..30).map(|n| again.below(n)).collect::<Vec<_>>(), drawn);
        assert_eq!(again.below(100), 0);
    }

    #[test]
    fn shrinks_to_what_matters() {
        let choices: Vec<u32> = (0..100).collect();
        let small = shrink(&choices, 1000, |all| all.contains(&37) && all.contains(&80));
        assert_eq!(small, [37, 80]);
    }
}
