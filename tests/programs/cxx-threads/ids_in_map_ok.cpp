//@ expect: safe
//@ skip-none
//@ skip-tau
//@ native: no
//@ exits: 2 3
// Helpers of two threads put their ids into a map: the second helper may have that of the first, if that was joined.
#include <map>
#include <mutex>
#include <thread>

static std::map<std::thread::id, int> seen;
static std::mutex mutex;

static void notes() {
    std::lock_guard<std::mutex> guard(mutex);
    seen[std::this_thread::get_id()]++;
}

int main() {
    std::thread first([] {
        std::thread helper(notes);
        helper.join();
        notes();
    });
    std::thread second([] {
        std::thread helper(notes);
        helper.join();
    });
    first.join();
    second.join();
    return static_cast<int>(seen.size());
}
