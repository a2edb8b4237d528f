/* A reader sees the old value or the new one, and never what the writer has freed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/urcu-mb.h>

static int *shared;

static void *reader(void *unused) {
    urcu_mb_register_thread();
    urcu_mb_read_lock();
    int value = *rcu_dereference(shared);
    assert(value == 1 || value == 2);
    urcu_mb_read_unlock();
    urcu_mb_unregister_thread();
    return unused;
}

int main(void) {
    pthread_t thread;
    int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    *old = 1;
    *new = 2;
    shared = old;
    pthread_create(&thread, NULL, reader, NULL);
    rcu_assign_pointer(shared, new);
#ifndef WITHOUT_WAITING
    urcu_mb_synchronize_rcu();
#endif
    free(old);
    pthread_join(thread, NULL);
    free(new);
    return 0;
}
