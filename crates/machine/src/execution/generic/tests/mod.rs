//! Tests of the lane ops, by family.

mod casts;
mod floats;
mod ints;
mod pointers;
mod quick;
mod undefined;
mod vectors;

use ir::{LocId, Program, Scalar, Shape, Word};
use splitmix::SplitMix;

use super::lanes::{Lanes, Trouble};
use super::limbs::Limbs;
use crate::execution::memory::Memory;
use crate::pieces::{Full, LeafId, Pieces, VectorId};
use crate::problem::Kind;
use crate::state::object::ObjectKind;

/// Who is blamed for poison in these tests.
const HERE: LocId = LocId(7);

struct NoPieces;

impl Pieces for NoPieces {
    fn leaf(&self, _: &[u8]) -> Result<LeafId, Full> {
        Err(Full)
    }
    fn leaf_bytes(&self, _: LeafId) -> &[u8] {
        &[]
    }
    fn vector(&self, _: &[u32]) -> Result<VectorId, Full> {
        Err(Full)
    }
    fn read_vector(&self, _: VectorId, _: &mut Vec<u32>) {}
    fn vector_word(&self, _: VectorId, _: u32) -> Option<u32> {
        None
    }
    fn patch_vector(&self, _: VectorId, _: &[(u32, u32)]) -> Result<VectorId, Full> {
        Err(Full)
    }
    fn read_changes(&self, _: VectorId, _: VectorId, _: &mut Vec<(u32, u32)>) -> bool {
        false
    }
}

/// Runs `f` where there are three variables, which are objects 1 to 3.
fn with_lanes<T>(f: impl FnOnce(&mut Lanes) -> T) -> T {
    let program = Program::default();
    let (initial, mixtures) = crate::image::initial_objects(&program);
    let mut memory = Memory::new(&program, &initial, mixtures, &NoPieces);
    memory.ask = false;
    memory.decides = false;
    for _ in 0..3 {
        memory.allocate(ObjectKind::Stack, 64, 3, Word::int(0));
    }
    f(&mut Lanes { memory: &mut memory, loc: HERE, overflow: false })
}

impl Lanes<'_, '_> {
    fn partly(&mut self, bits: u64, undef: u64) -> Word {
        self.memory.mixtures.with_undef(bits, undef, LocId(0))
    }

    fn undef_of(&self, word: Word) -> u64 {
        self.memory.mixtures.undef(word)
    }

    fn is_observed(&mut self, object: u32) -> bool {
        self.memory.known_address(crate::state::object::ObjectId(object)).is_some()
    }
}

fn ints(values: &[u64]) -> Vec<Word> {
    values.iter().map(|value| Word::int(*value)).collect()
}

fn int(bits: u32) -> Shape {
    Shape { lane: Scalar::Int(bits), lanes: 1 }
}

fn vector(lane: Scalar, lanes: u32) -> Shape {
    Shape { lane, lanes }
}

fn kind<T>(result: Result<T, Trouble>) -> Option<Kind> {
    match result {
        Err(Trouble::Fault(fault)) => Some(fault.kind),
        _ => None,
    }
}

/// Reproducible numbers, many of them at the edges of ranges.
struct Random(SplitMix);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn limbs(&mut self, bits: u32) -> Limbs {
        use super::limbs::*;
        match self.next() % 8 {
            0 => zero(bits),
            1 => ones(bits),
            2 => signed_min(bits),
            3 => signed_max(bits),
            4 => from_u128(self.next() as u128 % 300, bits),
            5 => power(self.next() as u32 % bits, bits),
            6 => {
                let by = self.next() as u32 % bits;
                lshr(&self.limbs(bits), by)
            }
            _ => fit((0..limbs_of(bits)).map(|_| self.next()).collect(), bits),
        }
    }
}
