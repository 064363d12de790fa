#include "policy/loader/yaml/yaml_writer.hpp"

#include <yaml-cpp/emittermanip.h>

#include <numeric>
#include <string_view>

namespace robots::loader {

namespace {

// A list in brackets has fewer octets, with what divides its items.
constexpr std::size_t kShort = 50;

// "${" starts a variable, and "$${" is the text "${".
std::string literal(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "${") {
            out += '$';
        }
        out += text[i];
    }
    return out;
}

bool is_short(const std::vector<std::string>& texts) {
    const std::size_t octets =
        std::accumulate(texts.begin(), texts.end(), texts.size() * 2,
                        [](std::size_t sum, const std::string& text) {
                            return sum + text.size();
                        });
    return octets < kShort;
}

}  // namespace

YamlWriter::YamlWriter() {
    out_.SetIndent(2);
    open_map();
}

void YamlWriter::open_map() {
    out_ << YAML::BeginMap;
}

void YamlWriter::open_map(const char* key) {
    out_ << YAML::Key << key << YAML::Value << YAML::BeginMap;
}

void YamlWriter::close_map() {
    out_ << YAML::EndMap;
}

void YamlWriter::open_list(const char* key) {
    out_ << YAML::Key << key << YAML::Value << YAML::BeginSeq;
}

void YamlWriter::close_list() {
    out_ << YAML::EndSeq;
}

void YamlWriter::blank_line() {
    out_ << YAML::Newline << YAML::Newline;
}

void YamlWriter::put(const std::string& key, const std::string& text) {
    out_ << YAML::Key << literal(key) << YAML::Value << literal(text);
}

void YamlWriter::put(const char* key, const std::vector<std::string>& texts) {
    if (texts.size() == 1) {
        put(key, texts.front());
        return;
    }
    out_ << YAML::Key << key << YAML::Value;
    if (is_short(texts)) {
        out_ << YAML::Flow;
    }
    out_ << YAML::BeginSeq;
    for (const std::string& text : texts) {
        out_ << literal(text);
    }
    out_ << YAML::EndSeq;
}

std::string YamlWriter::text() const {
    return std::string(out_.c_str()) + '\n';
}

}  // namespace robots::loader
