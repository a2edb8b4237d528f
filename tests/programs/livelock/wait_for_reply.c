//@ expect: livelock
// The server is meant to run for ever, but it drops the request if it comes before it looks at it twice;
// the client then waits for an answer that will never come.
#include <pthread.h>
#include <stdatomic.h>

atomic_int request, reply;

static void *server(void *arg) {
    request = 0;
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
