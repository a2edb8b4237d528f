// function, optional, variant, any, tuple, reference_wrapper, bind.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <any>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

struct Visitor {
    void operator()(int i) const { std::printf("int %d\n", i); }
    void operator()(const std::string &s) const { std::printf("string %s\n", s.c_str()); }
    void operator()(double d) const { std::printf("double %g\n", d); }
};

static int add(int a, int b) { return a + b; }

int main()
{
    std::string captured = "a capture that is too large for the small buffer";
    std::function<int(int)> f = [captured](int n) { return n + static_cast<int>(captured.size()); };
    auto g = f;
    std::printf("%d %d\n", g(1), static_cast<bool>(f));
    f = nullptr;
    try {
        f(1);
    } catch (const std::bad_function_call &) {
        std::puts("nothing to call");
    }
    using namespace std::placeholders;
    std::printf("%d %d\n", std::bind(add, _1, 10)(5), std::invoke(&std::string::size, captured) > 3);
    int n = 1;
    auto r = std::ref(n);
    r.get() = 5;

    std::optional<std::string> o;
    std::printf("%s %d\n", o.value_or("none").c_str(), n);
    o.emplace("some text that is rather long");
    std::printf("%s\n", o->c_str());
    o.reset();
    try {
        (void)o.value();
    } catch (const std::bad_optional_access &) {
        std::puts("empty");
    }

    std::variant<int, std::string, double> v = 3;
    std::visit(Visitor(), v);
    v = std::string("text in a variant, allocated");
    std::visit(Visitor(), v);
    v = 2.5;
    std::visit(Visitor(), v);
    try {
        (void)std::get<int>(v);
    } catch (const std::bad_variant_access &) {
        std::printf("holds %zu\n", v.index());
    }

    std::any a = 42;
    std::printf("%d\n", std::any_cast<int>(a));
    a = std::string("anything, and long enough for the heap");
    std::printf("%s %d\n", std::any_cast<std::string &>(a).c_str(), std::any_cast<int>(&a) == nullptr);
    try {
        std::any_cast<double>(a);
    } catch (const std::bad_any_cast &) {
        std::puts("bad cast");
    }
    auto t = std::tuple_cat(std::make_tuple(1, 'c'), std::make_tuple(2.5));
    auto [i, c, d] = t;
    std::printf("%d %c %g %d\n", i, c, d, std::apply(add, std::make_pair(3, 4)));
    return 0;
}
