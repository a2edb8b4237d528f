//@ expect: safe
//@ opt: O0
int main(void)
{
    int numbers[4];
    numbers[0] = 1;
    numbers[3] = 0;
    int near = numbers[0];
    return numbers[3];
}
