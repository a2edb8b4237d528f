// The base's destructor is not virtual, so what the derived class has is lost.
//@ expect: invalid-free
#include <memory>
#include <string>

struct Shape {
    int id = 1;
};
struct Named : Shape {
    std::string name = "a name that is too long to be inside the object";
};

int main()
{
    Shape *shape = new Named;
    int id = shape->id;
    delete shape;
    return id - 1;
}
