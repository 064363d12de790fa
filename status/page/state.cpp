#include "status/page/state.hpp"

#include <utility>

#include "status/page/escape.hpp"

namespace robots::status {

namespace {

constexpr std::string_view kRefresh = "refresh";
constexpr std::string_view kOff = "off";

class Address {
  public:
    Address(std::string_view changed, std::string_view value)
        : changed_(changed), value_(value) {}

    void add(std::string_view parameter, std::string_view value) {
        if (parameter != changed_) {
            put(parameter, value);
        }
    }

    void add_page(std::string_view parameter, std::size_t page) {
        add(parameter, page > 1 ? std::to_string(page) : std::string());
    }

    std::string text() {
        put(changed_, value_);
        return out_.empty() ? "?" : std::move(out_);
    }

  private:
    void put(std::string_view parameter, std::string_view value) {
        if (value.empty()) {
            return;
        }
        out_ += out_.empty() ? '?' : '&';
        out_ += parameter;
        out_ += '=';
        append_query_value(out_, value);
    }

    std::string_view changed_;
    std::string_view value_;
    std::string out_;
};

std::string_view refresh_value(const PageState& state) {
    return state.paused ? kOff : std::string_view{};
}

}  // namespace

PageState page_state(const Query& query, std::string_view arguments) {
    PageState state;
    state.query = query;
    state.sort = argument(arguments, "sort");
    state.sites = argument(arguments, "sort_sites");
    state.filter = argument(arguments, "q");
    state.category = argument(arguments, "category");
    state.paused = argument(arguments, kRefresh) == kOff;
    return state;
}

std::string address_with(const PageState& state, std::string_view parameter,
                         std::string_view value) {
    Address address(parameter, value);
    const Query& query = state.query;
    if (query.view == View::crawler) {
        address.add("crawler", query.name);
    } else if (query.view == View::site) {
        address.add("site", query.name);
    }
    address.add_page("crawlers", query.crawlers_page);
    address.add_page("sites", query.sites_page);
    address.add_page("lines", query.lines_page);
    address.add_page("visits", query.visits_page);
    address.add("sort", state.sort);
    address.add("sort_sites", state.sites);
    address.add("q", state.filter);
    address.add("category", state.category);
    address.add(kRefresh, refresh_value(state));
    return address.text();
}

std::string address_of(const PageState& state, std::string_view parameter,
                       std::string_view value) {
    Address address(parameter, value);
    address.add(kRefresh, refresh_value(state));
    return address.text();
}

}  // namespace robots::status
