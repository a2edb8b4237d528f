/* <dlfcn.h>. The program itself, with what it is linked to, is always open. Libraries that it may open are named on
 * the checker's command line (--open); each is a table of what it exports, which `verify` makes
 * (crates/verify/src/opened.rs). Any other is `unsupported` when asked for. */
#include "libc.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    const char *name;
    void *address;    /* null if it has no bitcode */
};

struct opened {
    const char *file, *soname;
    void (*start)(int, char **, char **);
    void (*end)(void);
    long count;
    struct symbol symbols[];
};

/* The program's own definition, or null; ends with a null pointer. */
extern const struct opened *const augur_defined_augur_opened[] __attribute__((weak));

/* A library that was opened is so from then on. */
struct handle {
    struct handle *next;
    const struct opened *library;
};

static struct handle *handles;
static char program;
static _Thread_local const char *trouble;

/* Natively, too, constructors run while others who open something wait. */
static pthread_mutex_t loading = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const struct opened *find_library(const char *path)
{
    const struct opened *const *all = augur_defined_augur_opened;
    const char *name = last_part(path);
    for (; all && *all; all++)
        if (!strcmp(name, (*all)->file) || !strcmp(name, (*all)->soname))
            return *all;
    __augur_unsupported("dlopen of a library that was not named; build it with `verify cc -shared` and give it to "
                        "verify with --open FILE, or --stub dlopen=0 for a system that does not have it");
}

static MASKED struct handle *find_handle(const struct opened *library, const void *given)
{
    __divine_interrupt_mask();
    struct handle *handle = handles;
    while (handle && handle != given && handle->library != library)
        handle = handle->next;
    return handle;
}

static MASKED struct handle *add_handle(const struct opened *library)
{
    __divine_interrupt_mask();
    struct handle *handle = __augur_alloc(sizeof *handle, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *handle = (struct handle){ handles, library };
    handles = handle;
    return handle;
}

extern char **environ;

static void *open_library(const struct opened *library, int only_if_open)
{
    struct handle *handle = find_handle(library, NULL);
    if (handle || only_if_open)
        return handle;
    handle = add_handle(library);
    char *no_arguments[] = { NULL };
    library->start(0, no_arguments, environ);
    atexit(library->end);
    return handle;
}

/* posix: dlopen dlclose dlerror
 * explored: the program itself (a null path), and libraries that --open names, by the last part of their path or by
 *   their soname. Constructors run at the first open, while others who open something wait.
 * left out: other libraries (`unsupported`); libraries that fail to open; RTLD_GLOBAL, where one library finds the
 *   names of another; that dlclose takes a library out of memory, which POSIX leaves open: its destructors run at exit.
 *   A constructor sees no arguments.
 * accesses: r the path.
 * tests: libc/names_ok.c libc/names_library.c libc/names.c */
void *dlopen(const char *path, int flags)
{
    if (!path)
        return &program;
    const struct opened *library = find_library(path);
    pthread_mutex_lock(&loading);
    void *handle = open_library(library, flags & RTLD_NOLOAD);
    pthread_mutex_unlock(&loading);
    if (!handle)
        trouble = "the library is not open";
    return handle;
}

int dlclose(void *library) { return (void)library, 0; }

char *dlerror(void)
{
    const char *text = trouble;
    trouble = NULL;
    return (char *)text;
}

/* What a library that was opened has under this name; null if it has not. */
static void *look_up(const struct opened *library, const char *name, int *found)
{
    for (long i = 0; i < library->count; i++)
        if (!strcmp(name, library->symbols[i].name)) {
            *found = 1;
            if (!library->symbols[i].address)
                __augur_unsupported("dlsym of machine code without bitcode");
            return library->symbols[i].address;
        }
    return NULL;
}

/* The same call where the name is a constant; `own` is what the program or the C library has under it, or null,
 * `next` what comes after the program's own (crates/ir/src/lower/symbol.rs). */
void *augur_symbol(void *library, const char *name, void *own, void *next);
void *augur_symbol(void *library, const char *name, void *own, void *next)
{
    if (library == RTLD_NEXT && !next)
        __augur_unsupported("dlsym with RTLD_NEXT and a name that the C library has not, or the program does not name");
    if (library == RTLD_NEXT)
        return next;
    struct handle *handle = library && library != &program ? find_handle(NULL, library) : NULL;
    int found = 0;
    void *address = handle ? look_up(handle->library, name, &found) : NULL;
    if (found)
        return address;
    if (!handle && own)
        return own;
    if (!handle || own)
        __augur_unsupported("dlsym with a name that is not the program's own, nor that of the library");
    trouble = "undefined symbol";
    return NULL;
}

/* posix: dlsym
 * explored: functions and variables of the program that are not static, by names that stand in the source, as if
 *   it were linked with -rdynamic; those of the C library if the program names them elsewhere, too; after RTLD_NEXT
 *   those of the C library that the program has its own of. Whatever a library exports that was opened, by any name;
 *   null for names that are nowhere. There is no `__pthread_get_minstack`, which Rust asks for before it starts a
 *   thread.
 * left out: the program's names if they are put together, names that are not there (`unsupported`).
 * accesses: r the name.
 * tests: libc/names_ok.c libc/names_library.c libc/names.c libc/names_next_ok.c libc/names_next.c
 *   libc/names_next_variable.c libc/names_next_handle.c libc/names_next_handle_ok.c rust/race.rs rust/mutex_ok.rs */
void *dlsym(void *restrict library, const char *restrict name)
{
    struct handle *handle = library && library != RTLD_NEXT ? find_handle(NULL, library) : NULL;
    int found = 0;
    void *address = handle ? look_up(handle->library, name, &found) : NULL;
    if (!found && strcmp(name, "__pthread_get_minstack"))
        __augur_unsupported("dlsym with a name that is not a constant, or that is not the program's own");
    return address;
}
