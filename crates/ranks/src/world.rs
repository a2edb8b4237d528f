//! All processes of a job, through MPI.

use std::collections::VecDeque;
use std::ffi::c_int;
use std::io;
use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use mpi::ffi;

/// All our messages have this tag.
const TAG: c_int = 21;

/// What everybody says at once has its length before it, and this many bytes if it is short.
const SHARED_BYTES: usize = 256;
const LENGTH_BYTES: usize = 4;

/// Messages that are on their way before it is looked whether some have arrived.
const REAP_EVERY: usize = 16;

/// Messages that are being received at the same time.
const COMING_MAX: usize = 64;

/// All processes of a job.
#[derive(Debug)]
pub struct World {
    rank: usize,
    count: usize,
    /// Who has joined.
    thread: ThreadId,
    unsent: Mutex<Unsent>,
    coming: Mutex<VecDeque<Coming>>,
}

/// A message that is being received: a long one is there when its sender has looked after it, who may be busy.
struct Coming {
    from: usize,
    request: ffi::MPI_Request,
    message: Vec<u8>,
}

// SAFETY: as for `Unsent`.
unsafe impl Send for Coming {}

impl std::fmt::Debug for Coming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes from {}", self.message.len(), self.from)
    }
}

/// Messages that may still be read by MPI.
#[derive(Default)]
struct Unsent {
    requests: Vec<ffi::MPI_Request>,
    messages: Vec<Vec<u8>>,
    bytes: usize,
    /// Room for numbers of those that have arrived.
    arrived: Vec<c_int>,
}

// SAFETY: a request is a handle of MPI's, which is used by one thread only (`World::check`).
unsafe impl Send for Unsent {}

impl std::fmt::Debug for Unsent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} messages, {} bytes", self.messages.len(), self.bytes)
    }
}

impl World {
    pub const IS_BUILT: bool = true;

