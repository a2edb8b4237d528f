//@ expect: safe
/* A function whose definition is chosen by another one. */
static int slow(int x) { return x + 1; }
static int fast(int x) { return x + 2; }
static int choice;

static int (*choose(void))(int)
{
    return choice ? fast : slow;
}

int compute(int x) __attribute__((ifunc("choose")));

int main(void)
{
    int (*p)(int) = compute;
    return compute(1) == 2 && p(2) == 3 ? 0 : 1;
}
