#include "cli/sources/update.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/output/text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "policy/signature/key_set.hpp"

namespace robotsctl {

namespace {

using robots::AddressPrefix;
using robots::AddressRanges;
using robots::loader::PublishedList;
using robots::loader::read_published_list;

constexpr std::size_t kMuchSmaller = 10;

// The texts that identify the parts (prefixes or keys) of a copy.
using PartTexts = std::set<std::string>;

void compare_parts(const PartTexts& before, const PartTexts& now,
                   JudgedCopy& judged) {
    for (const std::string& part : now) {
        judged.added += before.count(part) == 0 ? 1 : 0;
    }
    for (const std::string& part : before) {
        judged.removed += now.count(part) == 0 ? 1 : 0;
    }
}

PartTexts parts_of(const AddressRanges& ranges) {
    PartTexts out;
    for (const AddressPrefix& prefix : ranges.prefixes()) {
        out.insert(prefix.text());
    }
    return out;
}

// Whether every address of `inner` is in `outer`. The prefixes of an
// AddressRanges do not contain each other. Adjacent prefixes of `outer` that
// only together cover a prefix of `inner` are not recognised, because nobody
// publishes them.
bool covers(const AddressRanges& outer, const AddressRanges& inner) {
    const auto& prefixes = inner.prefixes();
    return std::all_of(
        prefixes.begin(), prefixes.end(), [&](const AddressPrefix& prefix) {
            const std::size_t size = prefix.is_ipv6 ? 16 : 4;
            const AddressPrefix* holder = outer.find(
                {reinterpret_cast<const char*>(prefix.octets.data()), size});
            return holder != nullptr && holder->bits <= prefix.bits;
        });
}

std::string why_not_public(const AddressRanges& ranges) {
    for (const AddressPrefix& prefix : ranges.prefixes()) {
        const std::string why = robots::why_not_public(prefix);
        if (!why.empty()) {
            return prefix.text() + " cannot be an operator's: " + why;
        }
    }
    return {};
}

JudgedCopy judge_ranges(std::string_view kept, std::string_view text,
                        bool accept_smaller) {
    JudgedCopy out;
    const PublishedList list = read_published_list(text);
    out.parts = list.addresses.prefixes().size();
    out.problem =
        list.problem.empty() ? why_not_public(list.addresses) : list.problem;
    if (!out.problem.empty()) {
        return out;
    }
    const AddressRanges before = read_published_list(kept).addresses;
    const std::size_t last = before.prefixes().size();
    if (!accept_smaller && last >= kMuchSmaller * out.parts &&
        !covers(list.addresses, before)) {
        out.problem = "it has " + counted(out.parts, "range") +
                      ", and the last one had " + count_text(last) +
                      "; if its operator says that this is right, use "
                      "--accept-smaller";
        return out;
    }
    compare_parts(parts_of(before), parts_of(list.addresses), out);
    return out;
}

PartTexts parts_of(const robots::signature::ReadKeys& read) {
    PartTexts out;
    for (const robots::signature::TimedKey& key : read.keys) {
        out.insert(key.key->thumbprint());
    }
    return out;
}

JudgedCopy judge_keys(std::string_view kept, std::string_view text) {
    JudgedCopy out;
    const auto read = robots::signature::read_keys(text);
    out.parts = read.keys.size();
    out.problem = read.problem;
    if (out.problem.empty() && read.keys.empty()) {
        out.problem = "it has no key that verifies signatures";
    }
    if (out.problem.empty()) {
        compare_parts(parts_of(robots::signature::read_keys(kept)),
                      parts_of(read), out);
    }
    return out;
}

// Checks the text that will replace `kept`; `kept` is empty if no usable copy
// exists. Refuses a text that is cut off, empty, HTML or otherwise not in the
// expected format. Refuses lists with addresses that are not public, or with a
// very wide range. Also refuses a list with at most a tenth of the prefixes of
// the last list, unless it covers the last list or `accept_smaller` is true: if
// a list lost most of its addresses, honest crawlers would be taken for
// impostors.
JudgedCopy judged(SourceKind kind, std::string_view kept, std::string_view text,
                  bool accept_smaller) {
    return kind == SourceKind::ranges ? judge_ranges(kept, text, accept_smaller)
                                      : judge_keys(kept, text);
}

constexpr std::array<std::string_view, 4> kStateNames{"fresh", "stale",
                                                      "missing", "unusable"};

using Result = Updated::Result;

constexpr std::array<std::string_view, 5> kResultNames{
    "added", "changed", "confirmed", "unchanged", "failed"};

// One source, and the copy of it that exists before the update.
class Update {
  public:
    Update(const IdentitySource& source, const IdentityFolder& folder,
           Records& records, const UpdateSettings& settings)
        : source_(source),
          folder_(folder),
          records_(records),
          settings_(settings),
          copy_(read_copy(source, folder, settings.now)) {}

