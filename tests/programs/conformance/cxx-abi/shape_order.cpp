/* In which order bases and members come and go, also when one of them throws. */
#include <cstdio>

struct Noisy {
    const char *name;
    Noisy(const char *name, bool fails = false) : name(name)
    {
        if (fails)
            throw name;
        std::printf("+%s ", name);
    }
    ~Noisy() { std::printf("-%s ", name); }
};
struct Root : Noisy {
    Root() : Noisy("root") {}
};
struct A : virtual Root {
    Noisy member{"a"};
};
struct B : virtual Root {
    Noisy first{"b1"}, second;
    explicit B(bool fails) : second("b2", fails) {}
};
struct C : A, B {
    Noisy last{"c"};
    explicit C(bool fails) : B(fails) {}
    ~C() { std::printf("~C "); }
};

int main()
{
    {
        C c(false);
        std::puts("");
    }
    std::puts("");
    try {
        C c(true);
    } catch (const char *name) {
        std::printf("!%s\n", name);
    }
    try {
        Noisy array[3] = {{"0"}, {"1"}, {"2", true}};
    } catch (const char *name) {
        std::printf("!%s\n", name);
    }
}
