//! How a state was first reached, in 64 bits.
//!
//! ```text
//! final:       0 · parent state (40) · number of the choice + 1 (23)        0: the start
//! provisional: 1 · parent's place in its layer (40) · number of the choice + 1 (23)
//! ```
//!
//! Within a layer several workers may reach a new state; the least provisional key wins, which does
//! not depend on who was faster. A final key is less than any provisional one, so offering a key to
//! a state of an earlier layer changes nothing.

use store::StateId;

const CHOICE_BITS: u32 = 23;
const PROVISIONAL: u64 = 1 << 63;

/// More choices than this in one state cannot be told apart.
pub const CHOICES_MAX: usize = (1 << CHOICE_BITS) - 2;

pub const START: u64 = 0;

pub fn provisional(place: u64, choice: usize) -> u64 {
    PROVISIONAL | place << CHOICE_BITS | (choice as u64 + 1)
}

/// Makes a provisional key final, given the layer it speaks of.
pub fn settle(key: u64, layer: &[StateId]) -> u64 {
    let place = (key & !PROVISIONAL) >> CHOICE_BITS;
    layer[place as usize].0 << CHOICE_BITS | key & ((1 << CHOICE_BITS) - 1)
}

/// Parent and number of the choice; None for the start.
pub fn parent(key: u64) -> Option<(StateId, usize)> {
    let choice = (key & ((1 << CHOICE_BITS) - 1)).checked_sub(1)?;
    Some((StateId(key >> CHOICE_BITS), choice as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_round_trip_and_order() {
        let layer = [StateId(7), StateId(900)];
        let key = provisional(1, 3);
        assert!(provisional(0, 9) < key && key < provisional(1, 4));
        assert_eq!(parent(settle(key, &layer)), Some((StateId(900), 3)));
        assert!(settle(key, &layer) < provisional(0, 0));
        assert_eq!(parent(START), None);
    }
}
