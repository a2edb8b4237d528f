//@ stdlib: libstdc++ libc++
// In the middle of a change a container is shown as it lies in memory, and said to be half changed.
#include <cassert>
#include <list>

static int alive;

struct Item {
    Item() { alive++; }
    ~Item() {
        alive--;
        assert(alive != 1); // expect: assert
    }
};

static std::list<Item> items(3);

int main() {
    items.clear();
}
