//! Hashes of words and bytes: multiply and fold, in the manner of wyhash.
//!
//! Quality decides speed only; equality is always decided by comparing
//! contents. The high bits are the best ones and are used first.

const K0: u64 = 0xa076_1d64_78bd_642f;
const K1: u64 = 0xe703_7ed1_a0b4_28db;
const K2: u64 = 0x8ebc_6af0_9c88_c6e3;
const K3: u64 = 0x5899_65cc_7537_4cc3;

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[inline]
pub(crate) fn pair(left: u32, right: u32) -> u64 {
    let both = u64::from(left) | u64::from(right) << 32;
    fold(fold(both ^ K0, K1), both ^ K2)
}

#[inline]
pub(crate) fn words(seed: u32, words: &[u32]) -> u64 {
    let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let mut state = K0 ^ u64::from(seed);
    let mut quads = words.chunks_exact(4);
    for quad in &mut quads {
        state = fold(join(quad[0], quad[1]) ^ K1, join(quad[2], quad[3]) ^ state);
    }
    let rest = quads.remainder();
    let word = |i: usize| rest.get(i).copied().unwrap_or(0);
    state = fold(join(word(0), word(1)) ^ K2, join(word(2), 0) ^ state);
    fold(state ^ K3, words.len() as u64 ^ K1)
}

pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    let read = |part: &[u8]| {
        let mut eight = [0; 8];
        eight[..part.len()].copy_from_slice(part);
        u64::from_le_bytes(eight)
    };
    let mut state = K0;
    let mut blocks = bytes.chunks_exact(16);
    for block in &mut blocks {
        state = fold(read(&block[..8]) ^ K1, read(&block[8..]) ^ state);
    }
    let rest = blocks.remainder();
    let (low, high) = rest.split_at(rest.len().min(8));
    state = fold(read(low) ^ K2, read(high) ^ state);
    fold(state ^ K3, bytes.len() as u64 ^ K1)
}
