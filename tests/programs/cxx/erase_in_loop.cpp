//@ stdlib: libstdc++ libc++
// The loop goes on from an element that is gone.
//@ expect: use-after-free
#include <map>

int main()
{
    std::map<int, int> squares{{1, 1}, {2, 4}, {3, 9}};
    for (auto it = squares.begin(); it != squares.end(); ++it)
        if (it->second == 4)
            squares.erase(it);
    return squares.size() - 2;
}
