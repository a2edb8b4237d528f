/* new[] of objects whose constructors throw; of no elements; of too many. */
#include <cstdio>
#include <new>

static int countdown, alive;
struct Item {
    int n;
    Item() : n(countdown)
    {
        if (countdown-- == 0)
            throw 7;
        alive++;
    }
    ~Item()
    {
        alive--;
        printf("-%d ", n);
    }
};

int main()
{
    volatile int size = 4;
    for (int i = 0; i < 6; i++) {
        countdown = i;
        try {
            Item *items = new Item[size];
            printf("made %d: ", alive);
            delete[] items;
        } catch (int n) {
            printf("threw %d", n);
        }
        printf("; %d alive\n", alive);
    }
    size = 0;
    Item *none = new Item[size];
    delete[] none;
    size = -1;
    try {
        Item *many = new Item[size];
        delete[] many;
    } catch (std::bad_array_new_length &e) {
        printf("%d\n", e.what() != nullptr);
    } catch (std::bad_alloc &) {
        printf("too late\n");
    }
    return 0;
}
