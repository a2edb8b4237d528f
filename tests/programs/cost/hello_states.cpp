// The library's static initialisation and output cost no states.
//@ expect: safe
//@ stdlib: libstdc++ libc++
//@ states-max: 1
//@ skip-none
#include <iostream>
#include <string>

int main()
{
    std::string text = "hello, world, in more than fifteen letters";
    std::cout << text << std::endl;
    return 0;
}
