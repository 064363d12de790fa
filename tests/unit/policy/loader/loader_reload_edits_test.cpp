// A reload after any edits gives what a load of everything gives.

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "tests/unit/policy/loader/reload_fixture.hpp"

namespace robots {
namespace {

// What sites say; `H` is the host.
constexpr const char* kSites[] = {
    "{host: H, template: shop}",
    "{host: H, template: shop}",
    "{host: H, template: blog}",
    "{host: H, template: deep, max_age: 2h}",
    "{host: H, template: '${kind}'}",
    "{host: H, template: shop, enforce: {crawl_delay: reject}}",
    "{host: H, template: shop, enforce: {disallow: throttle}}",
    "{host: H, template: blog, sitemap: 'https://other.example/s.xml'}",
    "{host: H, template: shop, groups: [{user_agent: GPTBot, disallow: /x}]}",
    "{host: H, template: blog, groups: [{user_agent: Own H, disallow: [/x, "
    "/x/y, '/*.pdf$']}]}",
    "{host: H, groups: [{user_agent: '*', disallow: /a, crawl_delay: 5s}, "
    "{user_agent: OwnBot, private: true, disallow: []}]}",
    "{host: H, groups: [{category: ai-training, disallow: /}, {user_agent: "
    "'*', disallow: /search}]}",
    "{host: H, groups: [{user_agent: Chrome, disallow: /}]}",
    "{host: H, groups: [{user_agent: SiteBot, disallow: x/*/y}]}",
    "{host: H}",
    "{host: H, comment: '${team} of ${host}'}",
    "{host: [H, '*.H'], comment: wild}",
    "{host: H, port: 8080, groups: []}",
    "{host: H, scheme: http, groups: []}",
    "{host: H, robots_txt: {text: \"User-agent: *\\nDisalow: /z\\n\"}}",
    "{host: H, budgets: {own: {user_agent: GPTBot, request_rate: 1/5}}, "
    "groups: []}",
    "{host: H, template: shop, expect: open}",
    "{host: H, x_robots_tag: noindex, groups: []}",
    "{host: H, usage: {train-ai: n}, groups: []}",
    "{host: H, lint: {ignore: [empty-site]}}",
};

// What not every policy allows.
constexpr const char* kMistakes[] = {
    "{host: H, template: shop, expect: closed}",
    "{host: H, template: nothing}",
    "{host: H, grups: []}",
    "{host: H, robots_txt: {file: own.txt}}",
    "{host: H, groups: [{user_agent: OwnBot, private: true, disallow: /}]}",
    "{host: contested.example, groups: []}",
};

constexpr const char* kExtra[] = {
    "templates: {T: {comment: mine}}\n",
    "tests: [{url: 'https://main.example/', crawler: GPTBot, expect: allow}]\n",
    "crawlers: {NewBot: {category: seo}}\n",
    "# nothing but a comment\n",
};

constexpr const char* kMains[] = {
    "include: [common.yaml, 't/*.yaml']\n",
    "include: [common.yaml, {files: 't/*.yaml', scope: file}]\n",
    "include: [common.yaml, {files: 't/*.yaml', scope: file, on_error: "
    "keep}]\n",
};

constexpr const char* kTemplates[] = {
    "groups: [{user_agent: '*', disallow: [/cart, /cart/x]}]",
    "groups: [{user_agent: '*', disallow: /cart}, {user_agent: GPTBot, "
    "disallow: /}]",
    "groups: [{user_agent: '*', allow: /, crawl_delay: 90s}]",
    "comment: empty",
    "groups: [{user_agent: '*', disallow: /}, {user_agent: MyBot, private: "
    "true, disallow: /a}]",
    "robots_txt: {file: shared.txt}",
};

class Editor {
  public:
    explicit Editor(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }

    template <std::size_t kCount>
    std::string one_of(const char* const (&all)[kCount]) {
        return all[below(kCount)];
    }

    // The sites of customer `name`, whose hosts hardly ever are another's.
    std::string customer(const std::string& name) {
        std::string out = below(2) == 0 ? "version: 1.1\n" : "";
        if (below(8) == 0) {
            out += replaced(one_of(kExtra), "T", "own_" + name);
        }
        out += "sites:\n";
        for (std::size_t i = 1 + below(3); i > 0; --i) {
            const std::string host =
                std::to_string(i) + "." + name + ".example";
            const std::string site =
                below(30) == 0 ? one_of(kMistakes) : one_of(kSites);
            out += "  - " + replaced(site, "H", host) + "\n";
        }
        return out;
    }

