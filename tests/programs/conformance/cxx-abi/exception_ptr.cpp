/* std::exception_ptr: copies refer to one object, which dies with the last. */
#include <cstdio>
#include <exception>

struct Tracked {
    int n;
    explicit Tracked(int n) : n(n) {}
    Tracked(const Tracked &o) : n(o.n + 100) {}
    ~Tracked() { printf("~%d\n", n); }
};

static int value(std::exception_ptr p)
{
    try {
        std::rethrow_exception(p);
    } catch (Tracked &t) {
        return t.n;
    } catch (int n) {
        return n;
    } catch (const char *) {
        return -1;
    }
}

static const void *address(const std::exception_ptr &p)
{
    try {
        std::rethrow_exception(p);
    } catch (Tracked &t) {
        return &t;
    }
}

int main()
{
    std::exception_ptr none, kept;
    printf("%d %d\n", !none, none == nullptr);
    printf("%d\n", std::current_exception() == nullptr);
    try {
        throw Tracked(1);
    } catch (Tracked &t) {
        kept = std::current_exception();
        printf("same object: %d\n", address(kept) == &t);
        printf("end of handler\n");
    }
    printf("%d\n", value(kept));
    {
        std::exception_ptr copy = kept, another(copy);
        kept = nullptr;
        printf("%d %d\n", copy == another, value(another));
        std::exception_ptr moved = static_cast<std::exception_ptr &&>(copy);
        printf("%d %d\n", !copy, value(moved));
        moved = moved;
        swap(moved, copy);
        printf("%d %d\n", !moved, value(copy));
        printf("end of block\n");
    }
    kept = std::make_exception_ptr(Tracked(2));
    printf("%d\n", value(kept));
    std::exception_ptr number = std::make_exception_ptr(5), text = std::make_exception_ptr("x");
    printf("%d %d %d\n", value(number), value(text), number == text);
    kept = number;
    printf("%d\n", value(kept));
    return 0;
}
