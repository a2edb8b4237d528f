//@ expect: safe
//@ stdlib: libstdc++ libc++
// make_unique does.
#include <memory>
#include <vector>

struct Point {
    int x, y;
};

int main()
{
    auto point = std::make_unique<Point>();
    std::vector<Point> points(3);
    return point->x + point->y + points[2].y;
}
