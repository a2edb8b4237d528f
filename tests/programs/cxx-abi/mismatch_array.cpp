int main()
{
    int *numbers = new int[3]{1, 2, 3};
    volatile int first = numbers[0];
    delete numbers; // expect: invalid-free
    return first - 1;
}
