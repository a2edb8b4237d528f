/* Without prototype nobody converts the argument: the function takes a double. */
volatile int large;

static void note(x) double x;
{
    if (x > 1) // expect: uninit
        large = 1;
}

int main(void)
{
    void (*volatile f)() = note;
    f(3);
    return 0;
}
