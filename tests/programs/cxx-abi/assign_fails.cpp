//@ stdlib: libstdc++ libc++
//@ flags: --faults malloc:1
/* Half of the elements are new when the next one cannot be copied. */
//@ opt: O0
#include <cassert>
#include <new>
#include <string>
#include <vector>

int main()
{
    try {
        std::vector<std::string> names{"one", "two"};
        const std::string name = "a name that is too long to be inside the object";
        try {
            names.assign(2, name);
        } catch (const std::bad_alloc &) {
            assert(names[0] == "one"); // expect: assert
        }
    } catch (const std::bad_alloc &) {
    }
}
