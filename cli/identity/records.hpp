// What is known about the files of the folder besides what they say: when their
// sources were last asked, and how to ask whether they have changed.

#ifndef ROBOTS_CLI_IDENTITY_RECORDS_HPP
#define ROBOTS_CLI_IDENTITY_RECORDS_HPP

#include <map>
#include <string>
#include <string_view>

#include "cli/identity/fetch_settings.hpp"
#include "cli/identity/identity_folder.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

struct Record {
    Validators validators;
    std::string digest;      // of the file that they belong to
    robots::Utc checked{0};  // when its source last said that it is right
    std::string failure;     // why the last try since then failed
};

std::string digest_of(std::string_view text);

class Records {
  public:
    // Reads them. Where they are missing or broken there are none, and all is
    // fetched anew.
    explicit Records(const IdentityFolder& folder);

    // By the name of a file.
    Record& operator[](const std::string& name) { return records_[name]; }
    const Record* find(const std::string& name) const;

    // Not empty: why they cannot be written.
    std::string write(const IdentityFolder& folder) const;

  private:
    std::map<std::string, Record> records_;
};

}  // namespace robotsctl

#endif
