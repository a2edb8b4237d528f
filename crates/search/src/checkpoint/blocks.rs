//! A file that knows whether it is whole: blocks, each with its number and a checksum.
//!
//! ```text
//! file    [ magic 8 ][ version 4 ][ 0 4 ] block block … last block
//! block   [ bytes 4 ][ number 4, highest bit: the last one ][ checksum 8 ] bytes …
//! ```
//!
//! A checksum is of a block's length, number and bytes. Each step of it can be undone, so that two blocks of
//! which only one word differs never have the same.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

const MAGIC: [u8; 8] = *b"augurckp";
/// Raised when files in the old form can no longer be read.
const VERSION: u32 = 4;
const BLOCK_BYTES: usize = 1 << 20;
const LAST: u32 = 1 << 31;

/// A file that is being written.
pub(crate) struct Sink {
    file: File,
    buffer: Vec<u8>,
    number: u32,
}

impl Sink {
    pub(crate) fn create(path: &Path) -> Result<Sink> {
        let mut file = File::create(path)?;
        file.write_all(&opening())?;
        Ok(Sink { file, buffer: Vec::with_capacity(BLOCK_BYTES), number: 0 })
    }

    fn put_block(&mut self, last: u32) -> Result<()> {
        let len = self.buffer.len() as u32;
        let number = self.number | last;
        self.file.write_all(&len.to_le_bytes())?;
        self.file.write_all(&number.to_le_bytes())?;
        self.file.write_all(&checksum(len, number, &self.buffer).to_le_bytes())?;
        self.file.write_all(&self.buffer)?;
        self.buffer.clear();
        self.number = (self.number + 1) % LAST;
        Ok(())
    }

    /// Nothing follows; all of it is on the disk when this comes back. Tells how many bytes it has.
    pub(crate) fn finish(mut self) -> Result<u64> {
        self.put_block(LAST)?;
        self.file.sync_all()?;
        Ok(self.file.metadata()?.len())
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.buffer.len() == BLOCK_BYTES {
            self.put_block(0)?;
        }
        let taken = bytes.len().min(BLOCK_BYTES - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A file that is being read. What it hands out has been looked at.
pub(crate) struct Source {
    file: File,
    block: Vec<u8>,
    /// What was handed out of the block.
    at: usize,
    number: u32,
    last: bool,
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Source> {
        // To open a pipe may take for ever.
        if !std::fs::metadata(path)?.is_file() {
            return Err(damaged("this is not a regular file"));
        }
        let mut file = File::open(path)?;
        let mut start = [0; 16];
        read_all(&mut file, &mut start)?;
        if start[..8] != MAGIC {
            return Err(damaged("this is not a checkpoint"));
        }
        if start != opening() {
            let version = u32::from_le_bytes([start[8], start[9], start[10], start[11]]);
            return Err(damaged(&format!("its form is {version}, this program reads {VERSION}")));
        }
        Ok(Source { file, block: Vec::new(), at: 0, number: 0, last: false })
    }

    fn next_block(&mut self) -> Result<()> {
        let mut head = [0; 16];
        read_all(&mut self.file, &mut head)?;
        let [four, other] = [[head[0], head[1], head[2], head[3]], [head[4], head[5], head[6], head[7]]];
        let (len, number) = (u32::from_le_bytes(four), u32::from_le_bytes(other));
        let mut sum = [0; 8];
        sum.copy_from_slice(&head[8..]);
        let wrong = || damaged(&format!("block {} is damaged", self.number));
        if len as usize > BLOCK_BYTES || number & !LAST != self.number {
            return Err(wrong());
        }
        self.block.resize(len as usize, 0);
        read_all(&mut self.file, &mut self.block)?;
        if checksum(len, number, &self.block) != u64::from_le_bytes(sum) {
            return Err(wrong());
        }
        self.at = 0;
        self.number = (self.number + 1) % LAST;
        self.last = number & LAST != 0;
        Ok(())
    }

    /// Nothing more is expected, and nothing more must be there.
    pub(crate) fn end(mut self) -> Result<()> {
        while self.at == self.block.len() && !self.last {
            self.next_block()?;
        }
        if self.at < self.block.len() || self.file.read(&mut [0])? > 0 {
            return Err(damaged("there is more than should be"));
        }
        Ok(())
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        while self.at == self.block.len() && !self.last {
            self.next_block()?;
        }
        let rest = &self.block[self.at..];
        let taken = rest.len().min(into.len());
        into[..taken].copy_from_slice(&rest[..taken]);
        self.at += taken;
        Ok(taken)
    }
}

fn opening() -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

fn read_all(file: &mut File, into: &mut [u8]) -> Result<()> {
    file.read_exact(into).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => damaged("it ends too early"),
        _ => error,
    })
}

pub(crate) fn damaged(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}

/// Of a whole file, or of anything else that may be compared with itself later.
pub fn digest(bytes: &[u8]) -> u64 {
    checksum(0, 0, bytes) ^ bytes.len() as u64
}

fn checksum(len: u32, number: u32, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let start = step(step(FACTOR, u64::from(len)), u64::from(number));
    let sum = eights.iter().fold(start, |sum, eight| step(sum, u64::from_le_bytes(*eight)));
    step(step(sum, u64::from_le_bytes(last)), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> Result<Vec<u8>> {
        let mut source = Source::open(path)?;
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes)?;
        source.end()?;
        Ok(bytes)
    }

    #[test]
    fn what_is_written_comes_back_and_damage_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        for len in [0, 1, 7, 8, 100, BLOCK_BYTES, BLOCK_BYTES + 1] {
            let content: Vec<u8> = (0..len).map(|i| (i * i / 7) as u8).collect();
            let mut sink = Sink::create(&path).unwrap();
            sink.write_all(&content).unwrap();
            assert_eq!(sink.finish().unwrap(), std::fs::metadata(&path).unwrap().len());
            assert!(read(&path).unwrap() == content);
            let whole = std::fs::read(&path).unwrap();
            let places: Vec<usize> = (0..whole.len()).step_by(1 + whole.len() / 150).collect();
            for &place in &places {
                let mut damaged = whole.clone();
                damaged[place] ^= 1 << (place % 8);
                std::fs::write(&path, &damaged).unwrap();
                assert!(read(&path).is_err(), "byte {place} of {len}");
                std::fs::write(&path, &whole[..place]).unwrap();
                assert!(read(&path).is_err(), "cut at {place} of {len}");
            }
            std::fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
            assert!(read(&path).is_err());
        }
    }
}
