/* Ways out of blocks: destructors of locals, temporaries, arguments, loop variables. */
#include <cstdio>

struct Noise {
    const char *name;
    explicit Noise(const char *name) : name(name) { printf("+%s ", name); }
    Noise(const Noise &o) : name(o.name) { printf("copy %s ", name); }
    ~Noise() { printf("-%s ", name); }
};

static int boom(int n)
{
    if (n)
        throw n;
    return n;
}
static int takes(Noise, const Noise &, int n) { return n; }
static Noise makes(int n)
{
    Noise result("result");
    boom(n);
    return result;
}

static void loops()
{
    for (int i = 0; i < 3; i++) {
        Noise in_loop("loop");
        try {
            if (i == 1)
                continue;
            boom(i);
            printf("round %d ", i);
        } catch (int) {
            printf("break ");
            break;
        }
    }
    printf("\n");
}

static int returns(int n)
{
    Noise outer("outer");
    try {
        Noise inner("inner");
        if (!n)
            return boom(0);
        boom(n);
    } catch (int m) {
        Noise handler("handler");
        return m;
    }
    return -1;
}

int main()
{
    try {
        Noise a("a");
        takes(Noise("argument"), Noise("temporary"), boom(1));
    } catch (int) {
        printf("| caught\n");
    }
    try {
        makes(2);
    } catch (int) {
        printf("| caught\n");
    }
    try {
        volatile bool yes = true;
        const Noise &kept = yes ? Noise("kept") : throw 3;
        boom(4);
        printf("%s", kept.name);
    } catch (int n) {
        printf("| caught %d\n", n);
    }
    try {
        Noise list[] = {Noise("x"), Noise("y"), Noise((boom(5), "z"))};
    } catch (int n) {
        printf("| caught %d\n", n);
    }
    loops();
    printf("= %d\n", returns(0));
    printf("= %d\n", returns(6));
    try {
        {
            Noise block("block");
            goto out;
        }
    out:
        boom(7);
    } catch (int n) {
        printf("| caught %d\n", n);
    }
    return 0;
}
