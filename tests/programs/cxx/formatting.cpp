// Streams: manipulators, numbers of all kinds, parsing, failure, unformatted input.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

int main()
{
    std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << -42 << '|' << std::setfill('*')
              << std::right << std::setw(6) << "ab" << '\n';
    std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << ' ' << std::dec << std::showpos << 7
              << std::noshowpos << '\n';
    std::cout << std::boolalpha << true << ' ' << std::noboolalpha << false << ' ' << 'c' << ' ' << 3L << ' '
              << 18446744073709551615ULL << ' ' << std::numeric_limits<long long>::min() << '\n';
    std::cout << 3.14159265 << ' ' << std::setprecision(3) << 3.14159265 << ' ' << std::fixed << 2.5 << ' '
              << std::scientific << 12345.678 << ' ' << std::defaultfloat << 1e-10 << ' ' << 1e100 << ' ' << 0.1f
              << '\n';
    std::cout << std::hexfloat << 1.5 << std::defaultfloat << ' ' << std::numeric_limits<double>::infinity() << ' '
              << 2.25L << '\n';
    std::cout << static_cast<const void *>(nullptr) << ' ' << static_cast<short>(-3) << ' '
              << static_cast<unsigned char>('u') << '\n';

    std::istringstream in("12 0x1f 3.5e2 word true\nsecond line\n-9");
    int i, h;
    double d;
    std::string word, line;
    bool b;
    in >> i >> std::hex >> h >> std::dec >> d >> word >> std::boolalpha >> b;
    std::cout << i << ' ' << h << ' ' << d << ' ' << word << ' ' << b << '\n';
    std::getline(in, line);
    std::getline(in, line);
    std::cout << line << ' ' << in.peek() << ' ' << in.tellg() << '\n';
    in >> i;
    std::cout << i << ' ' << in.eof() << ' ' << in.fail() << '\n';
    in >> i;
    std::cout << in.eof() << in.fail() << in.bad() << '\n';
    in.clear();
    in.str("abc");
    in >> i;
    std::cout << in.fail() << '\n';
    in.clear();
    char buffer[8];
    in.read(buffer, 2);
    std::cout << in.gcount() << buffer[1] << static_cast<char>(in.get()) << in.get() << '\n';

    std::stringstream both;
    both << "x=" << 5 << " y=" << 2.5;
    std::cout << both.str() << ' ' << both.str().size() << '\n';
    std::ostringstream out;
    out << std::setw(12) << std::internal << std::setfill('0') << -7;
    std::cout << out.str() << std::endl;
    std::string none;
    std::cout << static_cast<bool>(std::cin >> none) << std::endl;
    std::cerr << "not compared";
    return 0;
}