    // Returns the request for the source. The request is conditional only if
    // the validators belong to the copy.
    FetchRequest request() const {
        const auto record = records_.find(source_.file);
        const bool is_same =
            copy_.is_usable() && record != records_.end() &&
            record->second.digest == digest_of(copy_.file.text);
        // Redirects are not followed for keys, because keys must come from the
        // URL that publishes them (draft-ietf-webbotauth-httpsig-protocol 5.5).
        return {source_.url, is_same ? record->second.validators : Validators{},
                source_.kind != SourceKind::keys};
    }

    Updated take(const FetchAnswer& answer) {
        Updated out;
        if (copy_.is_usable()) {
            out.written = copy_.file.written;
        }
        out.judged = copy_.judged;
        if (!answer.problem.empty()) {
            out.problem = answer.problem;
        } else if (answer.not_modified) {
            confirm(out);
        } else {
            take_body(answer, out);
        }
        if (!out.problem.empty()) {
            out.result = Result::failed;
        }
        keep_record(answer, out);
        return out;
    }

  private:
    void confirm(Updated& out) const {
        if (settings_.now - copy_.file.written < kConfirmAfter) {
            out.result = Result::unchanged;
            return;
        }
        out.result = Result::confirmed;
        out.problem = settings_.dry_run ? "" : folder_.touch(source_.file);
    }

    void take_body(const FetchAnswer& answer, Updated& out) const {
        if (copy_.is_usable() && answer.body == copy_.file.text) {
            confirm(out);
            return;
        }
        const std::string_view kept = copy_.is_usable()
                                          ? std::string_view(copy_.file.text)
                                          : std::string_view();
        JudgedCopy fresh =
            judged(source_.kind, kept, answer.body, settings_.accept_smaller);
        out.problem = fresh.problem;
        if (out.problem.empty() && !settings_.dry_run) {
            out.problem = folder_.write(source_.file, answer.body);
        }
        if (out.problem.empty()) {
            out.judged = std::move(fresh);
            out.result = copy_.is_usable() ? Result::changed : Result::added;
        }
    }

    void keep_record(const FetchAnswer& answer, const Updated& out) {
        Record& record = records_[source_.file];
        record.failure = out.problem;
        if (!out.is_fresh()) {
            return;
        }
        record.checked = settings_.now;
        if (!answer.not_modified) {
            record.validators = answer.validators;
            record.digest = digest_of(answer.body);
        }
    }

    const IdentitySource& source_;
    const IdentityFolder& folder_;
    Records& records_;
    const UpdateSettings& settings_;
    Copy copy_;
};

}  // namespace

Copy read_copy(const IdentitySource& source, const IdentityFolder& folder,
               robots::Utc now) {
    Copy out;
    out.file = folder.read(source.file);
    if (!out.file.exists) {
        return out;
    }
    out.judged = judged(source.kind, {}, out.file.text, true);
    if (!out.file.problem.empty()) {
        out.judged.problem = out.file.problem;
    }
    out.state = !out.judged.problem.empty() ? Copy::State::unusable
                : now - out.file.written > robots::kFreshRanges
                    ? Copy::State::stale
                    : Copy::State::fresh;
    return out;
}

std::string_view to_string(Copy::State state) {
    return kStateNames[static_cast<std::size_t>(state)];
}

std::string_view to_string(Updated::Result result) {
    return kResultNames[static_cast<std::size_t>(result)];
}

void update_all(
    const std::vector<IdentitySource>& sources, const IdentityFolder& folder,
    Records& records, const UpdateSettings& settings,
    const std::function<void(const IdentitySource&, const Updated&)>& tell,
    const std::function<void(std::size_t done)>& idle) {
    std::vector<Update> updates;
    std::vector<FetchRequest> requests;
    updates.reserve(sources.size());
    for (const IdentitySource& source : sources) {
        updates.emplace_back(source, folder, records, settings);
        requests.push_back(updates.back().request());
    }
    std::size_t done = 0;
    fetch_all(
        requests, settings.fetch,
        [&](std::size_t index, const FetchAnswer& answer) {
            ++done;
            tell(sources[index], updates[index].take(answer));
        },
        [&] { idle(done); });
}

}  // namespace robotsctl
