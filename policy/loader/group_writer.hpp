// Writes the group of a policy.

#ifndef ROBOTS_POLICY_LOADER_GROUP_WRITER_HPP
#define ROBOTS_POLICY_LOADER_GROUP_WRITER_HPP

#include "policy/loader/import_result.hpp"
#include "policy/loader/yaml/yaml_writer.hpp"

namespace robots {

// The keys of `group`, into a map that is open.
void put_group(loader::YamlWriter& out, const ImportGroup& group);

}  // namespace robots

#endif
