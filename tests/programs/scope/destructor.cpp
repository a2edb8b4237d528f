// The destructor runs, then the variable is gone; a thread that it should have joined is not done.
#include <atomic>
#include <pthread.h>

static std::atomic<std::atomic<int> *> shared;

struct Guard {
    std::atomic<int> value{1};
    Guard() { shared = &value; }
    ~Guard() { value = 0; }
};

static void *reader(void *arg) {
    if (std::atomic<int> *p = shared)
        p->load(); // expect: dead-stack
    return arg;
}

int main() {
    pthread_t t;
    pthread_create(&t, nullptr, reader, nullptr);
    for (int i = 0; i < 2; i++) {
        Guard guard;
        if (i == 1)
            pthread_join(t, nullptr);
    }
}
