// The format of packed list items.
//
// An item is the number of its nodes, followed by the nodes. Each node is
// followed by its child nodes. A node has these fields:
//
//     head     its line minus the line of the previous node (zigzag, so that
//              -1 is small, too), times 4, plus its kind
//     column
//     size     number of octets of a scalar, or of items of a list or map;
//              for null: says_null
//     text     only of a scalar
//
// Numbers have seven bits per octet, the lowest bits first. The highest bit is
// set in all octets except the last. Example: this list item, indented by two
// blanks and on the line below the previous node,
//
//       - {host: a.b}
//
// takes 17 octets:
//
//     3                   nodes
//     11  5  2            a map (3), one line below (zigzag 2, times 4)
//     1  6  4  h o s t    a scalar (1) on the same line
//     1  12 3  a . b

#include <algorithm>
#include <array>

#include "policy/loader/yaml/yaml_document.hpp"

namespace robots::loader {

namespace {

// Small, so that later allocations can reuse the memory of freed chunks.
constexpr std::size_t kChunk = std::size_t{64} * 1024;

constexpr unsigned kBits = 7;
constexpr std::uint64_t kMore = 1U << kBits;

// Maps numbers near 0, positive or negative, to small numbers.
std::uint64_t zigzag(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? ~(bits << 1) : bits << 1;
}

std::int64_t unzigzag(std::uint64_t bits) {
    return static_cast<std::int64_t>((bits & 1) != 0 ? ~(bits >> 1)
                                                     : bits >> 1);
}

// The maximum number of octets of a packed number.
constexpr std::size_t kLongestNumber = 10;

char* put(char* end, std::uint64_t number) {
    for (; number >= kMore; number >>= kBits) {
        *end++ = static_cast<char>(number | kMore);
    }
    *end++ = static_cast<char>(number);
    return end;
}

std::size_t count(const YamlNode& node) {
    std::size_t nodes = 1;
    for (const YamlNode& item : node) {
        nodes += count(item);
    }
    return nodes;
}

}  // namespace

void PackedNodes::add(const YamlNode& node) {
    std::array<char, kLongestNumber> nodes;
    packed_.assign(nodes.data(), put(nodes.data(), count(node)));
    pack(node);
    if (chunks_.empty() ||
        chunks_.back().size() + packed_.size() > chunks_.back().capacity()) {
        chunks_.emplace_back().reserve(std::max(kChunk, packed_.size()));
    }
    chunks_.back() += packed_;
    ++size_;
}

// Appends the node and its child nodes to packed_.
void PackedNodes::pack(const YamlNode& node) {
    const std::int64_t lines =
        std::int64_t{node.place.line} - std::int64_t{packed_line_};
    packed_line_ = node.place.line;
    file_ = node.place.file;
    const bool is_scalar = node.kind == YamlNode::Kind::scalar;
    std::array<char, 3 * kLongestNumber> numbers;
    char* end = numbers.data();
    end = put(end, zigzag(lines) << 2 | static_cast<std::uint64_t>(node.kind));
    end = put(end, node.place.column);
    end = put(end, node.kind == YamlNode::Kind::null ? node.says_null
                   : is_scalar                       ? node.text.size()
                                                     : node.size);
    packed_.append(numbers.data(), end);
    if (is_scalar) {
        packed_ += node.text;
    }
    for (const YamlNode& item : node) {
        pack(item);
    }
}

std::uint64_t PackedNodes::get() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += kBits) {
        const auto octet = static_cast<unsigned char>(chunks_.front()[at_++]);
        number |= (octet & (kMore - 1)) << shift;
        if (octet < kMore) {
            return number;
        }
    }
}

const YamlNode& PackedNodes::take() {
    if (at_ == chunks_.front().size()) {
        chunks_.pop_front();
        at_ = 0;
    }
    nodes_.resize(get());
    used_ = 1;
    unpack(nodes_.front());
    --size_;
    return nodes_.front();
}

void PackedNodes::unpack(YamlNode& node) {
    const std::uint64_t head = get();
    node = YamlNode();
    node.kind = static_cast<YamlNode::Kind>(head & 3);
    taken_line_ = static_cast<std::uint32_t>(std::int64_t{taken_line_} +
                                             unzigzag(head >> 2));
    node.place = {file_, taken_line_, static_cast<std::uint32_t>(get())};
    const auto size = static_cast<std::size_t>(get());
    if (node.kind == YamlNode::Kind::null) {
        node.says_null = size != 0;
        return;
    }
    if (node.kind == YamlNode::Kind::scalar) {
        node.text = std::string_view(chunks_.front()).substr(at_, size);
        at_ += size;
        return;
    }
    YamlNode* const items = nodes_.data() + used_;
    used_ += size;
    node.items = items;
    node.size = static_cast<std::uint32_t>(size);
    for (std::size_t i = 0; i < size; ++i) {
        unpack(items[i]);
    }
}

}  // namespace robots::loader
