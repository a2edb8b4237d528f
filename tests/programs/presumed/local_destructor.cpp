//@ skip-none
// The destructor of a thread-local object, which runs at the end of its thread, rarely goes without the lock.
#include <pthread.h>

extern "C" bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely() {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ended;

struct Counter {
    bool wrong = false;

    ~Counter() {
        if (wrong) {
            ended++; // expect: data-race
            return;
        }
        pthread_mutex_lock(&lock);
        ended++; // expect: data-race
        pthread_mutex_unlock(&lock);
    }
};

static thread_local Counter counter;

static void *worker(void *arg) {
    counter.wrong = rarely();
    return arg;
}

int main() {
    pthread_t s, t;
    pthread_create(&s, nullptr, worker, nullptr);
    pthread_create(&t, nullptr, worker, nullptr);
    pthread_join(s, nullptr);
    pthread_join(t, nullptr);
    return ended != 2;
}
