/* Nobody can catch what the initialiser of a global variable throws. */
static int config(int n)
{
    if (n < 1)
        throw "no configuration"; // expect: uncaught-exception
    return n;
}
static volatile int zero;
int value = config(zero);

int main()
try {
    return value;
} catch (const char *) {
    return 0;
}
