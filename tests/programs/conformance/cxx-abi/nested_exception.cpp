/* std::throw_with_nested and rethrow_if_nested. */
#include <cstdio>
#include <exception>

struct Error : std::exception {
    const char *text;
    explicit Error(const char *text) : text(text) {}
    const char *what() const noexcept override { return text; }
};
struct Plain {
    int n;
};

static void show(const std::exception &e, int depth)
{
    printf("%*s%s\n", depth * 2, "", e.what());
    try {
        std::rethrow_if_nested(e);
        printf("%*s(no more)\n", depth * 2, "");
    } catch (const std::exception &inner) {
        show(inner, depth + 1);
    } catch (int n) {
        printf("%*s%d\n", depth * 2, "", n);
    }
}

static void lowest() { throw 42; }
static void middle()
{
    try {
        lowest();
    } catch (...) {
        std::throw_with_nested(Error("middle"));
    }
}
static void highest()
{
    try {
        middle();
    } catch (...) {
        std::throw_with_nested(Error("highest"));
    }
}

int main()
{
    try {
        highest();
    } catch (const std::exception &e) {
        show(e, 0);
    }
    try {
        std::throw_with_nested(Error("nothing inside"));
    } catch (const std::exception &e) {
        auto *nested = dynamic_cast<const std::nested_exception *>(&e);
        printf("%s %d %d\n", e.what(), nested != nullptr, nested->nested_ptr() == nullptr);
    }
    try {
        try {
            throw Plain{1};
        } catch (...) {
            std::throw_with_nested(Plain{2});
        }
    } catch (Plain &p) {
        printf("%d\n", p.n);
    }
    std::nested_exception alone;
    printf("%d\n", alone.nested_ptr() == nullptr);
    return 0;
}
