// A stream that throws when it fails.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <iostream>
#include <sstream>

int main()
{
    std::istringstream in("x");
    in.exceptions(std::ios::failbit);
    int i = 0;
    try {
        in >> i;
    } catch (const std::ios_base::failure &e) {
        std::cout << "failure " << (e.code() == std::io_errc::stream) << '\n';
    }
    try {
        in.clear();
        in.exceptions(std::ios::eofbit | std::ios::failbit | std::ios::badbit);
        while (true)
            in.get();
    } catch (const std::exception &e) {
        std::cout << "end " << in.eof() << '\n';
    }
    return 0;
}
