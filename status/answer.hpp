// Answers one request to the status, in the format and view that the request
// asks for.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "policy/site/host.hpp"
#include "status/collection/collection.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

// What the request asks for. The texts must outlive the answer.
struct StatusRequest {
    std::string_view arguments;  // its query string, without "?"
    Authority authority;         // the request's host, port and scheme
};

// Writes the members of a JSON object that says what would happen to the
// request in the question, or only the member "error".
using Explain = std::function<void(const Question&, JsonWriter&)>;

class Answer {
  public:
    // The constructor and step() throw std::bad_alloc.
    Answer(StatusSource source, const StatusRequest& asked, Explain explain);

    // Works on the answer, for at most a few milliseconds per call. Returns
    // true if the answer is complete.
    bool step();

    std::uint16_t status() const { return status_; }
    std::string_view content_type() const;
    // The strong validator of the page, in quotes, and the page's
    // Content-Security-Policy. Both are empty for other formats.
    std::string_view tag() const { return tag_; }
    std::string_view security_policy() const;
    std::string_view body() const { return body_; }

  private:
    void choose_view();
    void put_page();
    void put_acts();
    void put_explanation();

    StatusSource source_;
    StatusRequest asked_;
    Explain explain_;
    Query query_;
    Format format_;
    std::unique_ptr<Collection> collection_;  // nullptr: nothing to collect
    const Site* site_ = nullptr;              // named by the query
    std::string_view error_;  // why the view cannot be shown, or empty
    std::uint16_t status_ = 200;
    std::string tag_;
    std::string body_;
};

}  // namespace robots::status
