//@ expect: safe
// The server is meant to run for ever: no request is lost,
// so the client gets its answer and ends the program.
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, reply;

static void *server(void *arg) {
    for (;;) {
        if (request) {
            request = 0;
            reply = 1;
        }
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    request = 1;
    while (!reply) {
    }
    return 0;
}
