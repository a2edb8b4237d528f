//@ expect: safe
// The repaired twin of destructor.cpp: the destructor joins the thread.
#include <atomic>
#include <pthread.h>

struct Guard {
    std::atomic<int> value{1};
    pthread_t thread;
    Guard() { pthread_create(&thread, nullptr, reader, this); }
    ~Guard() { pthread_join(thread, nullptr); }
    static void *reader(void *arg) {
        static_cast<Guard *>(arg)->value.load();
        return nullptr;
    }
};

int main() {
    for (int i = 0; i < 2; i++) {
        Guard guard;
        guard.value = 2;
    }
}
