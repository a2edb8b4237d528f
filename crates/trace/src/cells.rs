//! Values as bytes, each with what is known about it: the form in which values are compared and
//! rendered, whether they come from a register or from memory.

use machine::Spelt;

/// One byte of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Cell {
    pub byte: u8,
    /// Bits that are undefined.
    pub undef: u8,
    /// The byte is number `pointer_byte` of a pointer to this object (0: no object).
    pub object: u32,
    pub pointer_byte: u8,
}

/// A pointer that was found in a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    pub object: u32,
    pub offset: u32,
    /// What the program keeps in the upper 16 bits.
    pub high: u16,
}

impl Cell {
    #[cfg(test)]
    pub(crate) fn int(byte: u8) -> Cell {
        Cell { byte, ..Cell::default() }
    }

    pub(crate) const UNDEF: Cell = Cell { byte: 0, undef: 0xff, object: 0, pointer_byte: 0 };
}

/// The eight cells of a word.
pub(crate) fn of_word(word: Spelt) -> [Cell; 8] {
    std::array::from_fn(|i| Cell {
        byte: word.bits.to_le_bytes()[i],
        undef: word.undef.to_le_bytes()[i],
        object: word.pointer_bytes[i].0,
        pointer_byte: word.pointer_bytes[i].1,
    })
}

/// Whether any bit is undefined.
pub(crate) fn is_undefined(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.undef != 0)
}

/// Whether no bit is defined.
pub(crate) fn is_wholly_undefined(cells: &[Cell]) -> bool {
    !cells.is_empty() && cells.iter().all(|cell| cell.undef == 0xff)
}

/// The low 128 bits as a number.
pub(crate) fn number(cells: &[Cell]) -> u128 {
    let bytes = cells.iter().take(16).enumerate();
    bytes.fold(0, |n, (i, cell)| n | u128::from(cell.byte) << (8 * i))
}

/// Bits `at_bit..at_bit + bits` as a number; None if one of them is undefined or not there.
pub(crate) fn bits(cells: &[Cell], at_bit: u64, bits: u32) -> Option<u128> {
    let mut value = 0;
    for i in 0..bits.min(128) {
        let at = at_bit + u64::from(i);
        let cell = cells.get(usize::try_from(at / 8).ok()?)?;
        if cell.undef >> (at % 8) & 1 != 0 {
            return None;
        }
        value |= u128::from(cell.byte >> (at % 8) & 1) << i;
    }
    Some(value)
}

/// The pointer that eight cells are, if they are one. It may lack its two upper bytes, which are
/// always 0 and whose place tagged pointers use.
pub(crate) fn pointer(cells: &[Cell]) -> Option<Pointer> {
    let cells: &[Cell; 8] = cells.get(..8)?.try_into().ok()?;
    let object = cells[4].object;
    let belongs = |i: usize| cells[i].object == object && usize::from(cells[i].pointer_byte) == i;
    let plain = |i: &usize| cells[*i].object == 0;
    if object == 0 || is_undefined(cells) || !plain(&0) || !(1..6).all(belongs) {
        return None;
    }
    let high = match (belongs(6) && belongs(7), plain(&6) && plain(&7)) {
        (true, _) => 0,
        (_, true) => u16::from_le_bytes([cells[6].byte, cells[7].byte]),
        _ => return None,
    };
    Some(Pointer { object, offset: number(&cells[..4]) as u32, high })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ir::{Shadow, Word};

    /// The cells of words that are no mixtures.
    pub(crate) fn of_words(words: &[Word]) -> Vec<Cell> {
        let spelt = words.iter().map(|word| {
            let object = word.object();
            let byte = |i: usize| match word.shadow == Shadow::POINTER && i >= 1 {
                true => (object, i as u8),
                false => (0, 0),
            };
            Spelt {
                bits: word.bits,
                undef: if word.shadow == Shadow::UNDEF { !0 } else { 0 },
                pointer_bytes: std::array::from_fn(byte),
            }
        });
        spelt.flat_map(of_word).collect()
    }

    #[track_caller]
    fn check(word: Word, expected: Option<Pointer>) {
        assert_eq!(pointer(&of_words(&[word])), expected);
    }

    #[test]
    fn pointers_are_recognised() {
        let plain = Pointer { object: 7, offset: 12, high: 0 };
        check(Word::pointer(7, 12), Some(plain));
        check(Word::int(7 << 32 | 12), None);
        check(Word::UNDEF, None);
        let mut cells = of_words(&[Word::pointer(7, 12)]);
        cells[6] = Cell::int(5);
        cells[7] = Cell::int(1);
        let tagged = Pointer { high: 0x105, ..plain };
        assert_eq!(pointer(&cells), Some(tagged));
        cells[5] = Cell::int(0);
        assert_eq!(pointer(&cells), None);
        assert_eq!(pointer(&cells[..7]), None);
    }

    #[test]
    fn undefined_bits_are_seen() {
        let mut cells = of_words(&[Word::int(0x10f)]);
        cells[0].undef = 0xf0;
        assert_eq!(bits(&cells, 0, 4), Some(0xf));
        assert_eq!(bits(&cells, 0, 5), None);
        assert_eq!(bits(&cells, 8, 56), Some(1));
        assert_eq!(bits(&cells, 8, 57), None);
        assert!(is_undefined(&cells) && !is_wholly_undefined(&cells));
    }
}
