/* Pointers to members, through virtual functions and several bases. */
#include <cstdio>

struct First {
    int a = 1;
    virtual int f(int n) { return n + a; }
    virtual ~First() = default;
};
struct Second {
    int b = 2;
    virtual int g(int n) { return n * b; }
    int plain(int n) const { return n - b; }
    virtual ~Second() = default;
};
struct Both : First, Second {
    int c = 3;
    int f(int n) override { return n + c; }
    int g(int n) override { return n * c; }
};

int main()
{
    Both both;
    int (Both::*call)(int) = &Second::g;
    int (First::*first)(int) = &First::f;
    int (Both::*constant)(int) const = &Second::plain;
    int Both::*field = &Second::b;
    std::printf("%d %d %d %d\n", (both.*call)(5), (both.*first)(5), (both.*constant)(5), both.*field);
    Second second;
    int (Second::*back)(int) = static_cast<int (Second::*)(int)>(call);
    std::printf("%d %d\n", (second.*back)(5), call == static_cast<int (Both::*)(int)>(&Second::g));
    call = nullptr;
    field = nullptr;
    int First::*zero = &First::a;
    std::printf("%d %d %d\n", call == nullptr, field == nullptr, zero == nullptr);
}
