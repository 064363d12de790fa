// Files that are served as robots.txt, and are none.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_FOREIGN_FILE_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_FOREIGN_FILE_HPP

#include <string_view>

namespace robots {

// What `text` is if it is not a robots.txt, and what to do, as a sentence about
// "it": "it is UTF-16 text, ...; save it as UTF-8". Empty if it may be one.
//
// Known are HTML and XML, PHP, JSON, UTF-16 and UTF-32 with or without a byte
// order mark, gzip and other compressed data, images and PDF, and UTF-8 whose
// byte order mark was encoded twice or is there twice. All are known by how
// they start, so a robots.txt with a stray octet is still one.
std::string_view why_foreign(std::string_view text);

}  // namespace robots

#endif
