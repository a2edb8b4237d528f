//! The page that both processes see.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering};

/// What the worker is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Phase {
    #[default]
    Starting,
    /// A compiler runs.
    Compiling,
    /// LLVM reads what somebody has written.
    Reading,
    /// The search, which keeps to its limits by itself.
    Searching,
    /// A search is written to a file, so that another process can go on with it.
    Keeping,
    /// What was found is executed once more.
    Replaying,
    /// It is looked for what made a search so large.
    Explaining,
    /// A report is put together.
    Rendering,
    /// All is done, and others are waited for that have begun together with this one.
    Leaving,
}

impl Phase {
    const ALL: [Phase; 9] = [
        Phase::Starting,
        Phase::Compiling,
        Phase::Reading,
        Phase::Searching,
        Phase::Keeping,
        Phase::Replaying,
        Phase::Explaining,
        Phase::Rendering,
        Phase::Leaving,
    ];

    /// What it is, after "while".
    pub fn words(self) -> &'static str {
        match self {
            Phase::Starting => "starting",
            Phase::Compiling => "compiling",
            Phase::Reading => "reading the input",
            Phase::Searching => "searching",
            Phase::Keeping => "writing a checkpoint",
            Phase::Replaying => "replaying what was found",
            Phase::Explaining => "looking for what made the search so large",
            Phase::Rendering => "writing the report",
            Phase::Leaving => "waiting for other ranks to end",
        }
    }

    /// Does the worker look at the clock by itself and have something to tell when time is over?
    pub(crate) fn is_patient(self) -> bool {
        matches!(self, Phase::Searching | Phase::Keeping | Phase::Replaying | Phase::Explaining | Phase::Rendering)
    }
}

/// The longest remark that is kept, and the longest name of a file, which is the system's.
const REMARK_BYTES_MAX: usize = 512;
const NAME_BYTES_MAX: usize = 4096;

/// A few words. Only one thread writes them.
struct Words<const BYTES: usize> {
    length: AtomicU32,
    bytes: [AtomicU8; BYTES],
}

impl<const BYTES: usize> Words<BYTES> {
    const fn new() -> Self {
        Words { length: AtomicU32::new(0), bytes: [const { AtomicU8::new(0) }; BYTES] }
    }

    /// What does not fit is cut off.
    fn set(&self, words: &[u8]) {
        self.length.store(0, Ordering::SeqCst);
        words.iter().zip(&self.bytes).for_each(|(byte, cell)| cell.store(*byte, Ordering::SeqCst));
        self.length.store(u32::try_from(words.len().min(BYTES)).unwrap_or(0), Ordering::SeqCst);
    }

    fn get(&self) -> Vec<u8> {
        let length = self.length.load(Ordering::SeqCst) as usize;
        self.bytes.iter().take(length).map(|cell| cell.load(Ordering::SeqCst)).collect()
    }
}

/// What both processes know. Each field is a figure by itself, so none of them needs to be read or written in
/// any order.
pub struct Shared {
    /// Somebody asked for an end.
    pub interrupted: AtomicBool,
    /// The report is being written: how long that takes is up to whoever reads it.
    pub telling: AtomicBool,
    pub states: AtomicU64,
    pub depth: AtomicU64,
    /// Of all inputs that are read.
    pub input_bytes: AtomicU64,
    pub(crate) exhausted: AtomicBool,
    /// The exit code that the worker has decided on, and [`UNDECIDED`] before.
    pub(crate) code: AtomicI32,
    /// The worker's helper, 0 if there is none.
    pub(crate) helper: AtomicU32,
    phase: AtomicU8,
    remark: Words<REMARK_BYTES_MAX>,
    unfinished: Words<NAME_BYTES_MAX>,
}

pub(crate) const UNDECIDED: i32 = -1;

/// For a process that has no other.
static ALONE: Shared = Shared::new();

/// The page, when there is one.
static PAGE: AtomicPtr<Shared> = AtomicPtr::new(std::ptr::null_mut());

/// What this process shares with the other one, if there is one.
pub fn shared() -> &'static Shared {
    let page = PAGE.load(Ordering::SeqCst);
    // SAFETY: a page is never unmapped, and holds a `Shared` from before it was made known.
    unsafe { page.as_ref() }.unwrap_or(&ALONE)
}

/// Makes the page. It is all zeros but for what `Shared::new` says.
pub(crate) fn make() -> std::io::Result<()> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping overlaps nothing.
    let page = unsafe { libc::mmap(std::ptr::null_mut(), size_of::<Shared>(), protection, flags, -1, 0) };
    if page == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    let page: *mut Shared = page.cast();
    // SAFETY: pages are aligned, and this one is ours and large enough.
    unsafe { page.write(Shared::new()) };
    PAGE.store(page, Ordering::SeqCst);
    Ok(())
}

