/* Throwing again: from a handler, from a function it calls, within another handler. */
#include <cstdio>

static int classify()
{
    try {
        throw;
    } catch (int n) {
        return n;
    } catch (const char *) {
        return -1;
    } catch (...) {
        return -2;
    }
}

static int changed()
{
    try {
        try {
            throw 1;
        } catch (int &n) {
            n += 10;
            throw;
        }
    } catch (int n) {
        return n;
    }
}

static void nested(int depth)
{
    try {
        throw depth;
    } catch (int &n) {
        printf("%d: enter %d\n", depth, n);
        if (depth)
            nested(depth - 1);
        printf("%d: still %d, %d\n", depth, n, classify());
        try {
            throw;
        } catch (int &m) {
            printf("%d: same object: %d\n", depth, &m == &n);
        }
    }
}

static int replaced()
{
    try {
        try {
            throw 1;
        } catch (int) {
            throw "other";
        }
    } catch (int) {
        return 1;
    } catch (const char *s) {
        return s[0];
    }
}

int main()
{
    try {
        throw 5;
    } catch (...) {
        printf("%d\n", classify());
    }
    try {
        throw "x";
    } catch (...) {
        printf("%d\n", classify());
    }
    try {
        throw 2.0;
    } catch (...) {
        printf("%d\n", classify());
    }
    printf("%d\n", changed());
    nested(3);
    printf("%d\n", replaced());
    return 0;
}
