#include "tests/harness/robotsctl.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/harness/folder.hpp"

namespace integration {

std::vector<nlohmann::json> robotsctl(
    const std::vector<std::string>& arguments) {
    const char* binary = std::getenv("ROBOTSCTL");
    std::string command = binary != nullptr ? binary : "build/robotsctl";
    for (const std::string& argument : arguments) {
        command += " '" + argument + '\'';
    }
    command += " 2>/dev/null";
    std::string out;
    FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> piece{};
    while (pipe != nullptr &&
           std::fgets(piece.data(), piece.size(), pipe) != nullptr) {
        out += piece.data();
    }
    if (pipe != nullptr) {
        ::pclose(pipe);
    }
    std::vector<nlohmann::json> lines;
    for (const std::string& line : lines_of(out)) {
        lines.push_back(nlohmann::json::parse(line));
    }
    return lines;
}

}  // namespace integration
