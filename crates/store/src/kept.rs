//! A store in a file: what it takes to go on with it later, in another process.
//!
//! Leaves and vectors keep their names, for what is stored names them. States get the numbers
//! 0, 1, 2 … in the order in which they are written. The tables that lead from contents to names are
//! made anew.
//!
//! ```text
//! leaves    [ count ][ length ][ bytes ][ length ][ bytes ] …
//! vectors   [ cells ][ count ][ cell ][ cell ] …
//! states    [ left | right << 32 ] … [ 0 ]
//! ```
//!
//! Who writes and reads sees to it that nothing gets damaged in between. What is read is still looked at
//! closely enough that nothing in it can lead this crate astray.

use std::io::{Read, Write};

use crate::pairs::Block;
use crate::store::number;
use crate::sync::pin;
use crate::vectors::Vectors;
use crate::{Full, LeafId, StateId, Store, StoreOptions};

/// Leaves longer than this are read piece by piece, so that a wrong length does no harm.
const PIECE_BYTES: u64 = 1 << 20;

/// Why a store could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Full(#[from] Full),
    /// What was read is no store.
    #[error("{0}")]
    Unfit(&'static str),
}

pub(crate) fn unfit(what: &'static str) -> Unread {
    Unread::Unfit(what)
}

pub(crate) fn read_number(from: &mut dyn Read) -> Result<u64, Unread> {
    let mut eight = [0; 8];
    from.read_exact(&mut eight)?;
    Ok(u64::from_le_bytes(eight))
}

impl Store {
    /// Was this number given to a state? Those that sessions reserve need not be. A state without words cannot
    /// be told from none.
    pub fn has_state(&self, id: StateId) -> bool {
        self.states.get(number(id)) != (0, 0)
    }

    /// Writes all leaves and vectors, and these states in this order. Nobody may be inserting anything. Only
    /// stores that compress can be written.
    pub fn write_to(&self, states: impl Iterator<Item = StateId>, out: &mut dyn Write) -> std::io::Result<()> {
        let Vectors::Tree(nodes) = &self.vectors else {
            return Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "the store is not compressed"));
        };
        let leaves = self.statistics().leaves.entries;
        out.write_all(&leaves.to_le_bytes())?;
        for name in 0..leaves {
            let bytes = self.leaf_bytes(LeafId(name as u32));
            out.write_all(&(bytes.len() as u64).to_le_bytes())?;
            out.write_all(bytes)?;
        }
        nodes.write_to(out)?;
        for id in states {
            let (left, right) = self.states.get(number(id));
            out.write_all(&(u64::from(left) | u64::from(right) << 32).to_le_bytes())?;
        }
        out.write_all(&0u64.to_le_bytes())
    }

    /// Reads what `write_to` has written.
    pub fn read_from(options: StoreOptions, from: &mut dyn Read) -> Result<Store, Unread> {
        let store = Store::empty(options);
        let Vectors::Tree(nodes) = &store.vectors else {
            return Err(unfit("the store is not compressed"));
        };
        let mut bytes = Vec::new();
        for name in 0..read_number(from)? {
            read_bytes(from, &mut bytes)?;
            if u64::from(store.leaf(&bytes)?.0) != name {
                return Err(unfit("a leaf is there twice"));
            }
        }
        let starts = nodes.read_from(from, &pin())?;
        for expected in 0.. {
            let pair = read_number(from)?;
            if pair == 0 {
                break;
            }
            let halves = (pair as u32, (pair >> 32) as u32);
            if !starts.has(halves.0) || !starts.has(halves.1) {
                return Err(unfit("a state is made of what is no vector"));
            }
            let guard = pin();
            let answer = store.states.insert_halves(halves, u64::MAX, &store.vectors, &guard, &Block::default())?;
            if answer.1 && u64::from(answer.0) == expected {
                continue;
            }
            return Err(unfit("a state is there twice"));
        }
        if !starts.has(0) {
            return Err(unfit("the empty vector is missing"));
        }
        Ok(store)
    }
}

/// A length and so many bytes.
fn read_bytes(from: &mut dyn Read, into: &mut Vec<u8>) -> Result<(), Unread> {
    into.clear();
    let mut left = read_number(from)?;
    while left > 0 {
        let (piece, start) = (left.min(PIECE_BYTES), into.len());
        into.resize(start + piece as usize, 0);
        from.read_exact(&mut into[start..])?;
        left -= piece;
    }
    Ok(())
}