    /// Waits for all others. The thread that calls this is the only one that may use the world.
    pub fn join() -> io::Result<World> {
        let (mut provided, mut rank, mut count) = (0, 0, 0);
        // SAFETY: all pointers are to variables that outlive the calls; without arguments of main, null is allowed.
        unsafe {
            let (argc, argv) = (std::ptr::null_mut(), std::ptr::null_mut());
            done(ffi::MPI_Init_thread(argc, argv, ffi::RSMPI_THREAD_FUNNELED, &mut provided))?;
            done(ffi::MPI_Comm_rank(ffi::RSMPI_COMM_WORLD, &mut rank))?;
            done(ffi::MPI_Comm_size(ffi::RSMPI_COMM_WORLD, &mut count))?;
        }
        let (Ok(rank), Ok(count)) = (usize::try_from(rank), usize::try_from(count)) else {
            return Err(io::Error::other("MPI does not say how many processes there are"));
        };
        let (unsent, coming) = (Mutex::default(), Mutex::default());
        Ok(World { rank, count, thread: std::thread::current().id(), unsent, coming })
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Begins to send a message. Those to one process arrive in the order in which they were sent.
    pub fn send(&self, to: usize, message: Vec<u8>) -> io::Result<()> {
        let mut unsent = self.check()?;
        let (to, len) = (int(to)?, int(message.len())?);
        let mut request = MaybeUninit::uninit();
        // SAFETY: the message's bytes stay where they are and as they are until `reap` finds that MPI has read them.
        let request = unsafe {
            let (bytes, world) = (message.as_ptr().cast(), ffi::RSMPI_COMM_WORLD);
            done(ffi::MPI_Isend(bytes, len, ffi::RSMPI_UINT8_T, to, TAG, world, request.as_mut_ptr()))?;
            request.assume_init()
        };
        unsent.bytes += message.len();
        unsent.requests.push(request);
        unsent.messages.push(message);
        if unsent.messages.len().is_multiple_of(REAP_EVERY) { unsent.reap() } else { Ok(()) }
    }

    /// Bytes of messages that may still be on their way.
    pub fn unsent_bytes(&self) -> io::Result<usize> {
        let mut unsent = self.check()?;
        unsent.reap()?;
        Ok(unsent.bytes)
    }

    /// A message that is there, and who has sent it.
    pub fn receive(&self) -> io::Result<Option<(usize, Vec<u8>)>> {
        let _only = self.check()?;
        let coming = &mut *self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        while coming.len() < COMING_MAX
            && let Some(next) = World::begin_to_receive()?
        {
            coming.push_back(next);
        }
        for nth in 0..coming.len() {
            // Messages of one process are handed out in the order in which they were sent.
            let from = coming[nth].from;
            if coming.iter().take(nth).any(|earlier| earlier.from == from) {
                continue;
            }
            let mut over = 0;
            // SAFETY: the request is one that was begun and has not been found to be over.
            unsafe { done(ffi::MPI_Test(&mut coming[nth].request, &mut over, ffi::RSMPI_STATUS_IGNORE))? };
            if over != 0 {
                return Ok(coming.remove(nth).map(|come| (come.from, come.message)));
            }
        }
        Ok(None)
    }

    /// The next message that somebody has begun to send, if there is one.
    fn begin_to_receive() -> io::Result<Option<Coming>> {
        let (mut there, mut len) = (0, 0);
        let (mut handle, mut status) = (MaybeUninit::uninit(), MaybeUninit::<ffi::MPI_Status>::uninit());
        let mut request = MaybeUninit::uninit();
        // SAFETY: all pointers are to variables that outlive the calls. If there is a message, its handle and its
        // status were written; it is received once, into room for as many bytes as it has, which stays where it is
        // and is left alone until the request is over.
        unsafe {
            let (any, world) = (ffi::RSMPI_ANY_SOURCE, ffi::RSMPI_COMM_WORLD);
            done(ffi::MPI_Improbe(any, TAG, world, &mut there, handle.as_mut_ptr(), status.as_mut_ptr()))?;
            if there == 0 {
                return Ok(None);
            }
            done(ffi::MPI_Get_count(status.as_ptr(), ffi::RSMPI_UINT8_T, &mut len))?;
            let mut message = vec![0u8; usize::try_from(len).map_err(io::Error::other)?];
            let bytes = message.as_mut_ptr().cast();
            done(ffi::MPI_Imrecv(bytes, len, ffi::RSMPI_UINT8_T, handle.as_mut_ptr(), request.as_mut_ptr()))?;
            let from = usize::try_from(status.assume_init().MPI_SOURCE).map_err(io::Error::other)?;
            Ok(Some(Coming { from, request: request.assume_init(), message }))
        }
    }

    /// Each process says something, and hears what all have said, in the order of their numbers. Between two looks
    /// whether all have spoken, `wait` is called. None if that is false: then nothing more can be said.
    pub fn share(&self, bytes: &[u8], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<Vec<u8>>>> {
        let _only = self.check()?;
        let mut own = vec![0u8; SHARED_BYTES];
        own[..LENGTH_BYTES].copy_from_slice(&u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes());
        let short = bytes.len().min(SHARED_BYTES - LENGTH_BYTES);
        own[LENGTH_BYTES..LENGTH_BYTES + short].copy_from_slice(&bytes[..short]);
        let lens = vec![int(SHARED_BYTES)?; self.count];
        let Some(blocks) = self.gather(own, &lens, wait)? else { return Ok(None) };
        let blocks: Vec<&[u8]> = blocks.chunks_exact(SHARED_BYTES).collect();
        let len = |block: &[u8]| {
            let mut four = [0; LENGTH_BYTES];
            four.copy_from_slice(&block[..LENGTH_BYTES]);
            usize::try_from(u32::from_le_bytes(four)).map_err(io::Error::other)
        };
        let lens = blocks.iter().map(|block| len(block)).collect::<io::Result<Vec<usize>>>()?;
        if lens.iter().all(|len| *len <= SHARED_BYTES - LENGTH_BYTES) {
            let said = blocks.iter().zip(&lens).map(|(block, len)| block[LENGTH_BYTES..LENGTH_BYTES + len].to_vec());
            return Ok(Some(said.collect()));
        }
        let counts = lens.iter().map(|len| int(*len)).collect::<io::Result<Vec<c_int>>>()?;
        let Some(all) = self.gather(bytes.to_vec(), &counts, wait)? else { return Ok(None) };
        let mut rest = &all[..];
        let mut said = Vec::with_capacity(self.count);
        for len in lens {
            let (one, others) = rest.split_at(len);
            said.push(one.to_vec());
            rest = others;
        }
        Ok(Some(said))
    }

    /// What all say, one behind the other; each has this length. None if it was over before.
    fn gather(&self, own: Vec<u8>, lens: &[c_int], wait: &mut dyn FnMut() -> bool) -> io::Result<Option<Vec<u8>>> {
        let mut starts = Vec::with_capacity(lens.len());
        let mut end: c_int = 0;
        for len in lens {
            starts.push(end);
            end = end.checked_add(*len).ok_or_else(|| io::Error::other("too much is said at once"))?;
        }
        let mut all = vec![0u8; usize::try_from(end).map_err(io::Error::other)?];
        let lens = lens.to_vec();
        let (mut request, mut over) = (MaybeUninit::uninit(), 0);
        // SAFETY: all vectors stay where they are until MPI is done with them, or for ever, if it never is. The
        // starts and lengths lie within `all`.
        unsafe {
            done(ffi::MPI_Iallgatherv(
                own.as_ptr().cast(),
                int(own.len())?,
                ffi::RSMPI_UINT8_T,
                all.as_mut_ptr().cast(),
                lens.as_ptr(),
                starts.as_ptr(),
                ffi::RSMPI_UINT8_T,
                ffi::RSMPI_COMM_WORLD,
                request.as_mut_ptr(),
            ))?;
            loop {
                done(ffi::MPI_Test(request.as_mut_ptr(), &mut over, ffi::RSMPI_STATUS_IGNORE))?;
                if over != 0 {
                    return Ok(Some(all));
                }
                if !wait() {
                    std::mem::forget((own, all, lens, starts));
                    return Ok(None);
                }
            }
        }
    }

    /// Nothing more is said. Waits until all others do the same.
    pub fn leave(&self) {
        if let Ok(mut unsent) = self.check()
            && unsent.reap().is_ok()
        {
            // SAFETY: this is the thread that has joined, and nothing of ours is under way.
            unsafe { ffi::MPI_Finalize() };
        }
    }

    /// Only the thread that has joined goes on.
    fn check(&self) -> io::Result<MutexGuard<'_, Unsent>> {
        if std::thread::current().id() != self.thread {
            return Err(io::Error::other("another thread talks to other ranks"));
        }
        Ok(self.unsent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Unsent {
    /// Lets go of what has arrived.
    fn reap(&mut self) -> io::Result<()> {
        let count = int(self.requests.len())?;
        if count == 0 {
            return Ok(());
        }
        self.arrived.resize(self.requests.len(), 0);
        let mut arrived = 0;
        // SAFETY: there are as many requests, and as much room, as the count says.
        unsafe {
            let (requests, numbers) = (self.requests.as_mut_ptr(), self.arrived.as_mut_ptr());
            let ignored = ffi::RSMPI_STATUSES_IGNORE;
            done(ffi::MPI_Testsome(count, requests, &mut arrived, numbers, ignored))?;
        }
        let numbers = &mut self.arrived[..usize::try_from(arrived).unwrap_or(0)];
        numbers.sort_unstable();
        for number in numbers.iter().rev() {
            let Ok(at) = usize::try_from(*number) else { continue };
            self.requests.swap_remove(at);
            self.bytes -= self.messages.swap_remove(at).len();
        }
        Ok(())
    }
}

fn int(number: usize) -> io::Result<c_int> {
    c_int::try_from(number).map_err(|_| io::Error::other("a message is too long"))
}

/// What a call has come to. MPI's default is to end the job instead.
fn done(code: c_int) -> io::Result<()> {
    match code {
        0 => Ok(()),
        code => Err(io::Error::other(format!("MPI reports error {code}"))),
    }
}
