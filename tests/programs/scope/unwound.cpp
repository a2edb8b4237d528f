// An exception leaves the function whose variable another thread has a pointer to.
#include <atomic>
#include <pthread.h>

static std::atomic<std::atomic<int> *> shared;

static void *reader(void *arg) {
    if (std::atomic<int> *p = shared)
        p->load(); // expect: dead-stack
    return arg;
}

__attribute__((noinline)) static void fail() {
    std::atomic<int> local{1};
    shared = &local;
    throw 1;
}

int main() {
    pthread_t t;
    pthread_create(&t, nullptr, reader, nullptr);
    try {
        fail();
    } catch (int) {
        shared = nullptr;
    }
    pthread_join(t, nullptr);
}
