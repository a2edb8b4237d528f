//! Files that stand in for memory.
//!
//! A file is mapped, so that the system keeps in memory what is used of it and writes the rest to
//! the disk. Each has no name, or loses it before anything is in it, and is gone when it is unmapped:
//! whatever ends the process leaves nothing behind.
//!
//! Room is asked for on the disk before a file is mapped. A disk that is full is noticed then, and
//! not when somebody writes to a place for which there is none, which would end the process.

use std::fmt;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// Smaller rooms stay in memory.
const ROOM_BYTES_MIN: usize = if cfg!(test) { 1 << 12 } else { 1 << 16 };

/// In which order a file is read, mostly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Ascending,
    /// What lies beside what was read is not worth reading.
    Any,
}

/// A directory for files that take what does not fit into memory.
pub struct Spill {
    directory: PathBuf,
    /// Of all files that are mapped now.
    bytes: AtomicU64,
    /// The most that it ever was.
    bytes_most: AtomicU64,
    /// Memory has become short: whoever can do with a file should.
    begun: AtomicBool,
    /// Why the system refused a file, as its number for that; 0 if it did not.
    trouble: AtomicI32,
}

impl fmt::Debug for Spill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spill").field(&self.directory).finish()
    }
}

impl Spill {
    /// Nothing is done before it is needed.
    pub fn new(directory: &Path) -> Spill {
        Spill {
            directory: directory.into(),
            bytes: AtomicU64::new(0),
            bytes_most: AtomicU64::new(0),
            begun: AtomicBool::new(false),
            trouble: AtomicI32::new(0),
        }
    }

    /// Can files be made there that take anything off memory?
    pub fn check(directory: &Path) -> io::Result<()> {
        let spill = Spill::new(directory);
        files::refuse_memory(directory)?;
        match spill.map(ROOM_BYTES_MIN, Order::Any) {
            Some(address) => spill.unmap(address, ROOM_BYTES_MIN),
            None => return Err(spill.trouble().unwrap_or_else(|| io::ErrorKind::Other.into())),
        }
        Ok(())
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Bytes in files.
    pub fn bytes(&self) -> u64 {
        // Relaxed here and below: figures, nothing is published through them.
        self.bytes.load(Ordering::Relaxed)
    }

    /// The most bytes that there were in files at one time.
    pub fn bytes_most(&self) -> u64 {
        self.bytes_most.load(Ordering::Relaxed)
    }

    /// Why a file was refused, if one was.
    pub fn trouble(&self) -> Option<io::Error> {
        Some(self.trouble.load(Ordering::Relaxed)).filter(|number| *number != 0).map(io::Error::from_raw_os_error)
    }

    /// From now on, what can be in a file is.
    pub(crate) fn begin(&self) {
        self.begun.store(true, Ordering::Relaxed);
    }

    pub fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    /// Maps a new file of so many bytes, all of them zero. None: there is trouble.
    pub(crate) fn map(&self, bytes: usize, order: Order) -> Option<usize> {
        match files::map(&self.directory, bytes, order) {
            Ok(address) => {
                let now = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
                self.bytes_most.fetch_max(now, Ordering::Relaxed);
                Some(address)
            }
            Err(error) => {
                self.trouble.store(error.raw_os_error().unwrap_or(libc::EIO), Ordering::Relaxed);
                None
            }
        }
    }

    /// Gives up what `map` has returned; nobody uses it any more.
    pub(crate) fn unmap(&self, address: usize, bytes: usize) {
        files::unmap(address, bytes);
        self.bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

#[cfg(all(unix, not(loom), not(miri)))]
mod files {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// File systems that are memory themselves: tmpfs and ramfs, as statfs tells them.
    #[cfg(target_os = "linux")]
    const IN_MEMORY: [i64; 2] = [0x0102_1994, 0x8584_58f6];

    #[cfg(target_os = "linux")]
    pub(super) fn refuse_memory(directory: &Path) -> io::Result<()> {
        let path = std::ffi::CString::new(directory.as_os_str().as_bytes())?;
        // SAFETY: statfs is plain data, for which zero bytes are a value.
        let mut about: libc::statfs = unsafe { std::mem::zeroed() };
        // SAFETY: the path ends with a zero, and the structure is valid.
        if unsafe { libc::statfs(path.as_ptr(), &mut about) } != 0 {
            return Err(io::Error::last_os_error());
        }
        match IN_MEMORY.contains(&about.f_type) {
            true => Err(io::Error::other("what is written there stays in memory")),
            false => Ok(()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn refuse_memory(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// A file that nobody else finds.
    fn open(directory: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).mode(0o600);
        #[cfg(target_os = "linux")]
        if let Ok(file) = options.clone().custom_flags(libc::O_TMPFILE).open(directory) {
            return Ok(file);
        }
        // Not every file system can do that. Here the name is gone before there is anything in it.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // Relaxed: each gets another number.
        let name = format!(".augur-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = directory.join(name);
        let file = options.create_new(true).open(&path)?;
        std::fs::remove_file(&path)?;
        Ok(file)
    }

    pub(super) fn map(directory: &Path, bytes: usize, order: super::Order) -> io::Result<usize> {
        let file = open(directory)?;
        let length = libc::off_t::try_from(bytes).map_err(io::Error::other)?;
        loop {
            // SAFETY: a call without pointers.
            match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, length) } {
                0 => break,
                libc::EINTR => {}
                error => return Err(io::Error::from_raw_os_error(error)),
            }
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping overlaps nothing. It stays when the file is closed.
        let start =
            unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        match start {
            libc::MAP_FAILED => Err(io::Error::last_os_error()),
            start => {
                if order == super::Order::Any {
                    // SAFETY: advice about a mapping of ours; a refusal costs speed only.
                    unsafe { libc::madvise(start, bytes, libc::MADV_RANDOM) };
                }
                Ok(start.expose_provenance())
            }
        }
    }

    pub(super) fn unmap(address: usize, bytes: usize) {
        // SAFETY: the range was mapped by `map`, and the caller says that nobody uses it.
        unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(address), bytes) };
    }
}

/// Elsewhere there are no such files.
#[cfg(not(all(unix, not(loom), not(miri))))]
mod files {
    use std::io;
    use std::path::Path;

    pub(super) fn refuse_memory(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn map(_: &Path, _: usize, _: super::Order) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn unmap(_: usize, _: usize) {}
}

/// Numbers for which zero bytes are a value, and that need not be dropped.
pub trait Plain: sealed::Sealed {}

mod sealed {
    /// # Safety
    /// Zero bytes are a valid value of the type.
    pub unsafe trait Sealed: Default {}
    // SAFETY: plain integers, and an atomic with the layout of one.
    unsafe impl Sealed for u8 {}
    // SAFETY: as above.
    unsafe impl Sealed for u32 {}
    // SAFETY: as above.
    unsafe impl Sealed for std::sync::atomic::AtomicU64 {}
}

impl<T: sealed::Sealed> Plain for T {}

/// An array of numbers that are zero at first, in memory, or in a file if memory is short.
pub struct Room<T: Plain>(Place<T>);

enum Place<T> {
    Memory(Box<[T]>),
    File { start: NonNull<T>, len: usize, spill: Arc<Spill> },
}

// SAFETY: the file belongs to the room alone, as a box would.
unsafe impl<T: Plain + Send> Send for Place<T> {}
// SAFETY: as above.
unsafe impl<T: Plain + Sync> Sync for Place<T> {}

impl<T: Plain> Room<T> {
    pub fn new(len: usize, spill: Option<&Arc<Spill>>) -> Room<T> {
        let bytes = len * size_of::<T>();
        let spill = spill.filter(|spill| spill.has_begun() && bytes >= ROOM_BYTES_MIN);
        let file = spill.and_then(|spill| {
            let start = NonNull::new(std::ptr::with_exposed_provenance_mut(spill.map(bytes, Order::Ascending)?))?;
            Some(Place::File { start, len, spill: Arc::clone(spill) })
        });
        Room(file.unwrap_or_else(|| Place::Memory((0..len).map(|_| T::default()).collect())))
    }

    /// Bytes that it takes of memory.
    pub fn memory_bytes(&self) -> u64 {
        match &self.0 {
            Place::Memory(values) => size_of_val::<[T]>(values) as u64,
            Place::File { .. } => 0,
        }
    }

    /// Bytes that it takes, wherever they are.
    pub fn bytes(&self) -> u64 {
        size_of_val::<[T]>(self) as u64
    }
}

impl<T: Plain> Default for Room<T> {
    fn default() -> Room<T> {
        Room(Place::Memory(Box::default()))
    }
}

impl<T: Plain> Deref for Room<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Place::Memory(values) => values,
            // SAFETY: `new` has mapped so many values, which are valid from the start.
            Place::File { start, len, .. } => unsafe { std::slice::from_raw_parts(start.as_ptr(), *len) },
        }
    }
}

impl<T: Plain> DerefMut for Room<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Place::Memory(values) => values,
            // SAFETY: as above, and nobody else has the room.
            Place::File { start, len, .. } => unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), *len) },
        }
    }
}

