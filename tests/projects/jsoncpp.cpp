// Two threads parse, and write what they have parsed.
#include <json/json.h>
#include <cassert>
#include <memory>
#include <string>
#include <thread>

static void round_trip(const std::string &text)
{
    Json::CharReaderBuilder readers;
    Json::StreamWriterBuilder writers;
    writers["indentation"] = "";
    std::unique_ptr<Json::CharReader> reader(readers.newCharReader());
    Json::Value value;
    assert(reader->parse(text.data(), text.data() + text.size(), &value, nullptr));
    assert(Json::writeString(writers, value) == text);
}

int main()
{
    std::thread other(round_trip, "{\"a\":[1,2]}");
    round_trip("[true,\"b\"]");
    other.join();
}
