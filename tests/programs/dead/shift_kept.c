//@ expect: overflow
//@ opt: O0
//@ flags: --overflow
// Nobody looks at a number that is shifted by too many bits, but with --overflow that is an error.
int main(int argc, char **argv)
{
    int unused = 1 << (31 + argc);
    (void)argv;
    return 0;
}
