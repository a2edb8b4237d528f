/* What the checker finds in the library by name. crates/ir/build/contract.rs reads
 * this file, and the build fails unless the library defines each of these names. */
#ifndef AUGUR_KNOWN_H
#define AUGUR_KNOWN_H

#include <stddef.h>
#include <sys/types.h>

/* Where every program starts (start.c). */
void __augur_start(void);

/* The machine calls these to copy or fill memory that several threads can reach
 * (memory.c). */
void __augur_copy_shared(char *to, const char *from, size_t size);
void __augur_copy_shared_backward(char *to, const char *from, size_t size);
void __augur_fill_shared(char *to, char byte, size_t size);

/* The machine's setjmp fills so many words of a buffer, the last with 0, and calls
 * these around a jump if the mask of signals is to be saved (setjmp.c). */
#define AUGUR_JUMP_WORDS 3
void augur_save_signal_mask(unsigned long *buffer, int save);
void augur_restore_signal_mask(const unsigned long *buffer);

/* The list of threads, and the look at one of them (pthread.c): who uses these needs
 * a ROLE. */
struct augur_thread;
struct augur_threads;
extern struct augur_threads augur_threads;
struct augur_thread *augur_thread_check(pthread_t id, const char *message);

/* Passes on the robust mutexes of a thread that ends (pthread_mutex.c): of all that looks
 * at other threads, every program has it. */
void augur_mutex_end_thread(struct augur_thread *thread);

/* Nanoseconds since the start (clock.c), or, if `busy`, those in which the processor
 * worked. A program that has this reads a clock. */
long augur_clock_read(int busy);

/* Does a weak compare-exchange fail for no reason (fault.c)? The loader puts a call
 * before each one of the program's if that fault is switched on. */
int augur_exchange_fails(void);

/* The word at this distance from %fs, by which inline assembly and a builtin of the compiler
 * tell threads apart (thread_pointer.c). */
void *augur_thread_word(long offset);

#endif
