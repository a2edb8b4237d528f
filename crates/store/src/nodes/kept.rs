//! Nodes in a file: their cells as they are, so that names stay what they were.

use std::io::{Read as From, Write};

use super::{Nodes, ONE_NODE, PAGE_CELLS, PAGE_LOG, Read, Sought, Walk};
use crate::code;
use crate::index::Refused;
use crate::kept::{Unread, read_number, unfit};
use crate::sync::{Guard, Ordering};

/// Which cells nodes begin at.
pub(crate) struct Starts(Vec<u64>);

impl Starts {
    fn new(cells: u64) -> Starts {
        Starts(vec![0; cells.div_ceil(64) as usize])
    }

    fn set(&mut self, name: u32) {
        self.0[name as usize / 64] |= 1 << (name % 64);
    }

    pub(crate) fn has(&self, name: u32) -> bool {
        self.0.get(name as usize / 64).is_some_and(|bits| bits >> (name % 64) & 1 == 1)
    }
}

impl Nodes {
    /// Writes all nodes. Nobody may be inserting any.
    pub(crate) fn write_to(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let tail = self.tail();
        out.write_all(&tail.to_le_bytes())?;
        out.write_all(&self.count().to_le_bytes())?;
        let mut bytes = Vec::with_capacity(8 << PAGE_LOG);
        for start in (0..tail).step_by(1 << PAGE_LOG) {
            let left = (tail - start).min(PAGE_CELLS) as usize;
            bytes.clear();
            // Relaxed: nobody is writing.
            let cells = self.cells.page((start >> PAGE_LOG) as usize)[..left].iter();
            cells.for_each(|cell| bytes.extend(cell.load(Ordering::Relaxed).to_le_bytes()));
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Fills a table that has no nodes yet with those that `write_to` has written.
    pub(crate) fn read_from(&self, from: &mut dyn From, guard: &Guard) -> Result<Starts, Unread> {
        let (tail, count) = (read_number(from)?, read_number(from)?);
        if tail > u64::from(u32::MAX) || count > tail {
            return Err(unfit("there are more vectors than names"));
        }
        let mut bytes = Vec::new();
        for start in (0..tail).step_by(1 << PAGE_LOG) {
            bytes.resize(8 * (tail - start).min(PAGE_CELLS) as usize, 0);
            from.read_exact(&mut bytes)?;
            self.cells.ensure((start >> PAGE_LOG) as usize, || 0)?;
            let page = self.cells.page((start >> PAGE_LOG) as usize);
            for (cell, eight) in page.iter().zip(bytes.as_chunks::<8>().0) {
                // Relaxed: nobody else knows this table.
                cell.store(u64::from_le_bytes(*eight), Ordering::Relaxed);
            }
        }
        self.tail.store((count * ONE_NODE) | tail, Ordering::Relaxed);
        let mut starts = Starts::new(tail);
        let (mut at, mut found, mut read) = (0, 0, Read::new());
        while at < tail {
            let first = self.first(at as u32);
            if first == 0 {
                // The next node did not fit onto the page.
                at = (at | (PAGE_CELLS - 1)) + 1;
                continue;
            }
            let cells = self.examine(at, first, &starts).ok_or_else(|| unfit("this is no vector"))?;
            self.read(at as u32, &mut read);
            if !self.has_children(&read, &starts) || at == 0 && !read.words().is_empty() {
                return Err(unfit("a vector is made of what is none"));
            }
            self.name(&read, at, guard)?;
            starts.set(at as u32);
            at += cells;
            found += 1;
        }
        if found == count { Ok(starts) } else { Err(unfit("vectors are missing")) }
    }

    /// How many cells a node has; None if it is none, or comes from none.
    fn examine(&self, at: u64, first: u64, starts: &Starts) -> Option<u64> {
        let cells = code::cells(first)? as u64;
        let fits = at % PAGE_CELLS + cells <= PAGE_CELLS && at + cells <= self.tail();
        let based = match code::base(first) {
            None => true,
            Some(base) => starts.has(base) && code::step(self.first(base)) == code::base_step(code::step(first)),
        };
        (fits && based).then_some(cells)
    }

    /// Are the words of a node that is part of a tree nodes one lower?
    fn has_children(&self, read: &Read, starts: &Starts) -> bool {
        let height = |name| {
            let mut walk = Walk::new(name);
            while walk.step(self) {}
            walk.size().1
        };
        read.height() == 0 || read.words().iter().all(|&name| starts.has(name) && height(name) + 1 == read.height())
    }

    /// Puts the name of a node that is there into the index.
    fn name(&self, read: &Read, at: u64, guard: &Guard) -> Result<(), Unread> {
        let sought = Sought::new(read.height(), read.words());
        let create = |limit| if at < limit { Ok(at as u32) } else { Err(Refused::Limit) };
        let seek = self.seek(&sought, guard);
        match self.index.finish(seek, self, guard, |name| self.is(name, &sought), create)? {
            (_, true) => Ok(()),
            (_, false) => Err(unfit("a vector is there twice")),
        }
    }
}
