//@ opt: O0
// The end of the access does not fit in 32 bits, and less of it would be within the array.
int main(void)
{
    int numbers[4];
    numbers[0] = 1;
    numbers[3] = 0;
    int far = numbers[1073741823]; // expect: invalid-pointer
    return numbers[3];
}