impl<T> Drop for Place<T> {
    fn drop(&mut self) {
        if let Place::File { start, len, spill } = self {
            spill.unmap(start.as_ptr().expose_provenance(), *len * size_of::<T>());
        }
    }
}

#[cfg(all(test, not(loom), not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_zero_and_leave_nothing() {
        let directory = std::env::temp_dir();
        let spill = Arc::new(Spill::new(&directory));
        for begun in [false, true] {
            let mut room = Room::<u32>::new(5000, Some(&spill));
            assert_eq!(spill.bytes(), if begun { 20_000 } else { 0 });
            assert_eq!(room.memory_bytes(), if begun { 0 } else { 20_000 });
            assert!(room.len() == 5000 && room.iter().all(|value| *value == 0));
            room[4999] = 7;
            assert_eq!((room[4999], room.bytes()), (7, 20_000));
            spill.begin();
        }
        assert_eq!((spill.bytes(), spill.bytes_most()), (0, 20_000));
        let prefix = format!(".augur-{}-", std::process::id());
        let entries = std::fs::read_dir(directory).unwrap().flatten();
        assert!(entries.into_iter().all(|entry| !entry.file_name().to_string_lossy().starts_with(&prefix)));
    }

    #[test]
    fn what_cannot_be_a_file_is_memory() {
        let spill = Arc::new(Spill::new(Path::new("/nowhere")));
        spill.begin();
        let room = Room::<u8>::new(1 << 20, Some(&spill));
        assert_eq!(room.memory_bytes(), 1 << 20);
        assert_eq!(spill.trouble().unwrap().kind(), io::ErrorKind::NotFound);
        assert!(Spill::check(Path::new("/nowhere")).is_err());
        #[cfg(target_os = "linux")]
        assert!(Spill::check(Path::new("/dev/shm")).is_err_and(|why| why.to_string().contains("memory")));
    }
}
