//@ flags: --random explore
//@ stdlib: libstdc++ libc++
//@ opt: O0
// A number without a seed may be 0.
#include <cassert>
#include <random>

int main()
{
    std::random_device device;
    assert(device() != 0); // expect: assert
}
