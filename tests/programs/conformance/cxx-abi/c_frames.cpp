/* Exceptions that pass functions of C on their way. */
#include <cstdio>
#include <cstdlib>

static int compared;
static int compare(const void *a, const void *b)
{
    if (++compared == 3)
        throw "enough";
    return *(const int *)a - *(const int *)b;
}
static int find(const void *, const void *) { throw 7; }

extern "C" int apply(int (*f)(int), int n)
{
    int local[4] = {n};
    return f(local[0]);
}
static int fails(int n)
{
    if (n > 2)
        throw n;
    return n;
}

int main()
{
    int numbers[] = {5, 3, 8, 1};
    try {
        std::qsort(numbers, 4, sizeof *numbers, compare);
    } catch (const char *text) {
        printf("%s\n", text);
    }
    try {
        int key = 3;
        std::bsearch(&key, numbers, 4, sizeof *numbers, find);
    } catch (int n) {
        printf("%d\n", n);
    }
    for (int i = 0; i < 5; i++) {
        try {
            printf("%d\n", apply(fails, i));
        } catch (int n) {
            printf("threw %d\n", n);
        }
    }
    return 0;
}
