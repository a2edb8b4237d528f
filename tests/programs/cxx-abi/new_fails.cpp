//@ flags: --faults malloc
/* Each allocation may fail; the second one takes the first with it. */
//@ expect: leak
#include <new>

struct Pair {
    int *volatile a = nullptr, *volatile b = nullptr;
    Pair()
    {
        a = new int(1);
        b = new int(2);
    }
    ~Pair()
    {
        delete a;
        delete b;
    }
};

int main()
{
    try {
        Pair p;
    } catch (std::bad_alloc &) {
        return 0;
    }
}
