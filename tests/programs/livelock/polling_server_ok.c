//@ expect: safe
//@ native: no
// A server that looks for requests for ever is meant to; there is no way out of its loop.
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, served;

static void *client(void *arg) {
    request = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, client, NULL);
    for (;;) {
        if (request) {
            request = 0;
            served = 1;
        }
    }
}
