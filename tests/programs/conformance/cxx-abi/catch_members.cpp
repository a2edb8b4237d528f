/* Handlers for pointers to members, and nullptr thrown to them. */
#include <cstdio>

struct A {
    int x = 1, y = 2;
    int f() { return 3; }
    int g() const { return 4; }
};
struct B : A {
    int z = 5;
};

template <typename T> static void check(const char *name, T thrown)
{
    printf("%s: ", name);
    A a;
    try {
        throw thrown;
    } catch (int A::*p) {
        printf("int A::* %d\n", p ? a.*p : -1);
    } catch (int (A::*f)()) {
        printf("int (A::*)() %d\n", f ? (a.*f)() : -1);
    } catch (...) {
        printf("nobody\n");
    }
    try {
        throw thrown;
    } catch (int (A::*f)() const) {
        printf("  const function %d\n", f ? (a.*f)() : -1);
    } catch (const int A::*p) {
        printf("  const int A::* %d\n", p ? a.*p : -1);
    } catch (...) {
        printf("  nobody\n");
    }
}

int main()
{
    check("x", &A::x);
    check("y", &A::y);
    check("f", &A::f);
    check("g", &A::g);
    check("z", &B::z);
    check("null data", (int A::*)nullptr);
    check("null function", (int(A::*)())nullptr);
    check("nullptr", nullptr);
    return 0;
}
