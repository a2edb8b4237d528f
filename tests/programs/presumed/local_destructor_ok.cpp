//@ expect: safe
// The destructor of a thread-local object runs at the end of its thread, and takes the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ended;

struct Counter {
    bool used = false;
    ~Counter() {
        pthread_mutex_lock(&lock);
        ended++;
        pthread_mutex_unlock(&lock);
    }
};

static thread_local Counter counter;

static void *worker(void *arg) {
    counter.used = true;
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
