/* glibc's <pthread.h> with one change: in C it sets a jump buffer for every
 * cleanup handler, which takes setjmp; here a handler is a record in a list. Put
 * this directory before the system's when compiling for the checker. */
#pragma GCC system_header
#include_next <pthread.h>

#if !defined AUGUR_POSIX_PTHREAD_H && !defined __cplusplus
#define AUGUR_POSIX_PTHREAD_H

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *record,
                           void (*routine)(void *), void *arg);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *record, int execute);

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#define pthread_cleanup_push(routine, arg)                           \
    do {                                                             \
        struct _pthread_cleanup_buffer augur_cleanup;                \
        _pthread_cleanup_push(&augur_cleanup, (routine), (arg));
#define pthread_cleanup_pop(execute)                                 \
        _pthread_cleanup_pop(&augur_cleanup, (execute));             \
    } while (0)

#endif
