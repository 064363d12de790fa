#include "module/request/verdict_text.hpp"

namespace robots::nginx {

namespace {

ngx_str_t rule_text(ngx_pool_t* pool, const Rule& rule) {
    std::string_view key = rule.allow ? "Allow: " : "Disallow: ";
    ngx_str_t name = str(key);
    ngx_str_t path = str(rule.pattern.text());
    return print(pool, name.len + path.len, "%V%V", &name, &path);
}

// As robots.txt has it: seconds, with decimals only where there are any.
ngx_str_t crawl_delay_text(ngx_pool_t* pool, Milliseconds delay) {
    ngx_str_t text = print(pool, sizeof("Crawl-delay: .000") + NGX_INT64_LEN,
                           "Crawl-delay: %L.%03L",
                           static_cast<int64_t>(delay.count() / 1000),
                           static_cast<int64_t>(delay.count() % 1000));
    while (text.data[text.len - 1] == '0') {
        text.len--;
    }
    if (text.data[text.len - 1] == '.') {
        text.len--;
    }
    return text;
}

// "Visit-time: 0600-0845", or the name alone where the group has several of
// that name and the verdict rests on them together.
template <typename Value>
ngx_str_t only_text(ngx_pool_t* pool, std::string_view name,
                    const std::vector<Value>& values) {
    if (values.size() != 1) {
        return str(name);
    }
    ngx_str_t key = str(name);
    std::string text = values.front().text();
    ngx_str_t value = str(text);
    return print(pool, key.len + value.len + 2, "%V: %V", &key, &value);
}

}  // namespace

ngx_str_t line_text(ngx_pool_t* pool, const Verdict& verdict,
                    Violation violation) {
    switch (violation) {
        case Violation::none:
        case Violation::disallow:
            break;
        case Violation::impostor:
            return {};
        case Violation::crawl_delay:
            return verdict.group->pace->crawl_delay
                       ? crawl_delay_text(pool,
                                          *verdict.group->pace->crawl_delay)
                       : str("Crawl-delay");
        case Violation::request_rate:
            return only_text(pool, "Request-rate",
                             verdict.group->pace->request_rates);
        case Violation::visit_time:
            return only_text(pool, "Visit-time",
                             verdict.group->pace->visit_times);
    }
    return verdict.rule ? rule_text(pool, *verdict.rule) : ngx_str_t{};
}

ngx_str_t seconds_text(ngx_pool_t* pool, Milliseconds duration) {
    return print(pool, sizeof(".000") + NGX_INT64_LEN, "%L.%03L",
                 static_cast<int64_t>(duration.count() / 1000),
                 static_cast<int64_t>(duration.count() % 1000));
}

}  // namespace robots::nginx
