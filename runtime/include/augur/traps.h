/* The traps: everything the runtime library may ask of the machine.
 *
 * Names starting with __divine_ are those of Ročkai's thesis, §4.5.2; names
 * starting with __augur_ are ours. A trap is a function that is declared here
 * and defined nowhere: the loader lowers a call of it to a single op.
 *
 * This file is the contract: crates/ir/build/contract.rs reads it, and all that
 * the checker knows of it comes from there (crates/ir/src/contract.rs). An enum
 * with a name is a list of cases, numbered from 0; #define and enums without a
 * name make single numbers. */
#ifndef AUGUR_TRAPS_H
#define AUGUR_TRAPS_H

#include <stddef.h>

/* What a trap touches, which decides who can tell when it happens. docs/reductions.md
 * lists the classes and argues for them. */
#define TRAP(class)

/* Not a trap: the loader puts calls of the program's own functions in its place. */
#define LOADER

/* What the search may rely on when it sees a thread inside a function. Whatever uses
 * a trap of the class `threads`, reaches for another thread's control block, or shows
 * a thread's number to the user, must have a role, or the build fails
 * (crates/ir/build/roles.rs). */
#define ROLE(name) __attribute__((section(AUGUR_ROLE_##name)))

/* Starts threads and looks at nothing else of them. */
#define AUGUR_ROLE_starts "augur.starts"
/* Waits for the end of a thread and takes its result. */
#define AUGUR_ROLE_joins "augur.joins"
/* Ends the calling thread; who wants to know joins it. */
#define AUGUR_ROLE_ends "augur.ends"
/* May tell whether a thread has ended without waiting for it, or makes it vanish when
 * it ends. A program that has such a function can tell ends. */
#define AUGUR_ROLE_observes "augur.observes"
/* Looks at other threads, and does the same whether one that can still be joined has
 * ended or not. */
#define AUGUR_ROLE_blind "augur.blind"
/* The same, and changes what another thread hands on to those that it starts. */
#define AUGUR_ROLE_steers "augur.steers"
/* Takes or gives back a lock, does nothing else with it, and is blind. */
#define AUGUR_ROLE_locks "augur.locks"
/* Takes a share of a lock that several threads can have at once, or gives one back, and
 * is blind. What several threads do in such functions does not depend on their order,
 * as long as each is able to, and comes to the same. */
#define AUGUR_ROLE_shares "augur.shares"
/* Comes to a barrier and waits there until so many have come, and is blind. What others
 * do in such functions at the same barrier does not depend on who came before, but for
 * the last to come. It begins with a wait for nothing whose word is also its owner
 * (AUGUR_GATHERS). Of control blocks it looks at its own, and ends the waits of those
 * that wait at the barrier. */
#define AUGUR_ROLE_gathers "augur.gathers"
/* Does something that is done once, which a word tells, and is blind. Once that is
 * AUGUR_SETTLED such functions only look at it. */
#define AUGUR_ROLE_settles "augur.settles"
#define AUGUR_SETTLED 2
/* Shows the user the number of a thread. */
#define AUGUR_ROLE_numbers "augur.numbers"
/* Hands on to the user what a thread has left behind for who joins it. */
#define AUGUR_ROLE_inherits "augur.inherits"
/* Lets another thread turn the calling one aside at any time (__augur_divert,
 * __augur_impose), in the middle of what nobody else can see. */
#define AUGUR_ROLE_exposes "augur.exposes"

/* Threads that are alive at once, at most: their numbers fit in AUGUR_OWNER. */
#define AUGUR_THREADS_MAX 1024

/* A control block, in words of eight bytes: where it is itself, the next one of the list, what the thread has left,
 * its number in the lower half of its word, and what it is joined as in the upper half of its own. */
#define AUGUR_BLOCK_SELF 0
#define AUGUR_BLOCK_NEXT 1
#define AUGUR_BLOCK_RESULT 2
#define AUGUR_BLOCK_NUMBER 5
#define AUGUR_BLOCK_JOINS_AS 8
/* Beside the number, in the upper half: the thread has ended. */
#define AUGUR_BLOCK_ENDED 1
/* What a new thread is handed by the program, in the block that it starts with. */
#define AUGUR_LAUNCH_ARGUMENT 3

/* Sets of threads are sets of bits, for threads with numbers below this. */
#define AUGUR_SET_MAX 128

