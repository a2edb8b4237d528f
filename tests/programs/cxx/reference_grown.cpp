//@ stdlib: libstdc++ libc++
// A reference into a vector does not survive what makes it longer.
#include <string>
#include <vector>

int main()
{
    std::vector<std::string> names{"one"};
    const std::string &first = names[0];
    names.resize(100);
    return first.size() - 3; // expect: use-after-free
}
