/* <dlfcn.h>. No library is opened while a program runs: `unsupported` when asked for. The program itself, with
 * what it is linked to, is always open. */
#include "libc.h"
#include <dlfcn.h>
#include <string.h>

static char program;

/* posix: dlopen dlclose dlerror
 * explored: the program itself (a null path), which is there; so nothing ever fails.
 * left out: libraries that are opened by their names (`unsupported`).
 * accesses: none.
 * tests: libc/names_ok.c libc/names_library.c */
void *dlopen(const char *path, int flags)
{
    (void)flags;
    if (path)
        __augur_unsupported("dlopen of a library; link it to the program instead, or give it to verify with "
                            "the program, and ask for its names with dlopen(NULL)");
    return &program;
}

int dlclose(void *library) { return (void)library, 0; }

char *dlerror(void) { return NULL; }

/* posix: dlsym
 * explored: functions and variables of the program that are not static, by names that stand in the source, as if
 *   it were linked with -rdynamic; those of the C library if the program names them elsewhere, too. There
 *   is no `__pthread_get_minstack`, which Rust asks for before it starts a thread.
 * left out: names that are put together, names that are not there, RTLD_NEXT (`unsupported`).
 * tests: libc/names_ok.c libc/names_library.c libc/names.c rust/race.rs rust/mutex_ok.rs */
void *dlsym(void *restrict library, const char *restrict name)
{
    (void)library;
    if (strcmp(name, "__pthread_get_minstack"))
        __augur_unsupported("dlsym with a name that is not a constant, or that is not the program's own");
    return NULL;
}
