//@ expect: safe
//@ stdlib: libstdc++ libc++
// erase tells where to go on.
#include <map>

int main()
{
    std::map<int, int> squares{{1, 1}, {2, 4}, {3, 9}};
    for (auto it = squares.begin(); it != squares.end();)
        it = it->second == 4 ? squares.erase(it) : ++it;
    return squares.size() - 2;
}
