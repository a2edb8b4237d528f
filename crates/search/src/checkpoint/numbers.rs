//! Small things as bytes: numbers seven bits to a byte, least first; what has a length comes after it.

use std::io::{Read, Result, Write};

use super::blocks::damaged;

/// Sections longer than this are read piece by piece, so that a wrong length does no harm.
const PIECE_BYTES: u64 = 1 << 20;

/// What is being put together.
#[derive(Default)]
pub(crate) struct Out(pub Vec<u8>);

impl Out {
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(crate) fn numbers(&mut self, numbers: &[u64]) {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|number| self.number(*number));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn flags(&mut self, flags: &[bool]) {
        self.number(flags.len() as u64);
        self.0.extend(flags.iter().map(|flag| u8::from(*flag)));
    }

    /// Nothing, or something.
    pub(crate) fn option<T>(&mut self, some: Option<T>, each: impl FnOnce(&mut Out, T)) {
        self.number(some.is_some());
        if let Some(some) = some {
            each(self, some);
        }
    }

    /// All of a list.
    pub(crate) fn list<T>(&mut self, list: impl ExactSizeIterator<Item = T>, mut each: impl FnMut(&mut Out, T)) {
        self.number(list.len() as u64);
        list.for_each(|item| each(self, item));
    }

    /// Goes into a file, behind its length.
    pub(crate) fn put(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(&(self.0.len() as u64).to_le_bytes())?;
        out.write_all(&self.0)
    }
}

/// What was put together, on its way back. None: it is something else.
pub(crate) struct In<'a>(pub &'a [u8]);

impl<'a> In<'a> {
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(first & 0x7f) << shift;
            if *first < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.number()?).ok()
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        Some(self.number()? != 0)
    }

    pub(crate) fn numbers(&mut self) -> Option<Vec<u64>> {
        self.list(In::number)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.small()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    pub(crate) fn flags(&mut self) -> Option<Vec<bool>> {
        Some(self.bytes()?.iter().map(|byte| *byte != 0).collect())
    }

    pub(crate) fn option<T>(&mut self, each: impl FnOnce(&mut In<'a>) -> Option<T>) -> Option<Option<T>> {
        if self.flag()? { Some(Some(each(self)?)) } else { Some(None) }
    }

    pub(crate) fn list<T>(&mut self, mut each: impl FnMut(&mut In<'a>) -> Option<T>) -> Option<Vec<T>> {
        let len = self.number()?;
        (0..len).map(|_| each(self)).collect()
    }
}

/// The bytes that [`Out::put`] has put into a file.
pub(crate) fn take(from: &mut dyn Read) -> Result<Vec<u8>> {
    let (mut left, mut bytes) = (take_number(from)?, Vec::new());
    while left > 0 {
        let (piece, start) = (left.min(PIECE_BYTES), bytes.len());
        bytes.resize(start + piece as usize, 0);
        from.read_exact(&mut bytes[start..])?;
        left -= piece;
    }
    Ok(bytes)
}

pub(crate) fn take_number(from: &mut dyn Read) -> Result<u64> {
    let mut eight = [0; 8];
    from.read_exact(&mut eight)?;
    Ok(u64::from_le_bytes(eight))
}

/// Understands a section as a whole.
pub(crate) fn understand<T>(bytes: &[u8], read: impl FnOnce(&mut In<'_>) -> Option<T>) -> Result<T> {
    let mut from = In(bytes);
    let understood = read(&mut from).filter(|_| from.0.is_empty());
    understood.ok_or_else(|| damaged("a part of it makes no sense"))
}
