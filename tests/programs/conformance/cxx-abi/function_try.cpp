/* Function try blocks: of constructors they throw again by themselves. */
#include <cstdio>

struct Member {
    explicit Member(int n)
    {
        printf("member %d\n", n);
        if (n == 1)
            throw n;
    }
    ~Member() { printf("~member\n"); }
};
struct Base {
    explicit Base(int n)
    {
        if (n == 2)
            throw 'b';
    }
    ~Base() { printf("~base\n"); }
};
struct Holder : Base {
    Member m;
    Holder(int n)
    try : Base(n), m(n) {
        if (n == 3)
            throw "body";
    } catch (int) {
        printf("member failed\n");
    } catch (char) {
        printf("base failed\n");
        throw 2.5;
    } catch (const char *s) {
        printf("%s failed\n", s);
    }
    ~Holder()
    try {
        printf("~holder\n");
    } catch (...) {
        printf("never\n");
    }
};
static int function(int n)
try {
    if (n)
        throw n;
    return 0;
} catch (int m) {
    return m * 2;
}

int main()
try {
    for (int i = 0; i < 4; i++) {
        try {
            Holder h(i);
            printf("made\n");
        } catch (int n) {
            printf("int %d\n", n);
        } catch (double d) {
            printf("double %f\n", d);
        } catch (const char *s) {
            printf("text %s\n", s);
        }
    }
    printf("%d %d\n", function(0), function(21));
    throw 0;
} catch (int) {
    printf("main's own\n");
}
