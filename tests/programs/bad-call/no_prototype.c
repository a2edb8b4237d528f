//@ flags: --strict-calls
/* Without prototype nobody converts the argument: the function takes a double. */
static double half(x) double x; { return x / 2; }

int main(void)
{
    double (*volatile f)() = half;
    return f(3) > 1; // expect: bad-call
}
