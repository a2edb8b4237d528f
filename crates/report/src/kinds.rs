//! The kinds of violation in words, for formats that explain what they list.

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The stable name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it means and what usually mends it, in a few sentences.
    pub help: &'static str,
}

/// The kind with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// All of them, in the order in which the machine knows them.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "assert",
        title: "An assertion fails",
        help: "The condition of an assert() is false in some interleaving. The trace shows the order of events in \
               which it is: look for the last write to each variable of the condition, and for a read whose value \
               was out of date when it was used.",
    },
    Kind {
        name: "abort",
        title: "The program aborts",
        help: "abort(), std::terminate() or a failed check of a library ends the program.",
    },
    Kind {
        name: "null-deref",
        title: "NULL is dereferenced",
        help: "Memory is accessed through a null pointer, or so near to address 0 that it was one. Often a pointer \
               is used before another thread has set it, or the result of a function that may fail is not checked.",
    },
    Kind {
        name: "out-of-bounds",
        title: "An access outside an object",
        help: "Bytes before or after an object are read or written. Every object stands alone, so one byte is enough \
               to be noticed.",
    },
    Kind {
        name: "overlap",
        title: "Ranges overlap that must not",
        help: "A function such as memcpy() is given a source and a destination that overlap. memmove() allows it.",
    },
    Kind {
        name: "use-after-free",
        title: "Freed memory is used",
        help: "A heap block is accessed after it was freed. Whoever frees must know that nobody else holds a pointer: \
               join the other threads first, count references, or take the block out of reach under the lock that \
               its users hold.",
    },
    Kind {
        name: "dead-stack",
        title: "A local variable is used after its end",
        help: "A pointer to a local variable outlives it: the function has returned or the block was left. Often a \
               thread gets the address of a variable of its creator, which does not wait for it.",
    },
    Kind {
        name: "invalid-pointer",
        title: "What is dereferenced is not a pointer",
        help: "Memory is accessed through a number that does not come from the address of an object.",
    },
    Kind {
        name: "write-to-constant",
        title: "A constant is written",
        help: "A string literal or an object defined const is written.",
    },
    Kind {
        name: "double-free",
        title: "A block is freed twice",
        help: "A heap block is freed again. With threads, two of them often decide that they are the last user: the \
               decision and its consequence must be one atomic step.",
    },
    Kind {
        name: "invalid-free",
        title: "What is freed is not a heap block",
        help: "free() or delete is given a pointer that malloc() or new did not return, or the wrong one of these is \
               used.",
    },
    Kind {
        name: "leak",
        title: "A heap block is lost",
        help: "The last pointer to a heap block vanishes before it is freed. --no-leaks does not look for this.",
    },
    Kind {
        name: "uninit",
        title: "An undefined value decides something",
        help: "A branch, an address or the like depends on memory that was never written, or on the result of an \
               operation that is undefined. Copying such a value is fine, deciding on it is not.",
    },
    Kind {
        name: "div-by-zero",
        title: "A division by zero",
        help: "The divisor of an integer division or remainder is zero, or the quotient does not fit its type.",
    },
    Kind {
        name: "overflow",
        title: "Signed arithmetic overflows",
        help: "The result of signed arithmetic does not fit its type (looked for with --overflow).",
    },
    Kind {
        name: "unreachable",
        title: "Code is reached that was declared unreachable",
        help: "__builtin_unreachable() is executed, or the end of a function that has to return a value, or code that \
               the compiler knows to be undefined.",
    },
    Kind {
        name: "bad-call",
        title: "A call that cannot work",
        help: "What is called is not a function, or one whose arguments or result are passed in another way.",
    },
    Kind {
        name: "deadlock",
        title: "Threads wait for each other",
        help: "Some threads wait and nobody can wake them. The report says who waits for what and who holds it: take \
               locks in the same order everywhere, check the condition before waiting, and signal after changing it.",
    },
    Kind {
        name: "livelock",
        title: "Threads go round loops that nobody can end",
        help: "Every thread that can still run goes round a loop without changing anything that others can see, and \
               at least one of them waits for something in it. Nobody will ever change what it waits for, so the \
               program cannot end. Look at the conditions of the loops that the report names, and at who should have \
               made them true: a flag that is reset too late, a lock that is not given back, an update that is lost. \
               A loop without a way out, such as that of a server, is no livelock. --no-livelocks does not look for \
               this.",
    },
    Kind {
        name: "mutex-misuse",
        title: "A lock is used in a way that is not allowed",
        help: "A mutex, or another object that threads wait at (a read-write lock, a spin lock, a condition variable, \
               a barrier, a semaphore, the lock of a stream), is unlocked by a thread that does not hold it, destroyed \
               in use, used before it is initialised, or the like.",
    },
    Kind {
        name: "thread-misuse",
        title: "A thread is treated in a way that is not allowed",
        help: "A thread is joined that is detached or was joined already, joins itself, is detached twice, or is \
               cancelled or sent a signal when its id stands for nothing any more. Each thread is to be joined or \
               detached once, by whoever knows that nobody else does.",
    },
    Kind {
        name: "data-race",
        title: "Two threads access the same memory at the same time",
        help: "Two accesses of different threads to the same memory can happen at the same time, at least one of them \
               writes, and not both are atomic. Protect both with the same lock, or make both atomic. --races warn \
               reports it and goes on.",
    },
    Kind {
        name: "uncaught-exception",
        title: "An exception is not caught",
        help: "An exception leaves main() or a thread's function, or a function that is noexcept.",
    },
    Kind {
        name: "stack-overflow",
        title: "The stack is used up",
        help: "Calls are nested too deeply, or local variables are too large (--stack-depth and --stack-size say how \
               much there is).",
    },
    Kind {
        name: "invariant",
        title: "An invariant does not hold",
        help: "A state can be reached in which an expression that was to hold in every state (--invariant) is false or \
               undefined.",
    },
    Kind {
        name: "ltl",
        title: "A temporal property does not hold",
        help: "There is an execution of which the formula (--ltl) does not hold. Its end is repeated for ever, or the \
               program has ended and nothing changes any more. Whether such an execution counts depends on what is \
               expected of the scheduler: with --fairness weak every thread that can run from some time on runs \
               again, with strong every one that can run again and again. See docs/temporal.md.",
    },
    Kind {
        name: "non-termination",
        title: "The program can run for ever",
        help: "There is an execution under fair scheduling that never ends (looked for with --liveness). The report \
               shows what is repeated: threads that undo each other's work, or one that waits while others go on. A \
               server is meant to run for ever; ask something more particular of it with --ltl.",
    },
    Kind {
        name: "panic",
        title: "A Rust program panics",
        help: "The main thread panics and nobody catches it: a failed assertion, an index out of range, unwrap() of \
               nothing. A panic in another thread is the result of its join, and one that nobody joins goes unnoticed \
               here as it does natively.",
    },
];
