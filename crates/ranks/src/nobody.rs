//! In the place of MPI where there is none.

use std::convert::Infallible;
use std::io;

/// Nobody can join.
#[derive(Debug)]
pub struct World(Infallible);

impl World {
    pub const IS_BUILT: bool = false;

    pub fn join() -> io::Result<World> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "built without MPI"))
    }

    pub fn rank(&self) -> usize {
        match self.0 {}
    }

    pub fn count(&self) -> usize {
        match self.0 {}
    }

    pub fn send(&self, _: usize, _: Vec<u8>) -> io::Result<()> {
        match self.0 {}
    }

    pub fn unsent_bytes(&self) -> io::Result<usize> {
        match self.0 {}
    }

    pub fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        match self.0 {}
    }

    pub fn share(&self, _: &[u8], _: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        match self.0 {}
    }

    pub fn leave(&self) {
        match self.0 {}
    }
}
