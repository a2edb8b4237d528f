// File streams.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

int main()
{
    const char *name = "/tmp/augur-cxx-files.txt";
    {
        std::ofstream out(name);
        out << "first " << 1 << '\n' << "second " << 2.5 << std::endl;
        for (int i = 0; i < 2000; i++)
            out << i << ' ';
        out << '\n';
    }
    std::ifstream in(name);
    std::string word, line;
    int number;
    in >> word >> number;
    std::cout << word << number << '\n';
    std::getline(in, line);
    std::getline(in, line);
    std::cout << line << '\n';
    std::getline(in, line);
    std::cout << line.size() << ' ' << in.good() << '\n';
    std::getline(in, line);
    std::cout << in.eof() << '\n';
    in.close();
    std::fstream both(name, std::ios::in | std::ios::out | std::ios::binary);
    both.seekp(6);
    both.put('9');
    both.seekg(0);
    std::getline(both, line);
    std::cout << line << ' ' << both.tellg() << '\n';
    both.seekg(0, std::ios::end);
    std::cout << both.tellg() << '\n';
    both.close();
    std::ofstream more(name, std::ios::app);
    more << "end";
    more.close();
    std::ifstream none("/tmp/augur-no-such-file");
    std::cout << none.is_open() << none.fail() << '\n';
    return std::remove(name);
}
