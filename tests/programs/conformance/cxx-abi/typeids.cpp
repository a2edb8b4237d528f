/* type_info: names, equality, order; typeid of what is null; bad_cast. */
#include <cstdio>
#include <typeinfo>

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};
namespace inner {
template <typename T> struct Pair {
    T a, b;
};
}
namespace {
struct Local {
    virtual ~Local() {}
};
}

int main()
{
    Derived d;
    Base b, *null = nullptr;
    Base &as_base = d;
    printf("%s %s\n", typeid(as_base).name(), typeid(b).name());
    printf("%d %d\n", typeid(as_base) == typeid(Derived), typeid(as_base) == typeid(Base));
    printf("%s %s %s\n", typeid(int).name(), typeid(const char *).name(), typeid(inner::Pair<long>).name());
    printf("%s %s\n", typeid(Local).name(), typeid(void (*)(int, ...)).name());
    printf("%d %d\n", typeid(int) == typeid(const int), typeid(int) == typeid(unsigned));
    printf("%d %d\n", typeid(int).before(typeid(int)),
           typeid(int).before(typeid(long)) != typeid(long).before(typeid(int)));
    try {
        printf("%s\n", typeid(*null).name());
    } catch (std::bad_typeid &e) {
        printf("%s\n", e.what());
    }
    try {
        Derived &r = dynamic_cast<Derived &>(b);
        printf("%p\n", (void *)&r);
    } catch (std::bad_cast &e) {
        printf("%s\n", e.what());
    } catch (...) {
        printf("something else\n");
    }
    const std::type_info &info = typeid(std::bad_cast);
    printf("%s\n", info.name());
    return 0;
}
