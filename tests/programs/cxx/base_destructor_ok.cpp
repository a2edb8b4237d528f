//@ expect: safe
//@ stdlib: libstdc++ libc++
// A virtual destructor, or an owner that knows what it was made of.
#include <memory>
#include <string>

struct Shape {
    virtual ~Shape() = default;
};
struct Named : Shape {
    std::string name = "a name that is too long to be inside the object";
};
struct Plain {
    int id = 1;
};
struct Labelled : Plain {
    std::string label = "a label that is too long to be inside the object";
};

int main()
{
    std::unique_ptr<Shape> shape = std::make_unique<Named>();
    std::shared_ptr<Plain> plain = std::make_shared<Labelled>();
    return plain->id - 1;
}
