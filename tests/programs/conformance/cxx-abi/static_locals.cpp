/* Static variables of functions: made once, again if their initialisation throws. */
#include <cstdio>

static int tries;
struct Late {
    int n;
    Late()
    {
        printf("try %d\n", ++tries);
        if (tries < 3)
            throw tries;
        n = tries;
    }
    ~Late() { printf("~Late\n"); }
};
static Late &late()
{
    static Late made;
    return made;
}
static int depth(int n)
{
    static int made = (printf("made\n"), 9);
    return n ? depth(n - 1) : made;
}
template <typename T> static int &counter()
{
    static int count = 0;
    return count;
}
struct Holder {
    static int &value()
    {
        static int v = depth(2);
        return v;
    }
};
static int fibonacci(int n)
{
    static int calls = printf("first\n");
    calls++;
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main()
{
    for (int i = 0; i < 5; i++) {
        try {
            printf("%d\n", late().n);
        } catch (int n) {
            printf("threw %d\n", n);
        }
    }
    printf("%d\n", Holder::value()++ + Holder::value());
    counter<int>()++;
    counter<long>() += 2;
    printf("%d %d\n", counter<int>(), counter<long>());
    printf("%d\n", fibonacci(6));
    return 0;
}
