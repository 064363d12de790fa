// Where operators publish the ranges and keys of their crawlers, and the files
// that copies of them are kept in (`identity.directory` of a policy).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// The name of the file for what is published at an https URL, another for each
// URL: "openai.com_gptbot.json" for "https://openai.com/gptbot.json". A "/" is
// "_", and octets that are neither letters, digits, "-" nor "." are "%XX"; a
// long URL ends in a hash instead. It never starts with a dot.
std::string identity_file_name(std::string_view url);

// The URL of the keys of an agent, which is a URL of a JWKS or an origin: then
// its directory of keys (draft-ietf-webbotauth-httpsig-directory).
std::string url_of_keys(std::string_view keys_url);

}  // namespace robots
