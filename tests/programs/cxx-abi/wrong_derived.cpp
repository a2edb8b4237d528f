/* static_cast believes what it is told. */
#include <memory>

struct Shape {
    virtual ~Shape() = default;
};
struct Circle : Shape {
    int radius = 1;
};
struct Box : Shape {
    int sides[20] = {};
};

int main()
{
    std::unique_ptr<Shape> shape = std::make_unique<Circle>();
    volatile int last = 19;
    return static_cast<Box *>(shape.get())->sides[last]; // expect: out-of-bounds
}