/// The worker ends by itself, with this exit code. Nothing is cleaned up that the system cleans up anyway, least
/// of all by libraries that are still confused by what they have read.
pub fn conclude(code: u8) -> ! {
    // What could not be written was noticed when it was flushed first.
    let _ = std::io::stdout().flush();
    shared().code.store(code.into(), Ordering::SeqCst);
    // SAFETY: ends the process and does nothing else.
    unsafe { libc::_exit(code.into()) }
}

/// The system refused memory; what comes of it comes of that. Safe to call at any time.
pub extern "C" fn exhausted() {
    shared().exhausted.store(true, Ordering::SeqCst);
}

/// Says what the worker does from now on, until what is returned is dropped.
pub fn enter(phase: Phase) -> Stay {
    let before = shared().phase();
    shared().phase.store(phase as u8, Ordering::SeqCst);
    Stay { before }
}

/// The worker is in some phase as long as this lives.
pub struct Stay {
    before: Phase,
}

impl Stay {
    /// Nothing comes after this phase but others that are entered: whoever leaves those is in this one again.
    pub fn for_good(self) {
        std::mem::forget(self);
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        shared().phase.store(self.before as u8, Ordering::SeqCst);
    }
}

impl Shared {
    const fn new() -> Shared {
        Shared {
            interrupted: AtomicBool::new(false),
            telling: AtomicBool::new(false),
            states: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            input_bytes: AtomicU64::new(0),
            exhausted: AtomicBool::new(false),
            code: AtomicI32::new(UNDECIDED),
            helper: AtomicU32::new(0),
            phase: AtomicU8::new(Phase::Starting as u8),
            remark: Words::new(),
            unfinished: Words::new(),
        }
    }

    /// Another task begins.
    pub(crate) fn forget(&self) {
        self.telling.store(false, Ordering::SeqCst);
        self.exhausted.store(false, Ordering::SeqCst);
        self.phase.store(Phase::Starting as u8, Ordering::SeqCst);
        self.remark.set(b"");
        self.set_unfinished(None);
    }

    pub fn phase(&self) -> Phase {
        let number = usize::from(self.phase.load(Ordering::SeqCst));
        Phase::ALL.get(number).copied().unwrap_or_default()
    }

    /// Leaves word of something that the worker may not come to tell. The last one counts.
    pub fn remark(&self, text: &str) {
        self.remark.set(&text.as_bytes()[..text.floor_char_boundary(REMARK_BYTES_MAX)]);
    }

    /// The last remark; empty if there was none.
    pub fn last_remark(&self) -> String {
        String::from_utf8_lossy(&self.remark.get()).into_owned()
    }

    /// A file is being written that must not be left half-written; none when it is done.
    pub fn set_unfinished(&self, file: Option<&Path>) {
        let name = file.map_or(&b""[..], |file| file.as_os_str().as_bytes());
        // Half a name is none.
        self.unfinished.set(if name.len() <= NAME_BYTES_MAX { name } else { b"" });
    }

    /// The file that the worker did not come to finish.
    pub fn unfinished(&self) -> Option<PathBuf> {
        let name = self.unfinished.get();
        (!name.is_empty()).then(|| PathBuf::from(OsString::from_vec(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_left_in_turn() {
        let reading = enter(Phase::Reading);
        let searching = enter(Phase::Searching);
        assert_eq!(shared().phase(), Phase::Searching);
        drop(searching);
        assert_eq!(shared().phase(), Phase::Reading);
        drop(reading);
        assert_eq!(shared().phase(), Phase::Starting);
        for (number, phase) in Phase::ALL.into_iter().enumerate() {
            assert_eq!(phase as usize, number);
        }
    }

    #[test]
    fn remarks_are_cut_between_characters() {
        let shared = Shared::new();
        assert_eq!(shared.last_remark(), "");
        shared.remark("a leak");
        assert_eq!(shared.last_remark(), "a leak");
        shared.remark(&"ä".repeat(600));
        assert_eq!(shared.last_remark(), "ä".repeat(REMARK_BYTES_MAX / 2));
        shared.remark("b");
        assert_eq!(shared.last_remark(), "b");
    }

    #[test]
    fn what_is_unfinished_is_known() {
        let shared = Shared::new();
        assert_eq!(shared.unfinished(), None);
        shared.set_unfinished(Some(Path::new(".out")));
        assert_eq!(shared.unfinished(), Some(".out".into()));
        shared.set_unfinished(None);
        assert_eq!(shared.unfinished(), None);
    }
}
