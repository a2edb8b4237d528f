//! Public crates, each used by two threads: `cargo augur test` here says what becomes of them.
//!
//! docs/rust.md has the results.

#![cfg(test)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::task::{Wake, Waker};
use std::thread;

#[test]
fn arc_swap_load_and_store() {
    let shared = Arc::new(arc_swap::ArcSwap::from_pointee(1));
    let other = Arc::clone(&shared);
    let writer = thread::spawn(move || other.store(Arc::new(2)));
    let seen = **shared.load();
    assert!(seen == 1 || seen == 2);
    writer.join().unwrap();
    assert_eq!(**shared.load(), 2);
}

#[test]
fn arcstr_clone_and_drop() {
    let text = arcstr::ArcStr::from(String::from("text"));
    let other = text.clone();
    let reader = thread::spawn(move || other.len());
    assert_eq!(&*text, "text");
    drop(text);
    assert_eq!(reader.join().unwrap(), 4);
}

struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, SeqCst);
    }
}

#[test]
fn atomic_waker_register_and_wake() {
    let waker = Arc::new(atomic_waker::AtomicWaker::new());
    let ready = Arc::new(AtomicBool::new(false));
    let (other, set) = (Arc::clone(&waker), Arc::clone(&ready));
    let notifier = thread::spawn(move || {
        set.store(true, SeqCst);
        other.wake();
    });
    let flag = Arc::new(Flag(AtomicBool::new(false)));
    waker.register(&Waker::from(Arc::clone(&flag)));
    let seen = ready.load(SeqCst);
    notifier.join().unwrap();
    assert!(seen || flag.0.load(SeqCst), "neither ready nor woken");
}

#[test]
fn atomic_refcell_borrows() {
    let cell = Arc::new(atomic_refcell::AtomicRefCell::new(0));
    let other = Arc::clone(&cell);
    let writer = thread::spawn(move || match other.try_borrow_mut() {
        Ok(mut number) => *number += 1,
        Err(_) => {}
    });
    if let Ok(mut number) = cell.try_borrow_mut() {
        *number += 1;
    }
    writer.join().unwrap();
    let number = *cell.borrow();
    assert!(number == 1 || number == 2);
}

#[test]
fn concurrent_queue_push_and_pop() {
    let queue = Arc::new(concurrent_queue::ConcurrentQueue::bounded(1));
    let other = Arc::clone(&queue);
    let producer = thread::spawn(move || other.push(1).is_ok());
    let own = queue.push(2).is_ok();
    let others = producer.join().unwrap();
    assert!(own != others);
    assert_eq!(queue.pop(), Ok(if own { 2 } else { 1 }));
}

#[test]
fn crossbeam_array_queue() {
    let queue = Arc::new(crossbeam_queue::ArrayQueue::new(1));
    let other = Arc::clone(&queue);
    let producer = thread::spawn(move || other.push(1).is_ok());
    let seen = queue.pop();
    assert!(producer.join().unwrap());
    assert_eq!(seen.or_else(|| queue.pop()), Some(1));
}

#[test]
fn event_listener_notify() {
    let event = Arc::new(event_listener::Event::new());
    let ready = Arc::new(AtomicBool::new(false));
    let (other, set) = (Arc::clone(&event), Arc::clone(&ready));
    let notifier = thread::spawn(move || {
        set.store(true, SeqCst);
        other.notify(1);
    });
    if !ready.load(SeqCst) {
        let listener = event.listen();
        if !ready.load(SeqCst) {
            event_listener::Listener::wait(listener);
        }
    }
    assert!(ready.load(SeqCst));
    notifier.join().unwrap();
}

lazy_static::lazy_static! {
    static ref LAZY: u32 = CALLS.fetch_add(1, SeqCst) + 1;
}

static CALLS: AtomicU32 = AtomicU32::new(0);

#[test]
fn lazy_static_once() {
    let other = thread::spawn(|| *LAZY);
    assert_eq!(*LAZY, 1);
    assert_eq!(other.join().unwrap(), 1);
}

struct Add(u32);

impl left_right::Absorb<Add> for u32 {
    fn absorb_first(&mut self, Add(number): &mut Add, _: &u32) {
        *self += *number;
    }

    fn sync_with(&mut self, first: &u32) {
        *self = *first;
    }
}

#[test]
fn left_right_publish() {
    let (mut writer, reader) = left_right::new::<u32, Add>();
    let other = thread::spawn(move || reader.enter().map(|number| *number));
    writer.append(Add(1));
    writer.publish();
    let seen = other.join().unwrap();
    assert!(matches!(seen, Some(0 | 1)));
}

#[test]
fn once_cell_once() {
    static CELL: once_cell::sync::OnceCell<u32> = once_cell::sync::OnceCell::new();
    let other = thread::spawn(|| *CELL.get_or_init(|| 1));
    let own = *CELL.get_or_init(|| 2);
    assert_eq!(other.join().unwrap(), own);
}

#[test]
fn once_cell_race() {
    static CELL: once_cell::race::OnceBox<u32> = once_cell::race::OnceBox::new();
    let other = thread::spawn(|| *CELL.get_or_init(|| Box::new(1)));
    let own = *CELL.get_or_init(|| Box::new(2));
    assert_eq!(other.join().unwrap(), own);
}

#[test]
fn oneshot_send_and_receive() {
    let (sender, receiver) = oneshot::channel();
    let other = thread::spawn(move || sender.send(1).is_ok());
    assert_eq!(receiver.recv(), Ok(1));
    assert!(other.join().unwrap());
}

