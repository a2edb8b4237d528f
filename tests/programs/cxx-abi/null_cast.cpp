/* The cast fails, and nobody asks whether it did. */
#include <memory>

struct Shape {
    virtual ~Shape() = default;
};
struct Circle : Shape {
    int radius = 1;
};
struct Box : Shape {
    int side = 2;
};

int main()
{
    std::unique_ptr<Shape> shape = std::make_unique<Circle>();
    Box *volatile box = dynamic_cast<Box *>(shape.get());
    return box->side; // expect: null-deref
}
