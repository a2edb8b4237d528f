//@ expect: safe
//@ stdlib: libstdc++ libc++
// A deque leaves its elements where they are when it grows at an end.
#include <deque>
#include <string>

int main()
{
    std::deque<std::string> names{"one"};
    const std::string &first = names[0];
    for (int i = 0; i < 50; i++)
        names.push_back("more");
    return first.size() - 3;
}
