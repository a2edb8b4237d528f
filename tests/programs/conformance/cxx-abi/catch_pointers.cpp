/* Handlers for pointers: bases, void, qualifiers, null, functions. */
#include <cstddef>
#include <cstdio>

struct A {
    int a = 1;
    virtual ~A() {}
};
struct B {
    int b = 2;
    virtual ~B() {}
};
struct Multiple : A, B {};
struct Left : virtual A {};
struct Right : virtual A {};
struct Diamond : Left, Right {};
struct First : A {};
struct Second : A {};
struct Twice : First, Second {};
struct Hidden : private B {};
struct Other {};

static void function() {}
static void quiet() noexcept {}

static Multiple multiple;
static Diamond diamond;
static Twice twice;
static Hidden hidden;
static Other other;
static int number = 5;
static int *pointer = &number;

template <typename T> static void check(const char *name, T thrown)
{
    printf("%s:", name);
    try {
        throw thrown;
    } catch (B *b) {
        printf(" B* %d", b ? b->b : -1);
    } catch (const A *a) {
        printf(" const A* %d", a ? a->a : -1);
    } catch (int *) {
        printf(" int*");
    } catch (const int *) {
        printf(" const int*");
    } catch (void (*)()) {
        printf(" function");
    } catch (void *) {
        printf(" void*");
    } catch (const volatile void *) {
        printf(" const volatile void*");
    } catch (...) {
        printf(" nobody");
    }
    try {
        throw thrown;
    } catch (int **) {
        printf(", int**\n");
    } catch (const int *const *) {
        printf(", const int*const*\n");
    } catch (const int **) {
        printf(", const int**\n");
    } catch (const T &same) {
        printf(", itself %d\n", same == thrown);
    }
}

int main()
{
    check("multiple", &multiple);
    check("diamond", &diamond);
    check("twice", &twice);
    check("hidden", &hidden);
    check("other", &other);
    check("const", (const Multiple *)&multiple);
    check("volatile", (volatile Multiple *)&multiple);
    check("null multiple", (Multiple *)nullptr);
    check("null diamond", (Diamond *)nullptr);
    check("null twice", (Twice *)nullptr);
    check("null hidden", (Hidden *)nullptr);
    check("null other", (Other *)nullptr);
    check("int", &number);
    check("const int", (const int *)&number);
    check("int**", &pointer);
    check("const int**", (const int **)&pointer);
    check("function", &function);
    check("noexcept function", &quiet);
    check("void", (void *)&number);
    check("nullptr", nullptr);
    return 0;
}