    std::string main() {
        return "version: 1.1\n" + one_of(kMains) + "variables: {team: t" +
               std::to_string(below(2)) +
               ", kind: shop, unused: x}\n"
               "sites: [{host: main.example, template: deep}]\n" +
               (below(2) == 0 ? "enforce: {disallow: reject}\n" : "") +
               (below(3) == 0 ? "default: {template: blog}\n" : "");
    }

    std::string common() {
        return "templates:\n  shop: {" + one_of(kTemplates) + "}\n  blog: {" +
               one_of(kTemplates) +
               "}\n  deep: {template: shop, comment: deep}\n"
               "  idle: {comment: '${team}'}\n";
    }

  private:
    static std::string replaced(std::string text, const std::string& what,
                                const std::string& by) {
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + by.size())) {
            const bool word =
                (at == 0 || std::isalnum(text[at - 1]) == 0) &&
                (at + 1 == text.size() || std::isalnum(text[at + 1]) == 0);
            if (word) {
                text.replace(at, what.size(), by);
            }
        }
        return text;
    }

    std::mt19937 random_;
};

// ROBOTS_RELOAD_EDITS: more of them.
int edits() {
    const char* text = std::getenv("ROBOTS_RELOAD_EDITS");
    return text != nullptr ? std::atoi(text) : 30;
}

// One seed is for a run of edits, each of which keeps most files.
class LoaderReloadEdits : public LoaderReload,
                          public ::testing::WithParamInterface<unsigned> {
  protected:
    static constexpr std::size_t kFiles = 12;

    static std::string customer_at(std::size_t i) {
        return std::string(1, static_cast<char>('a' + i));
    }
    std::string file_of(const std::string& customer) const {
        return path("t/" + customer + ".yaml");
    }

    void write_main() { write("policy.yaml", editor_.main()); }
    void write_common() { write("common.yaml", editor_.common()); }
    void write_shared(int number) const {
        write("shared.txt",
              "User-agent: *\nDisallow: /" + std::to_string(number) + "\n");
    }
    void write_customer(const std::string& name) {
        write("t/" + name + ".yaml", editor_.customer(name));
    }

    void write_all() {
        write("t/own.txt", "User-agent: *\nDisallow: /own\n");
        write_shared(0);
        write_main();
        write_common();
        for (std::size_t i = 0; i < kFiles; ++i) {
            write_customer(customer_at(i));
        }
    }

    void edit(int number) {
        const std::string name = customer_at(editor_.below(kFiles));
        switch (editor_.below(20)) {
            case 0:
                return write_main();
            case 1:
                return write_common();
            case 2:
                return write_shared(number);
            case 3:
            case 4:
                std::filesystem::remove(file_of(name));
                return;
            default:
                write_customer(name);
        }
    }

    // Somebody corrects what `messages` are about.
    void correct(const std::string& messages) {
        const auto blames = [&messages](const std::string& file) {
            return messages.find(file + ":") != std::string::npos;
        };
        for (std::size_t i = 0; i < kFiles; ++i) {
            if (blames("t/" + customer_at(i) + ".yaml")) {
                std::filesystem::remove(file_of(customer_at(i)));
            }
        }
        if (blames("policy.yaml")) {
            write_main();
        }
        if (blames("common.yaml")) {
            write_common();
        }
    }

    Editor editor_{GetParam()};
};

TEST_P(LoaderReloadEdits, AreAsIfEverythingWasLoaded) {
    write_all();
    std::size_t taken_over = 0;
    for (int i = 0; i < edits(); ++i) {
        edit(i);
        Both both = load_both();
        ASSERT_EQ(both.reloaded, both.anew) << "edit " << i;
        while (!both.loaded) {
            correct(both.anew);
            both = load_both();
            ASSERT_EQ(both.reloaded, both.anew) << "edit " << i;
        }
        taken_over += both.taken_over;
    }
    EXPECT_GT(taken_over, static_cast<std::size_t>(edits()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, LoaderReloadEdits, ::testing::Range(0U, 4U));

}  // namespace
}  // namespace robots
