/* dynamic_cast in every shape of inheritance. */
#include <cstdio>

struct A {
    int a = 1;
    virtual ~A() {}
};
struct B : A {
    int b = 2;
};
struct C : B {
    int c = 3;
};
struct X {
    int x = 4;
    virtual ~X() {}
};
struct Two : A, X {};
struct Down : Two {};
struct L : virtual A {};
struct R : virtual A {};
struct Diamond : L, R {};
struct F : A {};
struct S : A {};
struct Twice : F, S {};
struct TwiceMore : Twice, X {};
struct PrivateA : private A, public X {};
struct PublicAgain : PrivateA {};
struct LP : private virtual A {
    A *up() { return this; }
};
struct Mixed : LP, R {};
struct Repeat1 : B {};
struct Repeat2 : B {};
struct Repeat : Repeat1, Repeat2, X {};
struct Unrelated {
    virtual ~Unrelated() {}
};

template <typename To, typename From> static const char *cast(From *from, const void *expected = nullptr)
{
    To *to = dynamic_cast<To *>(from);
    if (!to)
        return "null";
    return !expected || (const void *)to == expected ? "fine" : "wrong place";
}

#define SHOW(call) printf("%s: %s\n", #call, call)

int main()
{
    C c;
    A *a = &c;
    SHOW((cast<B>(a, (B *)&c)));
    SHOW((cast<C>(a, &c)));
    SHOW((cast<X>(a)));
    SHOW((cast<Unrelated>(a)));
    SHOW((cast<void>(a, &c)));
    B b;
    SHOW((cast<C>((A *)&b)));

    Down down;
    SHOW((cast<X>((A *)&down, (X *)&down)));
    SHOW((cast<A>((X *)&down, (A *)&down)));
    SHOW((cast<Down>((X *)&down, &down)));
    SHOW((cast<Two>((X *)&down, (Two *)&down)));
    SHOW((cast<void>((X *)&down, &down)));

    Diamond d;
    SHOW((cast<Diamond>((A *)&d, &d)));
    SHOW((cast<L>((A *)&d, (L *)&d)));
    SHOW((cast<R>((L *)&d, (R *)&d)));
    SHOW((cast<A>((L *)&d, (A *)&d)));

    Twice t;
    SHOW((cast<Twice>((A *)(F *)&t, &t)));
    SHOW((cast<Twice>((A *)(S *)&t, &t)));
    SHOW((cast<F>((A *)(F *)&t, (F *)&t)));
    SHOW((cast<F>((A *)(S *)&t, (F *)&t)));
    SHOW((cast<S>((A *)(S *)&t, (S *)&t)));
    TwiceMore tm;
    SHOW((cast<A>((X *)&tm)));
    SHOW((cast<S>((X *)&tm, (S *)&tm)));
    SHOW((cast<X>((A *)(F *)&tm, (X *)&tm)));

    PrivateA p;
    SHOW((cast<A>((X *)&p)));
    SHOW((cast<PrivateA>((X *)&p, &p)));
    PublicAgain pa;
    SHOW((cast<A>((X *)&pa)));
    SHOW((cast<PublicAgain>((X *)&pa, &pa)));

    Mixed m;
    A *hidden = m.up();
    SHOW((cast<R>(hidden, (R *)&m)));
    SHOW((cast<LP>(hidden, (LP *)&m)));
    SHOW((cast<Mixed>(hidden, &m)));

    Repeat r;
    SHOW((cast<B>((X *)&r)));
    SHOW((cast<Repeat1>((X *)&r, (Repeat1 *)&r)));
    SHOW((cast<B>((A *)(Repeat2 *)&r, (B *)(Repeat2 *)&r)));
    SHOW((cast<Repeat>((A *)(Repeat2 *)&r, &r)));
    SHOW((cast<Repeat1>((A *)(Repeat2 *)&r, (Repeat1 *)&r)));
    SHOW((cast<C>((A *)nullptr)));
    return 0;
}
