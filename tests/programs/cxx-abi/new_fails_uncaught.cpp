//@ flags: --faults malloc
int main()
{
    int *volatile p = new int(1); // expect: uncaught-exception
    volatile int result = *p;
    delete p;
    return result - 1;
}
