// The folder in which the templates of an installation lie. A policy writes
// `<share>/staging.yaml`, and need not know where that is.

#ifndef ROBOTS_POLICY_LOADER_YAML_SHARE_FOLDER_HPP
#define ROBOTS_POLICY_LOADER_YAML_SHARE_FOLDER_HPP

#include <string>

namespace robots::loader {

// "/usr/share/nginx-robots": `make install` says where, at build time.
const std::string& share_folder();

}  // namespace robots::loader

#endif
