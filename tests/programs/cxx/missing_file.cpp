//@ stdlib: libstdc++ libc++
//@ std: c++17
// The size of a file that is not there.
#include <filesystem>

int main()
{
    return static_cast<int>(std::filesystem::file_size("nowhere.txt")); // expect: uncaught-exception
}
