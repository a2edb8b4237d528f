//@ stdlib: libstdc++ libc++
//@ expect: safe
// The repaired twin of list_race and element_race: one lock for all.
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>

static std::list<int> numbers;
static std::map<std::string, int> ages{{"alice", 30}, {"bob", 31}};
static std::mutex mutex;

static void add(int n) {
    std::unique_lock<std::mutex> lock(mutex);
    numbers.push_back(n);
    ages["bob"]++;
}

int main() {
    std::thread other(add, 1);
    add(2);
    other.join();
    return numbers.size() != 2 || ages["bob"] != 33;
}
