//@ skip-none
//@ stdlib: libstdc++ libc++
// Two threads that write an element race for the element; threads and locks are known by what they are.
#include <map>
#include <mutex>
#include <string>
#include <thread>

static std::map<std::string, int> ages{{"alice", 30}, {"bob", 31}};
static std::mutex mutex;

static void birthday(bool careful) {
    std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
    if (careful)
        lock.lock();
    ages["bob"]++; // expect: data-race
}

int main() {
    std::thread first(birthday, true), second(birthday, false);
    first.join();
    second.join();
}