#[test]
fn oneshot_dropped_sender() {
    let (sender, receiver) = oneshot::channel::<Box<u32>>();
    let other = thread::spawn(move || drop(sender));
    assert!(receiver.recv().is_err());
    other.join().unwrap();
}

#[test]
fn parking_lot_core_park() {
    static READY: AtomicBool = AtomicBool::new(false);
    let key = &raw const READY as usize;
    let other = thread::spawn(move || {
        READY.store(true, SeqCst);
        unsafe { parking_lot_core::unpark_all(key, parking_lot_core::DEFAULT_UNPARK_TOKEN) };
    });
    let validate = || !READY.load(SeqCst);
    unsafe {
        parking_lot_core::park(key, validate, || {}, |_, _| {}, parking_lot_core::DEFAULT_PARK_TOKEN, None);
    }
    assert!(READY.load(SeqCst));
    other.join().unwrap();
}

#[test]
fn rtrb_push_and_pop() {
    let (mut producer, mut consumer) = rtrb::RingBuffer::new(1);
    let other = thread::spawn(move || producer.push(1).is_ok());
    let seen = consumer.pop();
    assert!(other.join().unwrap());
    assert_eq!(seen.or_else(|_| consumer.pop()), Ok(1));
}

#[test]
fn sharded_slab_insert_and_take() {
    let slab = Arc::new(sharded_slab::Slab::new());
    let key = slab.insert(1).unwrap();
    let other = Arc::clone(&slab);
    let taker = thread::spawn(move || other.take(key));
    let seen = slab.get(key).map(|number| *number);
    assert!(seen.is_none() || seen == Some(1));
    assert_eq!(taker.join().unwrap(), Some(1));
}

#[test]
fn slab_behind_a_mutex() {
    let slab = Arc::new(std::sync::Mutex::new(slab::Slab::new()));
    let other = Arc::clone(&slab);
    let thread = thread::spawn(move || other.lock().unwrap().insert(1));
    let own = slab.lock().unwrap().insert(2);
    let others = thread.join().unwrap();
    assert!(own != others);
    assert_eq!(slab.lock().unwrap()[others], 1);
}

#[test]
fn spin_mutex() {
    let count = Arc::new(spin::Mutex::new(0));
    let other = Arc::clone(&count);
    let thread = thread::spawn(move || *other.lock() += 1);
    *count.lock() += 1;
    thread.join().unwrap();
    assert_eq!(*count.lock(), 2);
}

#[test]
fn spin_rwlock() {
    let pair = Arc::new(spin::RwLock::new([0, 0]));
    let other = Arc::clone(&pair);
    let writer = thread::spawn(move || *other.write() = [1, 1]);
    let seen = *pair.read();
    assert_eq!(seen[0], seen[1]);
    writer.join().unwrap();
}

#[test]
fn spin_once() {
    static ONCE: spin::Once<u32> = spin::Once::new();
    let other = thread::spawn(|| *ONCE.call_once(|| 1));
    let own = *ONCE.call_once(|| 2);
    assert_eq!(other.join().unwrap(), own);
}

#[test]
fn thingbuf_push_and_pop() {
    let queue = Arc::new(thingbuf::ThingBuf::<u32>::new(1));
    let other = Arc::clone(&queue);
    let producer = thread::spawn(move || other.push(1).is_ok());
    let seen = queue.pop();
    assert!(producer.join().unwrap());
    assert_eq!(seen.or_else(|| queue.pop()), Some(1));
}

#[test]
fn triomphe_clone_and_drop() {
    let shared = triomphe::Arc::new(1);
    let other = shared.clone();
    let reader = thread::spawn(move || *other);
    assert_eq!(*shared, 1);
    drop(shared);
    assert_eq!(reader.join().unwrap(), 1);
}

#[test]
fn try_lock_once() {
    let lock = Arc::new(try_lock::TryLock::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || other.try_lock().map(|mut number| *number += 1).is_some());
    let own = lock.try_lock().map(|mut number| *number += 1).is_some();
    let others = thread.join().unwrap();
    assert_eq!(*lock.try_lock().unwrap(), u32::from(own) + u32::from(others));
}

// What these take for granted is not so.

#[test] // expect: panic
fn arc_swap_stale() {
    let shared = Arc::new(arc_swap::ArcSwap::from_pointee(1));
    let other = Arc::clone(&shared);
    let writer = thread::spawn(move || other.store(Arc::new(2)));
    assert_eq!(**shared.load(), 2);
    writer.join().unwrap();
}

#[test] // expect: deadlock
fn parking_lot_core_lost_wakeup() {
    static PLACE: AtomicBool = AtomicBool::new(false);
    let key = &raw const PLACE as usize;
    let other = thread::spawn(move || unsafe {
        parking_lot_core::unpark_all(key, parking_lot_core::DEFAULT_UNPARK_TOKEN);
    });
    unsafe {
        parking_lot_core::park(key, || true, || {}, |_, _| {}, parking_lot_core::DEFAULT_PARK_TOKEN, None);
    }
    other.join().unwrap();
}

#[test] // expect: panic
fn rtrb_too_early() {
    let (mut producer, mut consumer) = rtrb::RingBuffer::new(1);
    let other = thread::spawn(move || producer.push(1).is_ok());
    assert_eq!(consumer.pop(), Ok(1));
    other.join().unwrap();
}

#[test] // expect: panic
fn try_lock_taken_for_granted() {
    let lock = Arc::new(try_lock::TryLock::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || drop(other.try_lock()));
    assert!(lock.try_lock().is_some());
    thread.join().unwrap();
}
