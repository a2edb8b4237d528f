/* The same base twice: which one is meant must be clear, or the cast gives nothing. */
#include <cstdio>

struct Base {
    int n;
    explicit Base(int n) : n(n) {}
    virtual ~Base() = default;
};
struct One : Base {
    One() : Base(1) {}
};
struct Two : Base {
    Two() : Base(2) {}
};
struct Both : One, Two {
};
struct Other {
    virtual ~Other() = default;
};
struct All : Other, Both {
};

int main()
{
    All all;
    Base *first = static_cast<One *>(&all), *second = static_cast<Two *>(&all);
    Other *other = &all;
    std::printf("%d %d %d\n", first->n, second->n, first == second);
    std::printf("%d %d\n", dynamic_cast<All *>(first) == &all, dynamic_cast<Both *>(second) == &all);
    std::printf("%d %d\n", dynamic_cast<Base *>(other) == nullptr, dynamic_cast<One *>(other) != nullptr);
    std::printf("%d %d\n", dynamic_cast<Two *>(first) == static_cast<Two *>(&all), dynamic_cast<Two *>(other)->n);
    try {
        throw Both();
    } catch (Base &) {
        std::puts("base");
    } catch (Two &two) {
        std::printf("two %d\n", two.n);
    }
}
