/* Bases that are nobody's business: no cast finds them, no handler catches by them. */
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};
struct Hidden {
    virtual ~Hidden() = default;
};
struct Object : Base, private Hidden {
    Hidden *hidden() { return this; }
};
struct Derived : Object {
};
class Secret : Base {
public:
    Base *base() { return this; }
};

int main()
{
    Derived object;
    Base *base = &object;
    std::printf("%d %d\n", dynamic_cast<Hidden *>(base) == nullptr, dynamic_cast<Derived *>(base) == &object);
    std::printf("%d %d\n", dynamic_cast<Object *>(object.hidden()) == nullptr, dynamic_cast<void *>(object.hidden()) == &object);
    Secret secret;
    std::printf("%d\n", dynamic_cast<Secret *>(secret.base()) == nullptr);
    try {
        throw Derived();
    } catch (Hidden &) {
        std::puts("hidden");
    } catch (Base &) {
        std::puts("base");
    }
    try {
        throw Secret();
    } catch (Base &) {
        std::puts("base");
    } catch (...) {
        std::puts("something");
    }
}
