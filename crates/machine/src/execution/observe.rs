//! What a spectator of an execution gets to see: used by replays, never by the search.

use crate::execution::vm::Vm;
use crate::problem::ThreadId;
use crate::state::object::ObjectId;

pub trait Observer {
    /// Whether it wants to see every op and every write. If not, execution is as fast as without it.
    fn follows(&self) -> bool {
        true
    }
    /// The thread is about to execute the op at its topmost frame's pc.
    fn arrive(&mut self, vm: &Vm<'_>, thread: ThreadId);
    /// The thread changed these bytes.
    fn wrote(&mut self, vm: &Vm<'_>, thread: ThreadId, object: ObjectId, offset: u32, len: u32);
    /// The program printed.
    fn output(&mut self, fd: i32, bytes: &[u8]);
    fn thread_started(&mut self, vm: &Vm<'_>, creator: ThreadId, thread: ThreadId);
}
