#include "tests/unit/cli/robotsctl_fixture.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace robots {

namespace {

std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::vector<nlohmann::json> Ran::json() const {
    std::vector<nlohmann::json> lines;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(nlohmann::json::parse(line));
    }
    return lines;
}

Ran RobotsctlFixture::run(const std::vector<std::string>& arguments,
                          const std::string& input) const {
    const std::string out = path("stdout");
    Ran ran = run_into(out, arguments, input);
    ran.out = contents(out);
    return ran;
}

Ran RobotsctlFixture::run_into(const std::string& file,
                               const std::vector<std::string>& arguments,
                               const std::string& input) const {
    Ran ran;
    const char* program = std::getenv("ROBOTSCTL");
    if (program == nullptr) {
        ADD_FAILURE() << "ROBOTSCTL names no program";
        return ran;
    }
    const std::string in = write("stdin", input);
    const std::string err = path("stderr");
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
    ::posix_spawn_file_actions_addopen(&actions, 1, file.c_str(), kWrite, 0600);
    ::posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), kWrite, 0600);
    pid_t child = 0;
    const int failed =
        ::posix_spawn(&child, program, &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || ::waitpid(child, &status, 0) != child) {
        ADD_FAILURE() << "can't run " << program;
        return ran;
    }
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ran.err = contents(err);
    return ran;
}

std::string RobotsctlFixture::write_gzip(const std::string& name,
                                         const std::string& text,
                                         int members) const {
    std::string file = path(name);
    const std::size_t part = text.size() / static_cast<std::size_t>(members);
    for (int i = 0; i < members; ++i) {
        const std::size_t from = part * static_cast<std::size_t>(i);
        const std::string piece =
            text.substr(from, i + 1 == members ? std::string::npos : part);
        const gzFile stream = ::gzopen(file.c_str(), i == 0 ? "wb" : "ab");
        ::gzwrite(stream, piece.data(), static_cast<unsigned>(piece.size()));
        ::gzclose(stream);
    }
    return file;
}

std::string combined_line(int second, const std::string& target,
                          const std::string& user_agent,
                          const std::string& address) {
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "10/Oct/2026:%02d:%02d:%02d +0000",
                  second / 3600 % 24, second / 60 % 60, second % 60);
    return address + " - - [" + time.data() + "] \"GET " + target +
           " HTTP/1.1\" 200 12 \"-\" \"" + user_agent + "\"\n";
}

}  // namespace robots
