//@ expect: safe
/* Exceptions of C++: types, bases, pointers, destructors on the way, rethrowing. */
extern "C" int printf(const char *, ...);

struct Base {
    int x = 1;
    virtual ~Base() {}
};
struct Other {
    int y = 2;
    virtual ~Other() {}
};
struct Derived : Base, Other {
    int z = 3;
};
struct Hidden : private Base {};

static int alive, log_;

struct Guard {
    int n;
    Guard(int n) : n(n) { alive++; }
    ~Guard()
    {
        alive--;
        log_ = (log_ * 10 + n) % 100000;
    }
};

static void thrower(int what)
{
    Guard g(1);
    switch (what) {
    case 0: throw 42;
    case 1: throw "text";
    case 2: throw Derived();
    case 3: throw Hidden();
    case 4: {
        static Derived d;
        throw &d;
    }
    case 5: throw 2.5;
    default: return;
    }
}

static int catcher(int what)
{
    Guard g(2);
    try {
        Guard h(3);
        thrower(what);
    } catch (int i) {
        return i;
    } catch (const char *s) {
        return s[0];
    } catch (Other &o) {
        return o.y * 100;
    } catch (const Other *o) {
        return o->y * 1000;
    } catch (Base &) {
        return -1;
    }
    return 0;
}

static int outer(int what)
{
    try {
        return catcher(what);
    } catch (...) {
        try {
            throw;
        } catch (double d) {
            return (int)(d * 2);
        } catch (...) {
            return 77;
        }
    }
}

int main()
{
    for (int i = 0; i < 7; i++)
        printf("%d: %d, %d alive, %d\n", i, outer(i), alive, log_);
    Base *b = new Derived;
    Other *o = dynamic_cast<Other *>(b);
    Derived *d = dynamic_cast<Derived *>(o);
    printf("%d %d %d\n", o->y, d->z, dynamic_cast<Hidden *>(b) == nullptr);
    delete b;
    return alive;
}
