/* How often an exception is copied, and when it dies. */
#include <cstdio>

static int next;
struct Tracer {
    int id = ++next;
    Tracer() { printf("make %d\n", id); }
    Tracer(const Tracer &o) { printf("copy %d of %d\n", id, o.id); }
    Tracer(Tracer &&o) { printf("move %d of %d\n", id, o.id); }
    ~Tracer() { printf("end %d\n", id); }
};
struct Derived : Tracer {
    int extra = 1;
};

static void temporary() { throw Tracer(); }
static void local()
{
    Tracer t;
    throw t;
}
static void again()
{
    try {
        temporary();
    } catch (Tracer &t) {
        printf("rethrow %d\n", t.id);
        throw;
    }
}
static void copied()
{
    try {
        temporary();
    } catch (Tracer &t) {
        printf("throw a copy\n");
        throw t;
    }
}
static void sliced()
{
    try {
        throw Derived();
    } catch (Tracer t) {
        printf("slice %d\n", t.id);
        throw;
    }
}

int main()
{
    void (*all[])() = {temporary, local, again, copied, sliced};
    for (auto f : all) {
        printf("--\n");
        try {
            f();
        } catch (const Tracer &t) {
            printf("by reference %d\n", t.id);
        }
        try {
            f();
        } catch (Tracer t) {
            printf("by value %d\n", t.id);
        }
        try {
            f();
        } catch (Derived &) {
            printf("derived\n");
        } catch (...) {
            printf("whatever\n");
        }
    }
    return 0;
}
