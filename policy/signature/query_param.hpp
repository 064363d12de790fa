// The parameters of a query, as signatures cover them.

#ifndef ROBOTS_POLICY_SIGNATURE_QUERY_PARAM_HPP
#define ROBOTS_POLICY_SIGNATURE_QUERY_PARAM_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots::signature {

// Parameters of a query at most. A query with more has none that is covered.
constexpr std::size_t kMaxQueryParams = 256;

// A query, read once however many of its parameters are covered.
class QueryParams {
  public:
    // `query` has its "?", and outlives this.
    explicit QueryParams(std::string_view query);

    // The value of the parameter whose encoded name is `name` ("fa%C3%A7ade"),
    // in the one encoding of RFC 9421 2.2.8. nullopt: the query has no such
    // parameter, or several.
    std::optional<std::string> find(std::string_view name) const;

  private:
    // Their names in that encoding, their values as they were sent.
    std::vector<std::pair<std::string, std::string_view>> all_;
};

}  // namespace robots::signature

#endif
