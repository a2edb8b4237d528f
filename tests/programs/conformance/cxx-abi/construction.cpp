/* What was made is destroyed, in reverse, when a constructor throws half-way. */
#include <cstdio>
#include <new>

static int countdown;
static int alive;
struct Step {
    char name;
    explicit Step(char name) : name(name)
    {
        if (countdown-- == 0)
            throw name;
        alive++;
        printf("+%c ", name);
    }
    Step(const Step &) = delete;
    ~Step()
    {
        alive--;
        printf("-%c ", name);
    }
};

struct VirtualBase {
    Step v{'v'};
};
struct Base : virtual VirtualBase {
    Step b{'b'};
    virtual ~Base() {}
};
struct Other : virtual VirtualBase {
    Step o{'o'};
};
struct Array {
    Step first{'1'};
    Step many[3]{Step('2'), Step('3'), Step('4')};
};
struct Whole : Base, Other {
    Step m{'m'};
    Array a;
    Whole() : m('m') { Step local('l'); }
    Whole(int) : Whole()
    {
        Step late('d');
    }
};

static unsigned blocks;
void *operator new(std::size_t size)
{
    blocks++;
    static char memory[4096];
    static std::size_t used;
    used = 0;
    (void)size;
    return memory + used;
}
void operator delete(void *) noexcept { blocks--; }
void operator delete(void *, std::size_t) noexcept { blocks--; }

int main()
{
    for (int i = 0; i < 12; i++) {
        countdown = i;
        try {
            Whole whole(1);
            printf("made ");
        } catch (char c) {
            printf("no %c", c);
        }
        printf(", %d alive\n", alive);
    }
    for (int i = 0; i < 12; i += 3) {
        countdown = i;
        try {
            Whole *whole = new Whole(1);
            printf("made ");
            delete whole;
        } catch (char c) {
            printf("no %c", c);
        }
        printf(", %d alive, %u blocks\n", alive, blocks);
    }
    return 0;
}
