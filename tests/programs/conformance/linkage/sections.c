// Attributes that change nothing: sections, visibility, used, hot, cold.
#include <stdio.h>

__attribute__((section(".data.special"))) int placed = 3;
__attribute__((visibility("hidden"))) int quiet = 4;
__attribute__((used)) static int kept = 5;
__attribute__((hot)) static int fast(int x) { return x * 2; }
__attribute__((cold, noinline)) static int slow(int x) { return x * 3; }
__attribute__((pure)) static int pure(int x) { return x + placed; }
__attribute__((const)) static int konst(int x) { return x * x; }
__attribute__((optnone, noinline)) static int plain(int x) { int y = x; return y - 1; }

int main(void)
{
    printf("%d %d %d %d %d %d\n", fast(placed), slow(quiet), pure(1), konst(7), plain(kept), placed + quiet);
    return 0;
}
