//@ stdlib: libstdc++ libc++
//@ opt: O0
// new without parentheses initialises nothing.
#include <memory>

struct Point {
    int x, y;
};

int main()
{
    std::unique_ptr<Point> point(new Point);
    point->x = 1;
    if (point->x == point->y) // expect: uninit
        return 1;
    return 0;
}
