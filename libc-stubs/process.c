/* Other processes: there are none.
 *
 * A child of fork has all the memory of its parent and shares none of it: a second machine beside
 * this one, with files, locks and signals between the two. Programs that do the same with threads can
 * be checked; what a child does can be given as a function of its own (--entry). */
#include "libc.h"
#include <pthread.h>
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_PROCESSES "a second process, which has a copy of all memory and is not modelled; what it does can be " \
                     "checked as a thread, or by itself with --entry; --stub fork=-1 is a system without room for it"

/* posix: fork vfork _Fork posix_spawn posix_spawnp wait waitpid waitid wait3 wait4
 * explored: there are no children to wait for (ECHILD).
 * left out: processes: a second one would have a copy of all memory (`unsupported` when one is started).
 * tests: libc/children.c libc/children_ok.c libc/fork.c libc/fork_stub_ok.c */
pid_t fork(void) { __augur_unsupported("fork: " NO_PROCESSES); }
pid_t _Fork(void) { __augur_unsupported("_Fork: " NO_PROCESSES); }
pid_t vfork(void) { __augur_unsupported("vfork: " NO_PROCESSES); }

int posix_spawn(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const env[restrict])
{
    (void)child, (void)path, (void)actions, (void)attributes, (void)argv, (void)env;
    __augur_unsupported("posix_spawn: " NO_PROCESSES);
}

int posix_spawnp(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const env[restrict])
{
    return posix_spawn(child, path, actions, attributes, argv, env);
}

static int nobody(void)
{
    pthread_testcancel();
    errno = ECHILD;
    return -1;
}

pid_t wait(int *status) { return (void)status, nobody(); }
pid_t waitpid(pid_t child, int *status, int options) { return (void)child, (void)status, (void)options, nobody(); }

int waitid(idtype_t type, id_t child, siginfo_t *info, int options)
{
    (void)type, (void)child, (void)info, (void)options;
    return nobody();
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    return (void)status, (void)options, (void)usage, nobody();
}

pid_t wait4(pid_t child, int *status, int options, struct rusage *usage)
{
    return (void)child, (void)status, (void)options, (void)usage, nobody();
}
