// std::filesystem: directories that are walked through and removed, links, copies, times.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

static void put(const fs::path &path, const char *text) { std::ofstream(path) << text; }

static void list(const char *title, const fs::path &base)
{
    std::vector<std::string> found;
    for (const auto &entry : fs::recursive_directory_iterator(base)) {
        auto type = entry.symlink_status().type();
        const char *what = type == fs::file_type::directory ? "/" : type == fs::file_type::symlink ? "@" : "";
        found.push_back(entry.path().lexically_relative(base).string() + what);
    }
    std::sort(found.begin(), found.end());
    std::printf("%s:", title);
    for (const auto &name : found)
        std::printf(" %s", name.c_str());
    std::puts("");
}

int main()
{
    fs::path base = fs::temp_directory_path() / ("augur-" + std::to_string(getpid()));
    std::error_code error;
    fs::remove_all(base);
    std::printf("%d %d\n", fs::create_directories(base / "a/b/c"), fs::create_directories(base / "a/b"));
    put(base / "a/one", "1");
    put(base / "a/b/two", "22");
    put(base / "a/b/c/three", "333");
    fs::create_symlink("one", base / "a/link");
    fs::create_directory_symlink("b", base / "a/way");
    fs::create_hard_link(base / "a/one", base / "a/same");
    list("all", base);

    std::printf("%s %ju %d\n", fs::read_symlink(base / "a/link").c_str(), fs::hard_link_count(base / "a/one"),
                fs::equivalent(base / "a/same", base / "a/link"));
    std::printf("%d %d\n", fs::canonical(base / "a/way/../link") == fs::canonical(base) / "a/one",
                fs::weakly_canonical(base / "a/./none/../other") == fs::canonical(base) / "a/other");
    std::printf("%d %d %d\n", fs::is_symlink(base / "a/link"), fs::is_directory(base / "a/way"),
                fs::exists(base / "a/none"));

    fs::copy(base / "a", base / "copy", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    list("copy", base / "copy");
    std::printf("%d %ju\n", fs::copy_file(base / "a/one", base / "copy/one", fs::copy_options::overwrite_existing),
                fs::file_size(base / "copy/b/c/three"));
    fs::copy_file(base / "a/one", base / "copy/one", error);
    std::printf("%d\n", error == std::errc::file_exists);

    fs::file_time_type then(std::chrono::seconds(1000));
    fs::last_write_time(base / "a/one", then);
    std::printf("%d\n", std::chrono::abs(fs::last_write_time(base / "a/one") - then) < std::chrono::seconds(1));
    fs::permissions(base / "a/one", fs::perms::owner_read);
    std::printf("%o\n", static_cast<unsigned>(fs::status(base / "a/same").permissions()));
    std::printf("%d %d\n", fs::space(base).available > 0, fs::is_empty(base / "a/b/c"));
    fs::resize_file(base / "a/b/two", 1);
    fs::rename(base / "a/b", base / "moved");
    list("moved", base / "moved");
    std::printf("%d\n", fs::remove(base / "a", error));
    std::printf("%d\n", error == std::errc::directory_not_empty);
    std::printf("%ju %d\n", fs::remove_all(base), fs::exists(base));
}
