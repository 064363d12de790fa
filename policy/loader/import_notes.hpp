// What an import says about the lines of a robots.txt.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_NOTES_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_NOTES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace robots {

// What becomes of lines.
enum class Fate : bool {
    kept,  // the policy means the same, in other words; or it was a comment
    lost,  // the policy does not say what the line said to somebody
};

// The lines that one thing is said about.
struct ImportNotes {
    // More are counted.
    static constexpr std::size_t kMostTexts = 20;

    std::string kind;  // kebab-case, such as "unknown-line"
    Fate fate = Fate::lost;
    std::vector<std::uint32_t> lines;  // all of them, from 1, in order
    // What happened, then what to write, for each of the first lines.
    std::vector<std::string> texts;
};

// Collects notes by their kinds.
class ImportReport {
  public:
    // make() makes the text; it is called for the first lines only.
    template <typename Make>
    void add(const char* kind, Fate fate, std::uint32_t line, Make make) {
        ImportNotes& notes = of(kind, fate);
        if (notes.lines.size() < ImportNotes::kMostTexts) {
            notes.texts.push_back(make());
        }
        notes.lines.push_back(line);
    }

    std::vector<ImportNotes> take();

  private:
    ImportNotes& of(const char* kind, Fate fate);

    std::vector<ImportNotes> all_;
};

}  // namespace robots

#endif
