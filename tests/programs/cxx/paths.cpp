// filesystem: paths, and the files and directories of the virtual file system.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

namespace fs = std::filesystem;

int main()
{
    fs::path p = "/usr/lib/../share/doc.tar.gz";
    std::printf("%s %s %s %s\n", p.filename().c_str(), p.extension().c_str(), p.stem().c_str(),
                p.lexically_normal().c_str());
    std::printf("%s %d\n", (fs::path("a") / "b" / "c.txt").c_str(), p.is_absolute());
    for (const auto &part : fs::path("x/y/z"))
        std::printf("[%s]", part.c_str());
    std::puts("");
    fs::path top = fs::path("/tmp") / "augur-cxx-paths";
    std::printf("%d %d\n", fs::create_directories(top / "one" / "two"), fs::is_directory(top));
    std::ofstream(top / "file") << "contents";
    std::printf("%d %d\n", static_cast<int>(fs::file_size(top / "file")), fs::exists(top / "none"));
    fs::rename(top / "file", top / "one" / "moved");
    std::set<std::string> names;
    for (const auto &entry : fs::directory_iterator(top / "one"))
        names.insert(entry.path().filename().string() + (entry.is_directory() ? "/" : ""));
    for (const auto &name : names)
        std::printf("%s ", name.c_str());
    std::puts("");
    std::error_code error;
    fs::file_size(top / "none", error);
    std::printf("%d %d\n", error == std::errc::no_such_file_or_directory, static_cast<int>(error.value()));
    try {
        fs::directory_iterator none(top / "none");
    } catch (const fs::filesystem_error &e) {
        std::printf("%s\n", e.path1().filename().c_str());
    }
    fs::current_path(top);
    std::printf("%s\n", fs::current_path().filename().c_str());
    fs::resize_file(top / "one" / "moved", 3);
    std::printf("%d\n", static_cast<int>(fs::file_size("one/moved")));
    fs::current_path("/");
    for (const char *name : {"one/two", "one/moved", "one", ""})
        std::printf("%d", fs::remove(top / name));
    std::printf(" %d\n", fs::exists(top));
    return 0;
}
