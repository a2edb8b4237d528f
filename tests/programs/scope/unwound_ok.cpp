//@ expect: safe
// The repaired twin of unwound.cpp: the thread is joined on the way out.
#include <atomic>
#include <pthread.h>

static void *reader(void *arg) {
    static_cast<std::atomic<int> *>(arg)->load();
    return nullptr;
}

struct Joined {
    pthread_t thread;
    ~Joined() { pthread_join(thread, nullptr); }
};

__attribute__((noinline)) static void fail() {
    std::atomic<int> local{1};
    Joined joined;
    pthread_create(&joined.thread, nullptr, reader, &local);
    throw 1;
}

int main() {
    try {
        fail();
    } catch (int) {
        return 0;
    }
    return 1;
}
