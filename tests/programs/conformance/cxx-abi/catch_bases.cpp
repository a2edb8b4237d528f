/* Handlers for bases: single, multiple, virtual, repeated, private, protected. */
#include <cstdio>

struct A {
    int a = 1;
    virtual ~A() {}
};
struct B {
    int b = 2;
    virtual ~B() {}
};
struct Multiple : A, B {
    int m = 3;
};
struct Left : virtual A {
    int l = 4;
};
struct Right : virtual A {
    int r = 5;
};
struct Diamond : Left, Right {
    int d = 6;
};
struct First : A {};
struct Second : A {};
struct Twice : First, Second {};
struct Hidden : private A, public B {};
struct Guarded : protected A {};
struct HalfHidden : private virtual A {};
struct HalfShown : public virtual A {};
struct Half : HalfHidden, HalfShown {};
struct Plain {
    int p = 7;
};
struct Deep1 : Plain {};
struct Deep2 : Deep1 {};
struct Deep3 : B, Deep2 {};

template <typename T> static void check(const char *name)
{
    printf("%s:", name);
    try {
        throw T();
    } catch (A &a) {
        printf(" A %d", a.a);
    } catch (B &b) {
        printf(" B %d", b.b);
    } catch (Plain &p) {
        printf(" Plain %d", p.p);
    } catch (...) {
        printf(" nobody");
    }
    try {
        throw T();
    } catch (B b) {
        printf(", B first %d\n", b.b);
    } catch (const A a) {
        printf(", A second %d\n", a.a);
    } catch (...) {
        printf(", nobody\n");
    }
}

int main()
{
    check<A>("A");
    check<Multiple>("Multiple");
    check<Left>("Left");
    check<Diamond>("Diamond");
    check<Twice>("Twice");
    check<Hidden>("Hidden");
    check<Guarded>("Guarded");
    check<Half>("Half");
    check<Deep3>("Deep3");
    check<First>("First");
    return 0;
}
