//@ expect: safe
//@ stdlib: libstdc++ libc++
// The usual way to seed a generator: whatever it draws is in its range.
#include <cassert>
#include <random>

int main()
{
    std::random_device device;
    std::mt19937 generator(device());
    std::uniform_int_distribution<int> die(1, 6);
    for (int i = 0; i < 5; i++) {
        int n = die(generator);
        assert(n >= 1 && n <= 6);
    }
    assert(device.entropy() >= 0);
}
