/* <dlfcn.h>. No library is loaded while a program runs; `unsupported` when asked for. */
#include "libc.h"
#include <dlfcn.h>
#include <string.h>

/* posix: dlsym
 * explored: that there is no `__pthread_get_minstack`, which Rust asks for before it starts a thread.
 * left out: all other names (`unsupported`).
 * tests: rust/race.rs rust/mutex_ok.rs */
void *dlsym(void *restrict library, const char *restrict name)
{
    (void)library;
    if (strcmp(name, "__pthread_get_minstack"))
        __augur_unsupported("dlsym, which looks for a function by its name");
    return NULL;
}
