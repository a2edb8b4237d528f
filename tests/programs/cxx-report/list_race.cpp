//@ stdlib: libstdc++ libc++
// Two threads that change a list at once race for the list, not for members of its classes.
#include <list>
#include <thread>

static std::list<int> numbers;

static void add(int n) { numbers.push_back(n); } // expect: data-race

int main() {
    std::thread other(add, 1);
    add(2);
    other.join();
}
