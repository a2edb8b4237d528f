/* What programs take for the number of their thread: the word at %fs:0, which is its own address. */
#include <augur/thread.h>

/* As in glibc it is the thread's id, whose block begins with that word. So it comes back as ids do. */
void *augur_thread_word(long offset)
{
    if (offset)
        __augur_unsupported("thread-local memory by its distance from %fs");
    return augur_self;
}