#ifdef __cplusplus
extern "C" {
#endif

/* ---- scheduling ------------------------------------------------------- */

/* Opens an atomic section bound to the calling function's stack frame; it ends
 * at unmask in the same frame or when the frame is left. While it is open no
 * other thread runs (but see __augur_wait). Opening one costs nothing: the
 * section begins with its first access to memory that others can reach, and one
 * that has none is invisible. Sections nest. */
TRAP(own) void __divine_interrupt_mask(void);
TRAP(own) void __divine_interrupt_unmask(void);

/* A point where other threads may run. */
TRAP(schedule) void __divine_interrupt(void);

/* Starts a thread that runs entry(arg) and ends when entry returns. If arg is a
 * block of the runtime's own (AUGUR_INTERNAL) the caller must not look at it
 * again. Returns the new thread's number. Call it inside an atomic section. */
TRAP(threads) int __divine_new_thread(void (*entry)(void *), void *arg);

/* The number of the calling thread; main has 0. Numbers of threads that have
 * ended are given to new threads, unless locks still name them. */
TRAP(registers) int __divine_get_tid(void);

/* Says how many bytes of stack the calling thread has, if not as many as the
 * others. To be called by its first function. */
TRAP(own) void __augur_stack_size(unsigned long bytes);

/* Says that one more lock (by = 1), or one less (by = -1), names the calling
 * thread, in `name`. `owner` is the word that does, as 1 + its number, if the
 * thread has the lock to itself; otherwise null. */
TRAP(own) void __augur_hold(int by, const int *owner, const void *name);

/* How many locks name the calling thread as their owner. */
TRAP(own) int __augur_held(void);

/* Says whether somebody may still join a thread. Its number is kept until nobody
 * may. */
TRAP(threads) void __augur_joinable(int thread, int joinable);

/* Makes another thread go on in entry(), which must not return; its frames stay,
 * its atomic sections end. Returns 0 and does nothing if that thread is in a wait
 * with an alarm. Call it inside an atomic section. */
TRAP(threads) int __augur_divert(int thread, void (*entry)(void));

/* Makes another thread call entry() before it goes on with what it was about to do.
 * Atomic sections that it has open are set aside until then. entry() ends with
 * __augur_resume(), in its own frame. Call it inside an atomic section. */
TRAP(threads) void __augur_impose(int thread, void (*entry)(void));
TRAP(life) void __augur_resume(void) __attribute__((noreturn));

/* Ends the calling thread at once, whatever is on its stack. */
TRAP(threads) void __augur_end_thread(void) __attribute__((noreturn));

/* Waits until the condition holds. Call it inside an atomic section only. If
 * the condition holds already, the section just goes on. Otherwise the section
 * is suspended: other threads run, the waiting thread is not runnable, and when
 * the scheduler picks it in some state where the condition holds, the section
 * is resumed right after this call, still atomic. So after return the condition
 * holds, always.
 *
 *   AUGUR_EQ: (*word & mask) == value        AUGUR_NE: (*word & mask) != value
 *   AUGUR_FREE: (*word & mask) is 0 or value
 *   AUGUR_QUEUED: the same. But if somebody else waits with the same `owner`, which
 *                 is AUGUR_OWNERS, the thread may as well have to wait for them.
 *                 That makes no states of its own: it is only looked at whether
 *                 there would be a deadlock
 *
 * Where it can, a function waits before it looks at anything: then a thread that
 * has not called it yet and one that waits in it are in the same place, which
 * saves the states in between.
 *
 * The rest only serves the report of a deadlock: `what` names the kind of thing
 * waited for ("mutex", "condition variable", "thread"), `object` is that thing
 * (its address is shown as a variable's name), and `owner` points to an int
 * that holds 1 + the number of the thread that must act (in the bits of
 * AUGUR_OWNER; a lock may have a mark of its own above), or 0 when nobody in
 * particular; it may be null. AUGUR_OWNERS stands for several threads, which must
 * all act: they are the set of AUGUR_SET_MAX bits right before the int. With a
 * further bit it stands for several of whom nobody knows exactly who they are;
 * but with AUGUR_FIRST, for several whom others join without waiting (AUGUR_QUEUED), and
 * with AUGUR_GATHERS, for all that are to come to a barrier: that many, in the lower bits,
 * must have come, and the set right before the int has those that are there.
 *
 * A wait may have an alarm: it also ends when *alarm is not 0. Without one, pass
 * null. */
#define AUGUR_OWNERS 0x80000000u
#define AUGUR_FIRST 0x40000000u
#define AUGUR_GATHERS 0x20000000u
#define AUGUR_OWNER 0xffffu
enum augur_comparison { AUGUR_EQ = 0, AUGUR_NE = 1, AUGUR_FREE = 2, AUGUR_QUEUED = 3 };
TRAP(schedule) void __augur_wait(const unsigned *word, unsigned mask, unsigned value,
                                 int op, const char *what, const void *object,
                                 const int *owner, const unsigned *alarm);

/* How many other threads wait for that object, or would if they went on. */
TRAP(schedule) int __augur_waiters(const void *object);

/* ---- choices ---------------------------------------------------------- */

/* Forks the execution `count` ways and returns 0 … count-1. */
TRAP(environment) int __divine_choice(int count);

/* A number of so many bits (8, 16, 32, 64) of which nothing is known. It is chosen when something
 * needs it; comparisons with known numbers ask for no more than their outcome. Whether it may be
 * `negative` matters to reports alone. */
TRAP(own) unsigned long __augur_unknown(int bits, int negative);

/* Gives up this execution quietly: it does not count (assume(false)). */
TRAP(schedule) void __augur_prune(void) __attribute__((noreturn));

/* Gives up this execution because of a bound of ours. The search goes on with others, and
 * the outcome is `limit`, with these words, unless it finds something. */
TRAP(schedule) void __augur_give_up(const char *what) __attribute__((noreturn));

/* How often the environment may choose this fault in one execution: 0, a number,
 * or -1 for as often as it likes. See augur_fault. */
enum augur_fault { AUGUR_FAULT_MALLOC = 0, AUGUR_FAULT_SPURIOUS_WAKEUP = 1,
                   AUGUR_FAULT_THREAD_CREATE = 2, AUGUR_FAULT_IO = 3,
                   AUGUR_FAULT_EINTR = 4, AUGUR_FAULT_SPURIOUS_FAILURE = 5 };
TRAP(registers) int __augur_fault_enabled(int which);
/* The same question about what is no fault: may random numbers be any? Does the clock stand unless somebody
 * sleeps? Is an exit with a status other than 0 a violation? */
#define AUGUR_EXPLORE_RANDOM 1000
#define AUGUR_CLOCK_STANDS 1001
#define AUGUR_EXIT_ZERO 1002

/* ---- memory ----------------------------------------------------------- */

/* A new heap block. The plain form is undefined memory, 16-byte aligned, and a
 * block that is lost without being freed is a leak. Never fails. */
enum { AUGUR_ZEROED = 1,
       AUGUR_INTERNAL = 2 /* may be lost; the user has no pointer to it, but for ids of threads */,
       AUGUR_LENT = 4 /* may be lost; the user has pointers to it */ };
/* Who makes a block may be said with it: a maker * AUGUR_MADE_BY among the flags. What is
 * AUGUR_INTERNAL is made by the library. AUGUR_GIVEN: by the library, but it is the user's, who
 * may read and write it. */
enum augur_maker { AUGUR_MALLOC = 0, AUGUR_NEW = 1, AUGUR_NEW_ARRAY = 2, AUGUR_MMAP = 3,
                   AUGUR_LIBRARY = 4, AUGUR_GIVEN = 5 };
#define AUGUR_MADE_BY 8
TRAP(own) void *__divine_malloc(size_t size);
TRAP(own) void *__augur_alloc(size_t size, size_t align, int flags);

/* Frees a block; reports double-free and invalid-free. Null is ignored. */
TRAP(life) void __divine_free(void *block);

/* The same for a block that must have been made by that maker. If the size is not 0, it
 * must be that of the block. */
TRAP(life) void __augur_delete(void *block, int maker, size_t size);

/* The same for a block whose contents have gone to another of the same maker, which may as
 * well have stayed where they are: pointers to the two may be equal. */
TRAP(life) void __augur_moved(void *old, void *block);

/* A block of the runtime's own (AUGUR_INTERNAL) has done its duty. It can still be
 * read, but its pointers are null now, and pointers to it may be equal to those to
 * a block that is allocated later, as if it had been freed. */
TRAP(life) void __augur_retire(void *block);

/* Copies like memmove inside the atomic section that the caller has open. */
TRAP(memory) void *__divine_memcpy(void *dst, const void *src, size_t size);

/* Size in bytes of the live object that `pointer` points into (0 for anything else). */
TRAP(memory) size_t __augur_object_size(const void *pointer);

/* What kind of live object that is. */
enum augur_storage { AUGUR_NO_OBJECT = 0, AUGUR_GLOBAL = 1, AUGUR_STACK = 2,
                     AUGUR_HEAP = 3 };
TRAP(memory) int __augur_object_kind(const void *pointer);

/* The value of a word, or 0 if part of it is undefined or a pointer. */
TRAP(memory) unsigned __augur_peek(const unsigned *word);

/* An access by the program to its own memory, which it makes by calling the
 * library: reads or writes nothing, but races like the access that it stands for. For
 * what the library does to such memory inside its sections, which nobody can be
 * scheduled in between. It counts inside sections, too: as the very first thing in one
 * it costs nothing, since the section begins there. */
enum { AUGUR_READS = 0, AUGUR_WRITES = 1, AUGUR_ATOMICALLY = 2 };
TRAP(memory) void __augur_touch(const void *pointer, size_t size, int how);

/* ---- verdicts --------------------------------------------------------- */

/* Reports a violation of the given kind. The location is the innermost frame
 * that is not library code. The execution ends here. */
enum augur_problem { AUGUR_ASSERT = 0, AUGUR_ABORT = 1, AUGUR_MUTEX_MISUSE = 2,
                     AUGUR_DEADLOCK = 3, AUGUR_INVALID_FREE = 4,
                     AUGUR_UNCAUGHT_EXCEPTION = 5, AUGUR_OVERLAP = 6,
                     AUGUR_THREAD_MISUSE = 7, AUGUR_PANIC = 8 };
TRAP(registers) void __augur_problem(int kind, const char *message) __attribute__((noreturn));

/* The violation `assert` if the condition is 0. */
TRAP(registers) void __divine_assert(int condition);

/* Something we do not model was reached; not a bug in the program. */
TRAP(registers) void __augur_unsupported(const char *what) __attribute__((noreturn));

/* ---- unwinding --------------------------------------------------------- */

/* What the function `up` calls above the running one does if the call that it
 * waits for ends with an exception: -1 if there is no such function, 0 if it
 * has no landing pad there, else AUGUR_PAD and the number of the pad's clauses <<
 * AUGUR_PAD_COUNT_SHIFT; perhaps AUGUR_PAD_CLEANUP; AUGUR_PAD_TERMINATES if all
 * that the pad does is to end the program; AUGUR_PAD_NOEXCEPT if no exception may
 * leave the function. */
enum { AUGUR_PAD = 1, AUGUR_PAD_CLEANUP = 2, AUGUR_PAD_TERMINATES = 4,
       AUGUR_PAD_NOEXCEPT = 8, AUGUR_PAD_COUNT_SHIFT = 4 };
TRAP(own) int __augur_pad(int up);

/* A clause: its selector << 32 | the number of its types. One with a negative
 * selector is a filter, which stops everything but those types; any other has
 * one type, and catches it (null: everything). */
TRAP(own) long __augur_pad_clause(int up, int clause);
TRAP(own) const void *__augur_pad_type(int up, int clause, int type);

/* Leaves all functions below that one and goes on in its landing pad. */
TRAP(life) void __augur_land(int up, void *exception, int selector) __attribute__((noreturn));

/* A pointer into the code of the function `up` calls above, behind the call that it
 * waits for; null if there is no such function. */
TRAP(own) const void *__augur_code(int up);

/* How many calls above the running function is the one that this is a local variable
 * of? -1 if none is, in this thread. */
TRAP(own) int __augur_frame_of(const void *local);

/* The symbol of the function whose code this is, and what a symbol or the name of a
 * type of C++ stands for. As much as there is room for goes to the buffer, without a
 * final 0. Returns its whole length, or 0 if there is no such thing. */
TRAP(memory) size_t __augur_symbol(const void *code, char *buffer, size_t size);
TRAP(memory) size_t __augur_demangle(const char *symbol, char *buffer, size_t size);

/* ---- the outside ------------------------------------------------------ */

/* Output, not part of the state; shown with a trace. fd is 1 or 2. */
TRAP(environment) void __augur_write(int fd, const void *bytes, size_t size);

/* Ends the whole program. Leaks and the exit code are judged here. */
TRAP(schedule) void __augur_exit(int status) __attribute__((noreturn));

/* Calls the program's main with as many of the arguments as it takes; runs the
 * global constructors (in order of priority) and destructors. */
LOADER int __augur_call_main(int argc, char **argv, char **envp);
LOADER void __augur_call_constructors(int argc, char **argv, char **envp);
LOADER void __augur_call_destructors(void);

/* What the program was given on the checker's command line: how many things of a
 * kind, the length of each (without any final 0), and its bytes copied into a
 * buffer. */
enum augur_given { AUGUR_GIVEN_ARGUMENTS = 0, AUGUR_GIVEN_ENVIRONMENT = 1,
                   AUGUR_GIVEN_PATHS = 2,
                   AUGUR_GIVEN_CONTENTS = 3 /* of the files, in the order of the paths */,
                   AUGUR_GIVEN_STDIN = 4 /* one, or none */ };
TRAP(registers) int __augur_given_count(int kind);
TRAP(registers) size_t __augur_given_length(int kind, int index);
TRAP(memory) void __augur_given_copy(int kind, int index, void *buffer);

#undef TRAP
#undef LOADER
#ifdef __cplusplus
}
#endif
#endif
