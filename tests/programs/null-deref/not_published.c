// The reader does not wait until the pointer has been published.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int message = 42;
_Atomic(atomic_int *) mailbox;

static void *reader(void *arg) {
    (void)arg;
    atomic_int *m = mailbox;
    *m = 1; // expect: null-deref
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    mailbox = &message;
    pthread_join(t, NULL);
    return 0;
}
