// Writes a policy file, key by key, so that the loader reads back the same
// texts and a person can go on with it.

#ifndef ROBOTS_POLICY_LOADER_YAML_YAML_WRITER_HPP
#define ROBOTS_POLICY_LOADER_YAML_YAML_WRITER_HPP

#include <yaml-cpp/emitter.h>

#include <string>
#include <vector>

namespace robots::loader {

class YamlWriter {
  public:
    // The document is a map, which close_map() ends.
    YamlWriter();

    void open_map();  // an item of a list
    void open_map(const char* key);
    void close_map();
    void open_list(const char* key);
    void close_list();
    void blank_line();

    // Texts get quotes where YAML needs them, and a "${" is written so that it
    // starts no variable. They hold no control character but line breaks.
    void put(const std::string& key, const std::string& text);

    // One text is written without a list. Several are written in brackets where
    // that is short, or else one a line.
    void put(const char* key, const std::vector<std::string>& texts);

    // The file, when all is closed.
    std::string text() const;

  private:
    YAML::Emitter out_;
};

}  // namespace robots::loader

#endif
