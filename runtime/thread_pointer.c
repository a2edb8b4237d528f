/* What programs take for the number of their thread: the word at %fs:0, which is its own address. */
#include <augur/known.h>
#include <augur/traps.h>

/* Different for threads that live at the same time; not of the program's thread-local memory. */
static _Thread_local char place;

void *augur_thread_word(long offset)
{
    if (offset)
        __augur_unsupported("thread-local memory by its distance from %fs");
    return &place;
}
