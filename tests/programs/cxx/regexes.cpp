// Regular expressions.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <regex>
#include <string>

int main()
{
    std::string text = "2024-02-29 and 1999-12-31";
    std::regex date(R"((\d{4})-(\d\d)-(\d\d))");
    std::smatch match;
    std::printf("%d %s %s\n", std::regex_search(text, match, date), match[1].str().c_str(), match[3].str().c_str());
    std::printf("%s\n", std::regex_replace(text, date, "$3.$2.$1").c_str());
    std::printf("%d %d\n", std::regex_match("abc", std::regex("[a-c]+")), std::regex_match("abd", std::regex("[a-c]+")));
    std::printf("%d\n", std::regex_match("Hello", std::regex("hel{2}o|x", std::regex::icase)));
    try {
        std::regex bad("(");
    } catch (const std::regex_error &e) {
        std::printf("error %d\n", e.code() == std::regex_constants::error_paren);
    }
    return 0;
}
