#include "policy/loader/yaml/share_folder.hpp"

#ifndef ROBOTS_SHARE
#define ROBOTS_SHARE "/usr/share/nginx-robots"
#endif

namespace robots::loader {

const std::string& share_folder() {
    static const std::string folder = ROBOTS_SHARE;
    return folder;
}

}  // namespace robots::loader
